import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';

const SOURCE = `interface Item { price: number }

function total(items: Item[]): number {
  let sum = 0;
  for (const { price } of items) {
    sum += price;
  }
  return sum;
}

console.log(total([{ price: 3 }, { price: 4 }]));
`;
const { code, map } = transformSync(SOURCE, {
  loader: 'ts',
  sourcefile: 'calc.ts',
  sourcemap: 'external',
  minify: true,
  format: 'cjs',
});

function filesWith(json: string) {
  return { 'calc.js': code, 'calc.js.map': json, 'calc.ts': SOURCE };
}
const breakpoints = [{ at: 'sum += price', file: 'calc.ts' }];

test.each([
  ['as a bundler writes it', map],
  ['that names the script', JSON.stringify({ ...JSON.parse(map), file: 'calc.js' })],
])('a map beside a script that does not name it is its map: %s', async (_, json) => {
  await using program = await DebuggedProgram.start(process.execPath, filesWith(json), { breakpoints });
  expect(await program.firstStop()).toBe('breakpoint [1] calc.ts:6');
  expect(await program.value('price')).toBe('3');
  expect(await program.go()).toBe('breakpoint [1] calc.ts:6');
  expect(await program.go()).toBe('exited 0');
});

const MINUTE_S = 60;
const older = (folder: string) => {
  const beforeS = Date.now() / 1000 - MINUTE_S;
  utimesSync(join(folder, 'calc.js.map'), beforeS, beforeS);
};

test.each([
  ['of another file', JSON.stringify({ ...JSON.parse(map), file: 'other.js' })],
  ['of a longer text', JSON.stringify({ ...JSON.parse(map), mappings: `;;;;;;${JSON.parse(map).mappings}` })],
  ['older than the script', map, older],
  ['that is none', '{"sources":["calc.ts"]}'],
  ['that is no JSON', 'calc.ts'],
])('one %s is not taken', async (_, json, prepare?: (folder: string) => void) => {
  const options = { breakpoints, ...(prepare ? { prepare } : {}) };
  await using program = await DebuggedProgram.start(process.execPath, filesWith(json), options);
  expect(await program.firstStop()).toBe('exited 0');
  expect(program.session.breakpoints.list()).toMatchObject([{ hits: 0, state: { kind: 'pending' } }]);
});
