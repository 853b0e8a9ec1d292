import type { TestFailure } from '../../model/tests/test-report.ts';

/** Failures with one cause: a hook that fails every test behind it. */
export interface FailureGroup {
  readonly first: TestFailure;
  readonly others: readonly TestFailure[];
}

/** Failures by their causes, in the order in which they failed. */
export function grouped(failures: readonly TestFailure[]): FailureGroup[] {
  const groups = new Map<string, { first: TestFailure; others: TestFailure[] }>();
  for (const failure of failures) {
    const key = causeOf(failure);
    const group = groups.get(key);
    if (group) group.others.push(failure);
    else groups.set(key, { first: failure, others: [] });
  }
  return [...groups.values()];
}

/**
 * The same for failures with one cause: thrown at the same place, or asserted there by the same calls, because the place of an assertion may be
 * a helper that all tests use.
 */
function causeOf({ error, site, name, file }: TestFailure): string {
  const calls = error.stack.map(({ location }) => `${location.path}:${location.line}`).join(' ');
  if (site.kind === 'unseen') return calls === '' ? `${file}\n${name}\n${error.message}` : `${calls}\n${error.message}`;
  const place = `${site.location.path}:${site.location.line}`;
  const isAsserted = error.name === '' || error.name === 'Error' || /Assert|Expectation/.test(error.name);
  return isAsserted ? `${place}\n${calls}` : `${place}\n${error.name}`;
}

/** At most so many: the first ones, and before them those of which it is known where their values came from; in the order in which they failed. */
export function mostExplained(groups: readonly FailureGroup[], max: number): FailureGroup[] {
  const isTraced = ({ first: { valueSource } }: FailureGroup) =>
    valueSource?.kind === 'found' || valueSource?.kind === 'called';
  const traced = groups.filter(isTraced);
  const shown = new Set([...new Set([...traced, ...groups])].slice(0, max));
  return groups.filter((group) => shown.has(group));
}
