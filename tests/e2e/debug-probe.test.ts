import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const APP_JS = `function price(item) {
  const p = item.p * 2;
  return p;
}
let t = 0;
for (const i of [1, 2, 3]) t += price({ p: i });
if (process.argv[2]) throw new Error('late');
console.log(t);
`;
const APP_PY = `def price(item):
    p = item["p"] * 2
    return p

t = 0
for i in [1, 2, 3]:
    t += price({"p": i})
print(t)
`;

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-probe-');
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/app.js'), APP_JS);
  writeFileSync(join(folder, 'src/app.py'), APP_PY);
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const probe = (args: Readonly<Record<string, unknown>>) => server.call('debug_probe', args);

describe.each([
  ['src/app.js', 'item.p', 6],
  ['src/app.py', 'item["p"]', 7],
])('a probe of %s', (program, expression, callLine) => {
  test('has a row of expressions and the caller for each hit', async () => {
    const { text } = await probe({ program, file: program, line: 3, hits: 10, expressions: [expression, 'p'] });
    const rows = text.split('\n').filter((line) => line.startsWith('hit '));
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(
      new RegExp(`^hit 3 {2}.* = \\(\\w+\\) 3, p = \\(\\w+\\) 6 {2}from .* \\(${program}:${callLine}\\)$`),
    );
    expect(text).toContain('Then the program ended: exit code 0.');
  });

  test('ends the program after so many hits, also of a function', async () => {
    const { text } = await probe({ program, function: 'price()', hits: 2, expressions: [expression] });
    expect(text.split('\n').filter((line) => line.startsWith('hit '))).toHaveLength(2);
    expect(text).toContain('The program was ended after these.');
  });

  test('finds its place by the text of a statement, and leaves locals out', async () => {
    const { text } = await probe({ program, file: program, statement: 'return p', locals: false });
    expect(text).toContain(`Stopped (breakpoint) at ${program}:3`);
    expect(text).not.toContain('Local Variables');
  });
});

test('an exception among the hits ends the rows, and is said', async () => {
  const args = { program: 'src/app.js', args: ['x'], file: 'src/app.js', line: 3, hits: 10, expressions: ['p'] };
  const { text } = await probe(args);
  expect(text).toContain('hit 3  p = (number) 6');
  expect(text).toContain('Then the program stopped (exception) and was ended.');
});

test('a file of a wrong folder is answered with the ones of its name', async () => {
  const { text, isError } = await probe({ program: 'src/app.js', file: 'lib/app.js', line: 2 });
  expect(isError).toBe(true);
  expect(text).toContain('Did you mean src/app.js?');
});

test('a probe without a place says what it needs', async () => {
  const { text, isError } = await probe({ program: 'src/app.js' });
  expect(isError).toBe(true);
  expect(text).toContain('Give file and line, file and statement, or function.');
});
