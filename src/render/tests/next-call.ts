import { type ActionNames, wordAdvice } from '../../model/advice.ts';
import { isMadeUp } from '../../model/source-location.ts';
import type { TestRunReport } from '../../model/tests/test-report.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { asItIs, type Mask, oneLine } from '../plain-text.ts';

const MAX_NAME_CHARS = 200;

/** The context of {@link nextCall}. */
export interface NextCallOptions extends PathContext {
  /** The command as it was given. */
  readonly program: string;
  readonly actions: ActionNames;
  readonly mask?: Mask;
}

/** The call that would show more, in a sentence; undefined if there is nothing more to show. */
export function nextCall({ outcome, failures, runners }: TestRunReport, options: NextCallOptions): string | undefined {
  const { actions, mask = asItIs } = options;
  const given = JSON.stringify(oneLine(options.program, MAX_NAME_CHARS));
  // What is shortened or masked cannot be passed to a call.
  const isWhole = (text: string) => text.length <= MAX_NAME_CHARS && mask(text) === text;
  const program = isWhole(given) ? given : 'the same command';
  if (outcome.kind === 'timed out') {
    const where = outcome.where ? ` It was at ${displayLocation(outcome.where, options)}.` : '';
    const look = wordAdvice(
      [', or look into it: ', { action: 'launch' }, ` ${program}, then `, { action: 'pause' }],
      actions,
    );
    if (outcome.hang?.hung) return undefined;
    if (outcome.suspended)
      return 'Find out who stopped it: a shell (Ctrl-Z), another program, or the program or a test itself.';
    return `${where.trimStart()}${where === '' ? '' : ' '}Give a longer timeoutMs${look ?? ''}.`;
  }
  const places = failures.flatMap(({ site, error: { related = [], stack } }) => {
    const inner = related.find((each) => each.site)?.site ?? site;
    if (inner.kind !== 'seen') return [];
    const { location, source } = inner;
    // Breakpoints stop only in files.
    const called = source?.caller ?? stack.find((each) => !isMadeUp(each.location.path))?.location;
    const place = isMadeUp(location.path) || source?.caller ? called : location;
    return place === undefined ? [] : [displayLocation(place, options)];
  });
  const place = places.find(isWhole);
  if (place !== undefined) {
    const breakpoints = `["${place}"]`;
    return wordAdvice(
      ['To step there: ', { action: 'launch' }, ` ${program} with breakpoints ${breakpoints}.`],
      actions,
    );
  }
  if (runners.length === 0)
    return `No test runner was recognised in ${given}: give the command that runs the tests (npm test, npx vitest run, node --test, python -m pytest).`;
  return undefined;
}
