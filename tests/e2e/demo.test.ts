import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { requireBuild } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCENARIO = fileURLToPath(new URL('../../scripts/demo/scenario.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../programs/demo/invoices.js', import.meta.url));
/** With the download of debugpy, the first time. */
const DEMO_TIMEOUT_MS = 90_000;

beforeAll(requireBuild);

test('the demo finds the bug in the invoices, and its transcript is the one in the README', {
  timeout: DEMO_TIMEOUT_MS,
}, async () => {
  const { code, stdout, stderr } = await demo([]);
  // How many of its own frames Node puts below a program depends on its version.
  expectGolden('demo', stdout.trim().replace(/… \d+ internal frames/g, '… <n> internal frames'));
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('the demo fails, and says what differed, on a program that has not got the bug', {
  timeout: DEMO_TIMEOUT_MS,
}, async () => {
  const folder = temporaryFolder('mcp-debugger-demo-test-');
  try {
    const fixed = readFileSync(PROGRAM, 'utf8').replace('Object.assign(product,', 'Object.assign({}, product,');
    writeFileSync(join(folder, 'invoices.js'), fixed);
    const { code, stdout } = await demo([folder]);
    expect(stdout).toContain('NOT AS EXPECTED: node invoices.js did not print: A-3  Cleo   64.80');
    expect(stdout).toContain('NOT AS EXPECTED: The answer of debug_step does not contain');
    expect(stdout).not.toContain('Found:');
    expect(code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function demo(args: readonly string[]): Promise<{ code: number | string | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCENARIO, ...args], { timeout: DEMO_TIMEOUT_MS - 5_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? null), stdout, stderr });
    });
  });
}
