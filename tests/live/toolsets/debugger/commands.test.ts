import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DebuggerToolbox, lineOf } from '../../../support/debugger-toolbox.ts';

const TOOLS = fileURLToPath(new URL('../../../../.cache/ts-tools/node_modules', import.meta.url));
const TYPESCRIPT = `const start: number = 20;
function twice(given: number): number {
  const result: number = given * 2;
  console.log(result);
  return result;
}
twice(start);
`;

let toolbox: DebuggerToolbox;
beforeAll(() => {
  toolbox = new DebuggerToolbox();
  symlinkSync(TOOLS, join(toolbox.folder, 'node_modules'), 'junction');
  toolbox.write(
    'package.json',
    JSON.stringify({
      scripts: { test: 'jest --runInBand', start: 'node app.js one' },
      jest: { testMatch: ['**/*.test.js'], transform: {}, testEnvironment: 'node' },
    }),
  );
  toolbox.write('app.js', 'const argument = process.argv[2];\nconsole.log(argument);\n');
  toolbox.write('sum.test.js', "test('adds', () => {\n  const sum = 1 + 2;\n  expect(sum).toBe(3);\n});\n");
  toolbox.write('main.ts', TYPESCRIPT);
});
afterAll(() => toolbox?.[Symbol.asyncDispose]());

describe('debugger_start pauses the program that matters', () => {
  test.each([
    { command: 'npm start', file: /app\.js$/ },
    { command: 'npm test', file: /jest\/bin\/jest\.js$/ },
    { command: 'npx', args: ['jest', '--runInBand'], file: /jest\/bin\/jest\.js$/ },
    { command: 'node_modules/.bin/tsx', args: ['main.ts'], file: /main\.ts$/ },
    { command: 'npx tsx main.ts', file: /main\.ts$/ },
    { command: 'sh', args: ['-c', 'node app.js two'], file: /app\.js$/ },
    { command: 'node app.js three', file: /app\.js$/ },
  ])('$command', async ({ command, args = [], file }) => {
    const started = await toolbox.ok('start', { command, args });
    expect(started).toMatchObject({
      state: 'paused',
      reason: 'entry',
      location: { file: expect.stringMatching(file) },
    });
    const { sessionId, pid, inspectorUrl = '' } = started;
    expect((await toolbox.ok('inspect', { sessionId, expression: 'process.pid' })).value).toBe(pid);
    const { host } = new URL(inspectorUrl);
    const targets: unknown = await (await fetch(`http://${host}/json/list`)).json();
    expect(targets).toMatchObject([{ webSocketDebuggerUrl: inspectorUrl }]);
    await toolbox.ok('stop_session', { sessionId });
  });

  test('compiled while it is loaded, it is paused at the first line that somebody wrote, and steps from there', async () => {
    const { sessionId, location } = await toolbox.ok('start', { command: 'node_modules/.bin/tsx', args: ['main.ts'] });
    const lines = [typeof location === 'object' ? location.line : undefined];
    for (let steps = 0; steps < 3 && lines.at(-1) !== 7; steps++) {
      const step = await toolbox.ok('step_over', { sessionId });
      expect(step).toMatchObject({ location: { file: join(toolbox.folder, 'main.ts') } });
      lines.push(lineOf(step));
    }
    expect([lines[0], lines.at(-1)]).toEqual([1, 7]);
    const inside = await toolbox.ok('step_into', { sessionId });
    expect(inside).toMatchObject({ function: 'twice', location: { file: join(toolbox.folder, 'main.ts'), line: 3 } });
    await toolbox.ok('stop_session', { sessionId });
  });

  test('a breakpoint in a test stops in it, and the run goes on to its end', async () => {
    const { sessionId } = await toolbox.ok('start', { command: 'npm test' });
    await toolbox.ok('set_breakpoint', { sessionId, file: 'sum.test.js', line: 3 });
    const stop = await toolbox.ok('continue', { sessionId });
    expect(stop).toMatchObject({ reason: 'breakpoint', location: { line: 3 } });
    expect((await toolbox.ok('inspect', { sessionId, expression: 'sum' })).value).toBe(3);
    const end = await toolbox.ok('continue', { sessionId });
    expect(end).toMatchObject({ state: 'terminated', exitCode: 0 });
    expect(end.crashed).toBe(undefined);
  });

  test('a breakpoint in TypeScript stops at its line, with its names', async () => {
    const { sessionId } = await toolbox.ok('start', { command: 'npx', args: ['tsx', 'main.ts'] });
    const set = await toolbox.ok('set_breakpoint', { sessionId, file: 'main.ts', line: 4 });
    expect(set).toMatchObject({ file: join(toolbox.folder, 'main.ts'), line: 4 });
    const stop = await toolbox.ok('continue', { sessionId });
    expect(stop).toMatchObject({ function: 'twice', location: { file: join(toolbox.folder, 'main.ts'), line: 4 } });
    const { variables } = await toolbox.ok('get_local_variables', { sessionId });
    expect(variables).toMatchObject([
      { name: 'given', value: 20 },
      { name: 'result', value: 40 },
    ]);
    expect(await toolbox.ok('continue', { sessionId })).toMatchObject({ state: 'terminated', exitCode: 0 });
  });
});
