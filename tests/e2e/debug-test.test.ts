import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { startServer } from '../support/mcp-client.ts';
import { nodeVersions } from '../support/node-versions.ts';
import { linkTools } from '../support/run-modes/tools.ts';

const PROGRAM = fileURLToPath(new URL('../programs/test-runners/assert', import.meta.url));

test('failing tests are reported with the variables where they failed, and one of them is stepped into', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  cpSync(PROGRAM, folder, { recursive: true });
  linkTools(folder);
  const node = nodeVersions().find(({ major }) => major === 24);
  const PATH = [dirname(node?.path ?? process.execPath), process.env.PATH ?? ''].join(delimiter);
  const server = await startServer({ cwd: folder, env: { PATH } });
  try {
    const lines: string[] = [];
    const ask = async (name: string, args: Record<string, unknown>) => {
      const { text, isError } = await server.call(`debug_${name}`, args);
      lines.push(`> debug_${name} ${JSON.stringify(args)}${isError ? '  [error]' : ''}`, text, '');
      return text;
    };
    await ask('test', { program: 'node --test cart.spec.cjs' });
    await ask('test', { program: 'npx mocha --grep "an expected" cart.spec.cjs' });
    await ask('test', { program: 'npx ava' });
    expectGolden('debug/test', lines.join('\n'));
    // The way on that the first answer names.
    const program = 'node --test cart.spec.cjs';
    const stop = await ask('launch', { program, breakpoints: ['cart.spec.cjs:18'] });
    expect(stop).toMatch(/^Stopped \(breakpoint\) at cart\.spec\.cjs:18/m);
    await ask('stop', {});
    const thrown = await ask('launch', { program, exceptions: 'userUnhandled', stopOnEntry: false });
    expect(thrown).toMatch(/^Stopped \(exception\) at cart\.spec\.cjs:18/m);
    expect(thrown).toMatch(/wanted: number = 11/);
    expect(server.stderr()).toBe('');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
