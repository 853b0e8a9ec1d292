import type { Lack } from '../live/scenarios/language-host.ts';
import type { Scenario } from '../live/scenarios/scenario.ts';

/** docs/matrix.json, as a whole run of the tests writes it. */
export interface Matrix {
  readonly on: string;
  readonly columns: readonly string[];
  readonly scenarios: readonly MatrixRow[];
}

interface MatrixRow {
  readonly name: string;
  readonly proves: string;
  /** Columns. */
  readonly passed: readonly string[];
  /** By column. */
  readonly leftOut: Readonly<Record<string, Lack>>;
}

/** The problems of a matrix: scenarios that are not as in the list, did not pass, or are left out without evidence. */
export function matrixProblems(
  { columns, scenarios }: Matrix,
  list: readonly Pick<Scenario, 'name' | 'proves' | 'needs'>[],
): string[] {
  const strangers = scenarios.filter(({ name }) => !list.some((scenario) => scenario.name === name));
  return [
    ...(columns.length === 0 ? ['there is no column'] : []),
    ...strangers.map(({ name }) => `${name} is in no list`),
    ...list.flatMap((scenario) => {
      const row = scenarios.find(({ name }) => name === scenario.name);
      return row === undefined ? [`${scenario.name} is not in it`] : rowProblems(row, scenario, columns);
    }),
  ];
}

function rowProblems(
  { name, proves, passed, leftOut }: MatrixRow,
  scenario: Pick<Scenario, 'proves' | 'needs'>,
  columns: readonly string[],
): string[] {
  const named = [...passed, ...Object.keys(leftOut)];
  return [
    ...(proves === scenario.proves ? [] : [`${name} proves something else`]),
    ...named
      .filter((column) => !columns.includes(column))
      .map((column) => `${name} has a column that is none: ${column}`),
    ...columns.flatMap((column) => {
      const lack = leftOut[column];
      if (lack === undefined) return passed.includes(column) ? [] : [`${name} did not pass with ${column}`];
      if (!scenario.needs?.length) return [`${name} needs nothing that ${column} could be without`];
      return isShown(lack) ? [] : [`${name} is left out with ${column} without evidence`];
    }),
  ];
}

function isShown({ reason, evidence }: Lack): boolean {
  if (reason === '') return false;
  return evidence.kind === 'tool' ? evidence.tool !== '' : evidence.document.length > 0 && evidence.section !== '';
}
