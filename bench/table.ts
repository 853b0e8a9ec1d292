import type { Series } from './samples.ts';

/** The most that a row may be: as a multiple of its floor, and absolutely in the unit of the row. */
export interface Target {
  readonly ratio?: number;
  readonly atMost?: number;
}

/** A line of the table. Without a target it is there for information. */
export interface Row {
  readonly name: string;
  readonly unit: 'ms' | 'µs' | 'MB' | 'tokens' | 'values/s';
  /** The floor's name, if it is not the same work without the server: `itself, without the journal`. */
  readonly against?: string;
  /** The same work without the server, up to the same moment. */
  readonly floor?: Series | undefined;
  readonly server?: Series | undefined;
  readonly target?: Target;
}

type Verdict = 'ok' | 'MISSED' | '';

const HEAD = ['measurement', 'unit', 'against', 'floor (min)', 'server (min)', 'ratio', 'target', 'n', ''];

/** The verdict on a row's target; empty if it has none. */
export function verdictOf({ floor, server, target }: Row): Verdict {
  if (!server || !target) return '';
  const ratioKept = target.ratio === undefined || !floor || server.median <= target.ratio * floor.median;
  const limitKept = target.atMost === undefined || server.median <= target.atMost;
  return ratioKept && limitKept ? 'ok' : 'MISSED';
}

/** The rows as a table of plain text. */
export function tableText(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const lines = cells.map((row) => row.map((cell, column) => aligned(cell, widths[column] ?? 0, column)).join('  '));
  return [lines[0], rule, ...lines.slice(1)].map((line) => line?.trimEnd()).join('\n');
}

function cellsOf(row: Row): string[] {
  const { name, unit, against, floor, server, target } = row;
  const ratio = floor && server ? (server.median / floor.median).toFixed(2) : '';
  const other = against ?? (floor ? 'plain client' : '');
  return [
    name,
    unit,
    other,
    seriesText(floor),
    seriesText(server),
    ratio,
    targetText(target),
    countText(row),
    verdictOf(row),
  ];
}

function countText({ floor, server }: Row): string {
  return String(server?.count ?? floor?.count ?? '');
}

function seriesText(series: Series | undefined): string {
  if (!series) return '';
  return series.count === 1 ? number(series.median) : `${number(series.median)} (${number(series.min)})`;
}

function number(value: number): string {
  if (Math.abs(value) >= 1_000) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function targetText(target: Target | undefined): string {
  if (!target) return '';
  const ratio = target.ratio === undefined ? [] : [`<= ${target.ratio} x`];
  const limit = target.atMost === undefined ? [] : [`<= ${target.atMost}`];
  return [...ratio, ...limit].join(', ');
}

/** Names and verdicts to the left, numbers to the right. */
function aligned(cell: string, width: number, column: number): string {
  return column < 3 || column === HEAD.length - 1 ? cell.padEnd(width) : cell.padStart(width);
}
