import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { startServer } from '../support/mcp-client.ts';
import { nodeOf } from '../support/node-versions.ts';
import { linkTools } from '../support/run-modes/tools.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../programs/test-runners/assert', import.meta.url));

test('failing tests are reported with the variables where they failed, and one of them is stepped into', async () => {
  const folder = temporaryFolder('tests-');
  cpSync(PROGRAM, folder, { recursive: true });
  linkTools(folder);
  const server = await startServer({ cwd: folder, env: { PATH: pathWithNode24() } });
  try {
    const lines: string[] = [];
    const ask = async (name: string, args: Record<string, unknown>) => {
      const { text, isError } = await server.call(`debug_${name}`, args);
      lines.push(`> debug_${name} ${JSON.stringify(args)}${isError ? '  [error]' : ''}`, text, '');
      return text;
    };
    // All of it fits then: what is left out of a full answer depends on how long the run took, by a word.
    await ask('test', { program: 'node --test cart.spec.cjs', why: false });
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

const CART = `exports.total = (prices) => prices.reduce((sum, price) => sum - price, 0);
exports.count = (prices) => prices.length + 1;
`;
const SPEC = `const { test } = require('node:test');
const assert = require('node:assert');
const { total, count } = require('./cart.cjs');
test('total', () => { assert.strictEqual(total([1, 2]), 3); });
test('count', () => { assert.strictEqual(count([1, 2]), 2); });
test('empty', () => { assert.strictEqual(total([]), 0); });
`;

test('the next run of a command says what became of the failures of the last one', async () => {
  const folder = temporaryFolder('tests-');
  const edit = (file: string, from: string, to: string) =>
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
  writeFileSync(join(folder, 'cart.cjs'), CART);
  writeFileSync(join(folder, 'cart.spec.cjs'), SPEC);
  const server = await startServer({ cwd: folder, env: { PATH: pathWithNode24() } });
  try {
    const again = async () => (await server.call('debug_test', { program: 'node --test cart.spec.cjs' })).text;
    const first = await again();
    expect(first).not.toContain('last run');
    edit('cart.cjs', 'prices.length + 1', 'prices.length');
    edit('cart.cjs', 'sum - price, 0', 'sum + price, 1');
    edit('cart.spec.cjs', "test('total'", "\n\ntest('total'");
    expect(masked(await again())).toContain(
      'Since the last run, <ago> ago: 1 fixed (count), 1 still failing (1 otherwise), 1 newly failing.',
    );
    edit('cart.cjs', 'price, 1)', 'price, 0)');
    expect(masked(await again())).toBe(
      'Tests: 3 passed (node-test; <ago>, exit code 0).\nSince the last run, <ago> ago: 2 fixed (total; empty).',
    );
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

const SHOP = `const rates = { HALF: 2 };
function discount(sum, code) {
  const rate = rates[code];
  return sum - sum / rate;
}
exports.total = (prices, code) => {
  const sum = prices.reduce((all, price) => all + price, 0);
  return code ? discount(sum, code) : sum;
};
`;
const SHOP_SPEC = `const { test } = require('node:test');
const assert = require('node:assert');
const { total } = require('./shop.cjs');
test('none', () => { assert.strictEqual(total([]), 0); });
test('two', () => { assert.strictEqual(total([1, 2]), 3); });
test('half', () => { assert.strictEqual(total([2], 'HALF'), 1); });
test('half of two', () => { assert.strictEqual(total([2, 4], 'HALF'), 3); });
`;

test('lines that failing tests ran and passing ones did not are named, with those that were changed', async () => {
  const folder = temporaryFolder('tests-');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  writeFileSync(join(folder, 'shop.cjs'), SHOP);
  writeFileSync(join(folder, 'shop.spec.cjs'), SHOP_SPEC);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  writeFileSync(join(folder, 'shop.cjs'), SHOP.replace('sum / rate', 'sum * rate'));
  const server = await startServer({ cwd: folder, env: { PATH: pathWithNode24() } });
  try {
    const { text } = await server.call('debug_test', { program: 'node --test shop.spec.cjs' });
    expectGolden('debug/test-suspects', masked(text));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

function masked(text: string): string {
  return text.replace(/[\d.]+ m?s\b/g, '<ago>');
}

function pathWithNode24(): string {
  return [dirname(nodeOf(24).path), process.env.PATH ?? ''].join(delimiter);
}
