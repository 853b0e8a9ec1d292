import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nodeLanguage } from '../../../src/adapter/node/node-language.ts';
import { type DebuggeeProcess, startProcess } from '../../../src/process/debuggee-process.ts';
import { definedOnly } from '../../../src/process/defined-only.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('node follower ');
const script = join(folder, 'below.cjs');
const started: DebuggeeProcess[] = [];

beforeAll(() => writeFileSync(script, `const answer = 6 * 7;\nconsole.log('answer', answer);\n`));
afterEach(async () => {
  for (const program of started.splice(0)) await program.kill();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function follow(node: string, command: string, args: string[]) {
  const { createFollower } = await nodeLanguage.load({});
  const { adapter, follow: begin } = createFollower?.() ?? expect.fail('Node.js has no follower');
  const seen: string[] = [];
  const stopped = new Promise<number>((resolve) => {
    adapter.events.on('stopped', ({ threadId }) => resolve(threadId));
  });
  for (const event of ['exited', 'lost'] as const) adapter.events.on(event, () => seen.push(event));
  adapter.events.on('thread', ({ reason }) => seen.push(reason));
  const wanted = { id: 1, line: 2 };
  await adapter.setBreakpoints(script, [wanted]);
  const env = definedOnly({ ...process.env, NODE_OPTIONS: '--no-warnings', NODE: node, SCRIPT: script });
  const added = await begin({ cwd: folder, env }, {});
  const program = startProcess({ command, args, cwd: folder, env: { ...env, ...added } });
  started.push(program);
  let output = '';
  program.onOutput((_stream, text) => {
    output += text;
  });
  return { adapter, stopped, seen, program, output: () => output };
}

test.each(nodeVersions())('Node $major below a program of another language is debugged', async ({ path }) => {
  const { adapter, stopped, seen, program, output } = await follow(path, 'sh', ['-c', '"$NODE" "$SCRIPT"; echo ended']);
  const [frame] = await adapter.stackTrace(await stopped);
  expect(frame?.location).toMatchObject({ path: script, line: 2 });
  await adapter.continue(await stopped);
  expect((await program.exited).exitCode).toBe(0);
  expect(output()).toContain('answer 42\n');
  expect(output()).toContain('ended\n');
  // Neither ends the session: the program belongs to another session.
  await expect.poll(() => seen).toEqual(['started', 'exited']);
  await adapter.terminate();
  expect(seen).toEqual(['started', 'exited']);
});

test('ends a process that stands at a breakpoint, and what starts later runs by itself', async () => {
  const command = '"$NODE" "$SCRIPT"; "$NODE" "$SCRIPT"';
  const { adapter, stopped, program, output } = await follow(process.execPath, 'sh', ['-c', command]);
  await stopped;
  await adapter.terminate();
  expect((await program.exited).exitCode).toBe(0);
  expect(output().match(/answer 42\n/g)).toHaveLength(1);
});

test('lets a process that stands at a breakpoint run on when it is given up', async () => {
  const { adapter, stopped, program, output } = await follow(process.execPath, 'sh', ['-c', '"$NODE" "$SCRIPT"']);
  await stopped;
  await adapter.disconnect();
  expect((await program.exited).exitCode).toBe(0);
  expect(output()).toContain('answer 42\n');
});
