import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READ_JS = `let text = '';
for await (const chunk of process.stdin) text += chunk;
const seen = [process.env.SHELL_MODE, process.argv.slice(2), text];
console.log(JSON.stringify(seen));
`;
const READ_PY = `import json
import os
import sys
text = sys.stdin.read()
seen = [os.environ.get('SHELL_MODE'), sys.argv[1:], text]
print(json.dumps(seen))
`;

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-shell-');
  mkdirSync(join(folder, 'sub'));
  for (const place of ['', 'sub']) {
    writeFileSync(join(folder, place, 'read.mjs'), READ_JS);
    writeFileSync(join(folder, place, 'read.py'), READ_PY);
  }
  writeFileSync(join(folder, 'in.csv'), 'a,1\n');
  writeFileSync(join(folder, 'a && b.mjs'), READ_JS);
  writeFileSync(
    join(folder, 'mode.test.mjs'),
    `import test from 'node:test';\nimport assert from 'node:assert';\ntest('mode', () => assert.equal(process.env.SHELL_MODE, 'b'));\n`,
  );
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});

afterEach(async () => {
  await server.call('debug_stop');
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program to the line behind its reading, and then to its end. @returns both answers */
async function run(file: string, args: Readonly<Record<string, unknown>>): Promise<{ stop: string; end: string }> {
  const line = file.endsWith('.py') ? 6 : 4;
  const { text: stop } = await server.call('debug_launch', { ...args, breakpoints: [`${file}:${line}`] });
  const { text: end } = await server.call('debug_continue');
  return { stop, end };
}

const NODE: readonly [string, string, unknown][] = [
  ['node read.mjs < in.csv', 'read.mjs', [null, [], 'a,1\n']],
  ['read.mjs x < in.csv', 'read.mjs', [null, ['x'], 'a,1\n']],
  ['cat in.csv | node read.mjs 5', 'read.mjs', [null, ['5'], 'a,1\n']],
  ['SHELL_MODE=x node read.mjs "a  b"', 'read.mjs', ['x', ['a  b'], '']],
  ['cd sub && node read.mjs', 'sub/read.mjs', [null, [], '']],
  ['node -e "1 && 2; 3"; node read.mjs', 'read.mjs', [null, [], '']],
];
const PYTHON: readonly [string, string, unknown][] = [
  ['python3 read.py < in.csv', 'read.py', [null, [], 'a,1\n']],
  ['cat in.csv | python3 -u read.py 5 | cat', 'read.py', [null, ['5'], 'a,1\n']],
  ['SHELL_MODE=x python3 read.py "a  b"', 'read.py', ['x', ['a  b'], '']],
  ['cd sub && python3 read.py', 'sub/read.py', [null, [], '']],
  ["python3 -c 'print(1)'; python3 read.py $((2 + 3))", 'read.py', [null, ['5'], '']],
];

test.each([...NODE, ...PYTHON])(
  '%s runs as in a terminal, and the answer says by what',
  async (program, file, seen) => {
    const { stop, end } = await run(file, { program });
    expect(stop).toContain('\nRun through sh -c.\n');
    expect(stop).toMatch(/Stopped \(breakpoint\) at/);
    const shown = file.endsWith('.py') ? end.replaceAll(', ', ',') : end;
    expect(shown).toContain(JSON.stringify(seen));
    expect(end).toContain('hit once');
  },
  20_000,
);

test.each(['read.mjs', 'read.py'])('what %s is to read can be given with the launch', async (file) => {
  const { stop, end } = await run(file, { program: file, stdin: 'x\ny\n' });
  expect(stop).not.toContain('sh -c');
  expect(end).toContain('"x\\ny\\n"');
});

test('a file whose name looks like a shell line is a file, and quoted text is no syntax', async () => {
  const { stop } = await run('a && b.mjs', { program: 'a && b.mjs' });
  expect(stop).toMatch(/Stopped \(breakpoint\) at a && b\.mjs:4/);
  expect(stop).not.toContain('sh -c');
  const { text } = await server.call('debug_launch', { program: 'node -p "1 && 2"', stopOnEntry: false });
  expect(text).not.toContain('sh -c');
  expect(text).toContain('  | 2');
});

test('probes, tests and searches for a hang take such lines, too', async () => {
  const probed = await server.call('debug_probe', { program: 'cat in.csv | node read.mjs', file: 'read.mjs', line: 4 });
  expect(probed.text).toContain('text: string = "a,1\\n"');
  const tested = await server.call('debug_test', { program: 'SHELL_MODE=a node --test mode.test.mjs' });
  expect(tested.text).toContain('Tests: 1 failed');
  const watched = await server.call('debug_hang', { program: 'cat in.csv | python3 read.py', timeoutMs: 6_000 });
  expect(watched.text).toContain('Not hung: it finished, exit code 0');
  for (const { text } of [probed, tested, watched]) expect(text).toContain('Run through sh -c.');
}, 30_000);
