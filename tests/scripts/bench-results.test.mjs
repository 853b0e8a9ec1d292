import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { presentRun, readResults, withGroup, writeResults } from '../../bench/results-file.ts';
import { benchmarksPage, feltTable } from '../../scripts/docs/bench-tables.mjs';
import { pythonWith } from '../support/pythons.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTHING = { runs: [], groups: [], rows: [] };
const runAt = (commit) => ({ ...presentRun(root, pythonWith('newest')), commit });
const series = (median) => ({ median, min: median, count: 1 });
const row = (name, median) => ({ name, unit: 'ms', server: series(median) });
const group = (name, ...rows) => ({ name, counted: `${name} is counted`, rows });
const order = ['start', 'launch'];

describe('the results', () => {
  const first = runAt('aaa');
  const second = runAt('bbb');
  const whole = withGroup(
    withGroup(NOTHING, { run: first, group: group('launch', row('launch, Node 20', 2)), order }),
    { run: first, group: group('start', row('start', 1), row('start, gone', 1)), order },
  );

  test('of one run stand in the order of the groups', () => {
    expect(whole.runs).toEqual([first]);
    expect(whole.rows.map(({ name, run }) => [name, run])).toEqual([
      ['start', 0],
      ['start, gone', 0],
      ['launch, Node 20', 0],
    ]);
  });

  test('of a group replace the former ones of it; the others keep their commit', () => {
    const partly = withGroup(whole, { run: second, group: group('start', row('start', 3)), order });
    expect(partly.runs.map(({ commit }) => commit)).toEqual(['aaa', 'bbb']);
    expect(partly.rows.map(({ name, run, server }) => [name, run, server.median])).toEqual([
      ['start', 1, 3],
      ['launch, Node 20', 0, 2],
    ]);
  });

  test('drop a run of which nothing is left, and a group that is no more', () => {
    const only = withGroup(whole, { run: second, group: group('start', row('start', 3)), order: ['start'] });
    expect(only.runs).toEqual([second]);
    expect(only.groups).toEqual([{ name: 'start', counted: 'start is counted' }]);
  });

  test('are read as they were written', () => {
    const path = join(folder, 'bench.json');
    expect(readResults(path)).toEqual(NOTHING);
    writeResults(path, whole);
    expect(readResults(path)).toEqual(whole);
  });

  test('name the machine by what it is made of', () => {
    expect(first.machine).toEqual({
      cpu: expect.stringMatching(/\w/),
      cores: expect.any(Number),
      memoryGb: expect.any(Number),
      os: expect.stringMatching(/^\w+ \w+$/),
    });
    expect(first.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('the tables', () => {
  const stored = JSON.parse(readFileSync(`${root}docs/bench.json`, 'utf8'));
  const changed = (name, more) => ({
    ...stored,
    rows: stored.rows.map((each) => (each.name === name ? { ...each, ...more } : each)),
  });

  test('are ten rows in the README, and all of them on the page', () => {
    expect(feltTable(stored).match(/^\| (?!Measurement)/gm)).toHaveLength(10);
    const page = benchmarksPage(stored);
    for (const { name, unit } of stored.rows) expect(page).toContain(`| ${name} (${unit}) |`);
  });

  test('change with the results', () => {
    const slower = changed('step, Node 24', { server: series(9.87) });
    expect(feltTable(slower)).not.toBe(feltTable(stored));
    expect(feltTable(slower)).toMatch(/step, Node 24 .* 9\.87 .* missed/);
  });

  test('are refused without a row that they show', () => {
    expect(() => feltTable(changed('step, Node 24', { name: 'step' }))).toThrow('no row "step, Node 24"');
  });

  test('say of a row without a floor that there is no ratio to keep', () => {
    const bare = changed('step, Node 24', { floor: undefined, target: { ratio: 1.5 } });
    expect(feltTable(bare)).toMatch(
      /^\| step, Node 24 \(ms\) \| {2}\| {2}\| [^|]* \| {2}\| ≤ 1.5 × \| {2}\| `step` \|$/m,
    );
  });
});
