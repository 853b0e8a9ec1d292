import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = `class Account {
  deposit(n) {
    this.n = n;
    return n;
  }
}
const o = { id: 1 };
const account = new Account();
for (let i = 0; i < 3; i++) {
  account.deposit(i);
}
console.log(o.id);
`;

const PYTHON = `RATE = 3
class Account:
    def deposit(self, n):
        return n * RATE
print(Account().deposit(2))
`;

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-words-');
  writeFileSync(join(folder, 'a.js'), PROGRAM);
  writeFileSync(join(folder, 'b.py'), PYTHON);
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = async (tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  (await server.call(`debug_${tool}`, args)).text;

test('what a breakpoint replaces, sets, or means is said', async () => {
  await textOf('launch', { program: 'a.js' });
  const at = { file: 'a.js', line: 10 };
  expect(await textOf('breakpoint', { ...at, logMessage: 'at {i}' })).not.toContain('instead of');
  expect(await textOf('breakpoint', { ...at, condition: 'i === 1' })).toMatch(
    /condition i === 1\n {2}instead of logs "at \{i\}"$/,
  );
  expect(await textOf('breakpoint', { ...at, condition: 'i === 1' })).not.toContain('instead of');
  expect(await textOf('breakpoint', at)).toMatch(/\n {2}instead of condition i === 1$/);
  expect(await textOf('breakpoint', { ...at, hitCondition: '2' })).toMatch(/\n {2}instead of a stop at each pass$/);

  const warning = 'Warning: its condition sets o.id at each pass: === compares';
  expect(await textOf('breakpoint', { file: 'a.js', line: 12, condition: 'o.id = 2' })).toContain(warning);
  expect(await textOf('breakpoint', { file: 'a.js', line: 12, condition: 'o.id === 2' })).not.toContain('Warning');
  expect(await textOf('breakpoint', { function: 'Account.deposit', condition: 'n && (this.n = 5)' })).toContain(
    'Warning: its condition sets this.n at each pass',
  );
  expect(await textOf('breakpoint', { function: 'Account.prototype.deposit', condition: 'n === 2' })).toMatch(
    /^Breakpoint at Account\.prototype\.deposit\(\) \(verified\)\n {2}in a\.js:3/,
  );
  await textOf('stop');
});

test('two breakpoints at one place are refused in one launch, and equal ones are one', async () => {
  const two = await textOf('launch', { program: 'a.js', breakpoints: ['a.js:10 if i > 1', 'a.js:10'] });
  expect(two).toContain('a.js:10 if i > 1 and a.js:10 are at one place, where one breakpoint stands.');
  expect(await textOf('launch', { program: 'a.js', breakpoints: ['a.js:10', 'a.js:10'] })).toContain(
    'Stopped (breakpoint)',
  );
  await textOf('stop');
});

test('functions at which nothing stopped come with those of names like theirs', async () => {
  for (const [program, place] of [
    ['a.js', 'a.js:2'],
    ['b.py', 'b.py:3'],
  ] as const) {
    const breakpoints = ['Account.deposti()', 'Acount.deposit()', 'elsewhere()'];
    const text = await textOf('launch', { program, breakpoints, stopOnEntry: false });
    const verdicts = text
      .split('\n')
      .flatMap((line) => /^ {2}Breakpoint \d at .*never hit.*?(; names like it: .*)?$/.exec(line)?.slice(1) ?? []);
    expect(verdicts, text).toEqual([
      `; names like it: deposit ${place}`,
      `; names like it: deposit ${place}`,
      undefined,
    ]);
    await textOf('stop');
  }
});

test("a Python module's variables are its globals", async () => {
  await textOf('launch', { program: 'b.py', breakpoints: ['b.py:4'] });
  expect(await textOf('variables', { scope: 'module' })).toMatch(/^ {2}RATE: int = 3$/m);
  expect(await textOf('variables', { scope: 'all' })).toMatch(/^Globals:$[\s\S]*RATE: int = 3$/m);
  await textOf('stop');
});

test('a line of Python without code is not said to be in a file that was not loaded', async () => {
  writeFileSync(join(folder, 'c.py'), 'def f(n):\n    return n\n    print("dead")\nif False:\n    f(1)\nprint(f(2))\n');
  const text = await textOf('launch', { program: 'c.py', breakpoints: ['c.py:3', 'c.py:5'], stopOnEntry: false });
  expect(text).toContain(
    'Breakpoint at c.py:3 (rejected)\n  no code there; the nearest line above that has some is 2\n',
  );
  expect(text).toContain('Breakpoint at c.py:5 (rejected)\n  no code there; ');
  expect(text).not.toContain('not loaded');
  await textOf('stop');
});
