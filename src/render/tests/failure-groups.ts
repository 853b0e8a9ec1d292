import type { SourceLocation } from '../../model/source-location.ts';
import { errorText, steadyText } from '../../model/tests/steady-text.ts';
import type { TestFailure } from '../../model/tests/test-report.ts';

/** Failures with one cause: a hook that fails every test behind it. */
export interface FailureGroup {
  readonly first: TestFailure;
  readonly others: readonly TestFailure[];
  /** Another error has failed tests at the same place before. */
  readonly isAgain: boolean;
}

/** Failures by their causes, in the order in which they failed. */
export function grouped(failures: readonly TestFailure[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup & { others: TestFailure[] }>();
  const places = new Set<string>();
  for (const failure of failures) {
    const place = placeOf(failure);
    const key = `${place}\n${causeOf(failure)}`;
    const group = groups.get(key);
    if (group) group.others.push(failure);
    else groups.set(key, { first: failure, others: [], isAgain: places.has(place) });
    places.add(place);
  }
  return [...groups.values()];
}

/** The place of a throw, or of an assertion with its calls, because that may be in a helper that all tests use. */
function placeOf({ error, site, name, file }: TestFailure): string {
  const calls = error.stack.map((each) => lineOf(each.location)).join(' ');
  if (site.kind === 'unseen') return calls === '' ? `${file}\n${name}` : calls;
  const isAsserted = error.name === '' || error.name === 'Error' || /Assert|Expectation/.test(error.name);
  return isAsserted ? `${lineOf(site.location)}\n${calls}` : lineOf(site.location);
}

/** The same for errors of one type and message that came from the same ones, and contain the same. */
function causeOf({ error }: TestFailure): string {
  const related = error.related ?? [];
  const texts = related.map((each) => `${each.location ? lineOf(each.location) : ''} ${errorText(each)}`);
  return steadyText([errorText(error), ...texts].join('\n'));
}

function lineOf({ path, line }: SourceLocation): string {
  return `${path}:${line}`;
}

/**
 * At most so many: those of which it is known where their values came from, the first ones at each place, then others; in the order in which they
 * failed.
 */
export function mostExplained(groups: readonly FailureGroup[], max: number): FailureGroup[] {
  const isTraced = ({ first: { valueSource } }: FailureGroup) =>
    valueSource?.kind === 'found' || valueSource?.kind === 'called';
  const traced = groups.filter(isTraced);
  const places = groups.filter(({ isAgain }) => !isAgain);
  const shown = new Set([...new Set([...traced, ...places, ...groups])].slice(0, max));
  return groups.filter((group) => shown.has(group));
}
