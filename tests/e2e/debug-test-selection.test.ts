import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { startServer } from '../support/mcp-client.ts';
import { nodeOf } from '../support/node-versions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../programs/test-runners/assert', import.meta.url));
const HANGS = `const { test } = require('node:test');
test('hangs', () => { let rounds = 0; for (;;) rounds++; });
`;

/** Calls of one server in a folder of tests; each is a line, and its answer. */
async function conversation(
  talk: (ask: (name: string, args: Record<string, unknown>) => Promise<string>, folder: string) => Promise<void>,
): Promise<string> {
  const folder = temporaryFolder('tests-');
  cpSync(PROGRAM, folder, { recursive: true });
  const PATH = [dirname(nodeOf(24).path), process.env.PATH ?? ''].join(delimiter);
  const server = await startServer({ cwd: folder, env: { PATH } });
  const lines: string[] = [];
  try {
    const ask = async (name: string, args: Record<string, unknown>) => {
      const { text, isError } = await server.call(`debug_${name}`, args);
      lines.push(`> debug_${name} ${JSON.stringify(args)}${isError ? '  [error]' : ''}`, text, '');
      return text;
    };
    await talk(ask, folder);
    expect(server.stderr()).toBe('');
    return lines.join('\n');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const program = 'node --test cart.spec.cjs';

test('tests are chosen by name and file, and one stays stopped where it failed', async () => {
  const told = await conversation(async (ask) => {
    await ask('test', { program, test: 'cart > a wrong price', file: 'cart.spec' });
    await ask('test', { program, test: 'cart > a wrng price' });
    await ask('test', { program, test: 'exception of the', keep: true });
    await ask('evaluate', { expression: 'line.price', frame: 0 });
    await ask('step', {});
    // The session that was kept before makes room.
    await ask('test', { program, test: 'wrong price', keep: true });
    await ask('sessions', {});
    await ask('continue', {});
    await ask('test', { program, test: 'passing', keep: true });
    await ask('sessions', {});
  });
  // What Node prints of itself differs between versions.
  expectGolden('debug/test-selection', told.replace(/^Output:\n(?: .*\n)*/gm, ''));
});

test('a run that hangs stays paused where it is', { timeout: 60_000 }, async () => {
  await conversation(async (ask, folder) => {
    writeFileSync(join(folder, 'hangs.test.cjs'), HANGS);
    const text = await ask('test', { program: 'node --test hangs.test.cjs', keep: true, timeoutMs: 8_000 });
    expect(text).toMatch(
      /^Not finished after [\d.]+ s\. Until then: no test ended\.\nIt stays, in session s1\.\nStopped \(/,
    );
    expect(await ask('evaluate', { expression: 'rounds > 0' })).toBe('(boolean) true');
    expect(await ask('stop', {})).toBe('Debug session ended.');
  });
});

test('what fails without a place in the program is reported as ever, and said not to be kept', async () => {
  await conversation(async (ask, folder) => {
    writeFileSync(join(folder, 'broken.test.cjs'), 'const = 1;\n');
    const text = await ask('test', { program: 'node --test broken.test.cjs', keep: true });
    expect(text).toMatch(/1 error outside of tests/);
    expect(text).toMatch(/No session is kept: the file could not be loaded\.$/);
    expect(await ask('sessions', {})).toMatch(/^No debug sessions/);
  });
});
