import type { SourceLocation } from '../../model/source-location.ts';
import type { SwallowedThrow, TestFailure, TestFrame, TestRunReport } from '../../model/tests/test-report.ts';
import { displayLocation, displayPath, type PathContext } from '../paths.ts';
import { ending, oneLine } from '../plain-text.ts';
import { sourceLines } from '../source.ts';
import { localLine, whenOf } from '../variables.ts';

const MAX_MESSAGE_CHARS = 100;
const MAX_NAME_CHARS = 40;
const MAX_PLACE_CHARS = 60;
/** The most variables of the exception that explains most; the others are named with their places. */
const MAX_LOCALS = 6;

/** A line of the answer; the higher the rank, the sooner it is left out. */
interface RankedLine {
  readonly text: string;
  readonly rank: number;
}

/**
 * The exception that explains most failures: own code threw it, other code caught it, and no test that passed threw it.
 * Undefined where there is none, or the failures are errors of own code themselves.
 */
export function likelyCause({ failures, exceptions }: TestRunReport, context: PathContext): string | undefined {
  const counts = new Map<string, { readonly first: SwallowedThrow; tests: number }>();
  for (const failure of failures.filter(isAssertion)) {
    const places = new Set<string>();
    for (const each of failure.swallowed ?? []) {
      const place = displayLocation(each.site.location, context);
      // A test that threw twice there is one test.
      if (each.isExpected || places.has(place)) continue;
      places.add(place);
      const counted = counts.get(place) ?? { first: each, tests: 0 };
      counted.tests++;
      counts.set(place, counted);
    }
  }
  const [most] = [...counts.values()].sort((one, other) => other.tests - one.tests);
  if (!most) return undefined;
  const { first, tests } = most;
  const where = `${placeText(first.site.location, context)} in ${oneLine(first.site.functionName, MAX_NAME_CHARS)}`;
  const elsewhere = exceptions.limitReached ? '' : ' and in none that passed';
  const count =
    first.amongTests === undefined
      ? `in ${tests} of ${failures.length} failed tests${elsewhere}`
      : `while ${first.amongTests} tests ran, none of which passed`;
  return `Likely cause: ${messageOf(first)}, thrown at ${where}${fateOf(first, context)}, ${count}.`;
}

function fateOf({ below, caughtBy, isCaughtByOwn }: SwallowedThrow, context: PathContext): string {
  if (below === undefined)
    return isCaughtByOwn && caughtBy ? ` and caught by ${frameText(caughtBy, context)}` : ' and caught by others';
  return below === 'caught' ? `${BELOW} and caught there` : ` and not caught${BELOW}`;
}

const BELOW = ' in a process that the test started';
const BELOW_TITLES = { caught: 'Caught in a process it started', uncaught: 'Not caught in a process it started' };

/** The errors that the program's own code threw while a test ran, and that other code caught. */
export function swallowedLines({ swallowed = [] }: TestFailure, context: PathContext): RankedLine[] {
  return swallowed.flatMap((each, index): RankedLine[] => {
    const what = each.below === undefined ? 'Swallowed' : BELOW_TITLES[each.below];
    const headline = { text: `  ${what}: ${factsOf(each, context)}`, rank: index === 0 ? 0.12 : 4 };
    const [explaining] = index === 0 && !each.isExpected ? [each] : [];
    const { source: excerpt, location } = explaining?.site ?? {};
    const source = excerpt && location ? sourceLines(excerpt, location, context) : [];
    const statement = source.filter(({ distance }) => distance === 0).map(({ text }) => ({ text, rank: 0.3 }));
    const locals = explaining?.site.locals.slice(0, MAX_LOCALS) ?? [];
    const when = whenOf(locals, explaining?.site.cleanup, context);
    const title = when === '' || locals.length === 0 ? [] : [`    Variables${when}:`];
    const texts = [...title, ...locals.map((local) => `  ${localLine(local, false)}`)];
    return [headline, ...statement, ...texts.map((text) => ({ text, rank: 0.3 }))];
  });
}

function factsOf(each: SwallowedThrow, context: PathContext): string {
  const { site, count, isExpected, amongTests } = each;
  const where = `at ${placeText(site.location, context)} in ${oneLine(site.functionName, MAX_NAME_CHARS)}`;
  const parts = [
    `${messageOf(each)}  ${where}`,
    ...holderOf(each, context),
    ...(count > 1 ? [`${count} times`] : []),
    ...(amongTests === undefined ? [] : [`while ${amongTests} tests ran, none of which passed`]),
    ...(isExpected ? ['passing tests throw it too'] : []),
  ];
  return parts.join(', ');
}

/** The frame that caught the error; if that is not known, the frame that the error went to. */
function holderOf({ leftTo, caughtBy, below }: SwallowedThrow, context: PathContext): string[] {
  if (below === 'uncaught') return [];
  if (caughtBy) return [`caught by ${frameText(caughtBy, context)}`];
  return leftTo ? [`left to ${frameText(leftTo, context)}`] : [];
}

function messageOf({ name, message }: SwallowedThrow): string {
  const text = oneLine(message, MAX_MESSAGE_CHARS);
  return name === '' || message.startsWith(name) ? text : `${oneLine(name, MAX_NAME_CHARS)}: ${text}`;
}

/** A place in a package, or in Python's own library, that lies elsewhere begins with the package's name. */
function placeText(location: SourceLocation, context: PathContext): string {
  const inPackage = /^.*[\\/](?:node_modules|site-packages|dist-packages|lib[\\/]python3\.\d+)[\\/]([\s\S]*)$/.exec(
    location.path,
  )?.[1];
  const isElsewhere = inPackage !== undefined && displayPath(location.path, context) === location.path;
  return ending(
    isElsewhere ? oneLine(`${inPackage}:${location.line}`) : displayLocation(location, context),
    MAX_PLACE_CHARS,
  );
}

function frameText({ name, location }: TestFrame, context: PathContext): string {
  return `${oneLine(name, MAX_NAME_CHARS)} (${placeText(location, context)})`;
}

/** Failed in the test's own file, or at an unknown place: the error itself is not the cause. */
export function isAssertion({ site, file }: TestFailure): boolean {
  return site.kind === 'unseen' || site.location.path === file;
}
