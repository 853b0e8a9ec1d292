import type { CallOptions } from '../../model/call-options.ts';
import { breakPlaces, StudyBreakpoints } from './hang-breakpoints.ts';
import { atPause, atPauses } from './hang-pauses.ts';
import { isProgram } from './hang-study.ts';
import type { NodeTarget } from './node-target.ts';
import type { Pause, PausedFrame } from './pause.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const PAUSE_MS = 400;
/** Functions that are watched: the innermost calls, and the outermost. */
const INNERMOST = 12;
const OUTERMOST = 5;
/** Returns of one function that are counted, after which it is known to return. */
const MAX_RETURNS = 5;
const MAX_PLACES = 6;

/**
 * How many of the program's frames, from the outermost on, do not return within the time. The places where their functions return get
 * breakpoints; stepping out would be simpler, but leaves V8 of Node 22 deaf to the next pause when the step never ends.
 */
export async function stayingFrames(target: NodeTarget, limits: Limits): Promise<number | undefined> {
  const { signal } = limits;
  const own = await atPause(target, async (pause) => pause.frames.filter(isProgram), { timeoutMs: PAUSE_MS, signal });
  if (!own) return undefined;
  let staying = own.length;
  const breakpoints = new StudyBreakpoints(target);
  const returns = new Map<string, { count: number; ids: readonly string[] }>();
  const read = async (pause: Pause): Promise<'more' | 'enough'> => {
    const [top, ...callers] = pause.frames.filter(isProgram);
    if (!top) return 'more';
    // The call at this depth is another one from now on.
    if (callers.length < own.length) staying = Math.min(staying, callers.length);
    const seen = returns.get(functionOf(top));
    if (seen && ++seen.count >= MAX_RETURNS) await breakpoints.remove(seen.ids);
    return staying === 0 ? 'enough' : 'more';
  };
  const done = atPauses(target, read, limits);
  const watched = new Map(
    [...own.slice(0, INNERMOST), ...own.slice(-OUTERMOST)].map((each) => [functionOf(each), each]),
  );
  await Promise.all(
    [...watched].map(async ([key, frame]) => {
      const ids = await breakpoints.set(await returnPlaces(target, frame, { signal }), { signal });
      returns.set(key, { count: 0, ids });
    }),
  );
  await done;
  await breakpoints.clear();
  return staying;
}

function functionOf({ callFrame }: PausedFrame): string {
  const { scriptId, lineNumber, columnNumber = 0 } = callFrame.functionLocation ?? callFrame.location;
  return `${scriptId}:${lineNumber}:${columnNumber}`;
}

async function returnPlaces(target: NodeTarget, { callFrame }: PausedFrame, options: CallOptions) {
  const start = callFrame.functionLocation;
  if (!start) return [];
  const { scriptId, lineNumber, columnNumber = 0 } = start;
  const range = { scriptId, start: { lineNumber, columnNumber }, restrictToFunction: true };
  const places = await breakPlaces(target, range, options).catch(() => []);
  return places.filter(({ type }) => type === 'return').slice(-MAX_PLACES);
}
