import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import type { Row } from './table.ts';

/** A run of the benchmark: what was measured, and on what. */
export interface BenchRun {
  /** With `+` when there were changes that are in no commit. */
  readonly commit: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly os: string;
  };
  /** The interpreter that runs the server. */
  readonly node: string;
  readonly python: string;
}

/** A row with its group, and the run that it is of: its place among the runs of the file. */
export interface StoredRow extends Row {
  readonly group: string;
  readonly run: number;
}

/** A group of rows, and what is counted in it. */
export interface StoredGroup {
  readonly name: string;
  readonly counted: string;
}

/** docs/bench.json, of which `npm run gen` makes the tables. A run of some groups leaves the rows of the others as they are. */
export interface BenchResults {
  readonly runs: readonly BenchRun[];
  readonly groups: readonly StoredGroup[];
  readonly rows: readonly StoredRow[];
}

/** The measured rows of a group. */
export interface MeasuredGroup extends StoredGroup {
  readonly rows: readonly Row[];
}

/**
 * The results with those of a group in place of its former ones. Groups stand in the order of `order`; those that are not in it
 * are gone.
 */
export function withGroup(
  results: BenchResults,
  { run, group, order }: { run: BenchRun; group: MeasuredGroup; order: readonly string[] },
): BenchResults {
  const runs = [...results.runs.filter((each) => !isSame(each, run)), run];
  const kept = results.rows.flatMap((row) => {
    const own = results.runs[row.run];
    if (row.group === group.name || own === undefined) return [];
    return [{ ...row, own: isSame(own, run) ? run : own }];
  });
  const added = group.rows.map((row) => ({ ...row, group: group.name, own: run }));
  const rows = order.flatMap((name) => [...kept, ...added].filter((row) => row.group === name));
  const used = runs.filter((each) => rows.some(({ own }) => own === each));
  const groups = [...results.groups.filter(({ name }) => name !== group.name), group];
  return {
    runs: used,
    groups: order.flatMap((name) => {
      const found = groups.find((each) => each.name === name);
      return found && rows.some((row) => row.group === name) ? [{ name, counted: found.counted }] : [];
    }),
    rows: rows.map(({ own, ...row }) => ({ ...row, run: used.indexOf(own) })),
  };
}

function isSame(one: BenchRun, other: BenchRun): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The content of the file; empty if there is none. */
export function readResults(path: string): BenchResults {
  if (!existsSync(path)) return { runs: [], groups: [], rows: [] };
  // Only `writeResults` writes it.
  return JSON.parse(readFileSync(path, 'utf8')) as BenchResults;
}

/** One row a line, so that a difference can be read. */
export function writeResults(path: string, { runs, groups, rows }: BenchResults): void {
  const list = (items: readonly object[]) =>
    `[\n${items.map((item) => `    ${JSON.stringify(item, rounded)}`).join(',\n')}\n  ]`;
  writeFileSync(path, `{\n  "runs": ${list(runs)},\n  "groups": ${list(groups)},\n  "rows": ${list(rows)}\n}\n`);
}

/** More digits than a clock has. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value;
}

/** This run: the commit, the day and the machine. Of the machine no name. */
export function presentRun(root: string, python: string): BenchRun {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', 'src', 'bench', 'package-lock.json') === '' ? '' : '+';
  const [cpu] = cpus();
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed}`,
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cpu: cpu?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      os: `${type()} ${process.arch}`,
    },
    node: process.versions.node,
    python: execFileSync(python, ['--version'], { encoding: 'utf8' }).trim().replace('Python ', ''),
  };
}
