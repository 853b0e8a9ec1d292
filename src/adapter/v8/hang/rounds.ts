import type { CallOptions } from '../../../model/call-options.ts';
import type { LineRange } from '../../../model/hang-report.ts';
import type { LoopSnapshot } from '../../hang-evidence.ts';
import type { Pause } from '../pauses/pause.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { inspectCalledFrame, isProgram } from './inspect-frames.ts';
import { breakPlaces, InspectionBreakpoints } from './inspection-breakpoints.ts';
import { atPause, atPauses } from './pauses.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

/** Rounds of a loop that are inspected. */
const MAX_ROUNDS = 6;
const MAX_PLACES = 12;
const PAUSE_MS = 1_000;

/**
 * A loop at the same place in consecutive rounds, oldest first: as many as there are within the time, up to a few. Undefined when the
 * loop's script is not found.
 */
export async function loopRounds(
  thread: V8Thread,
  { path, first, last }: LineRange,
  limits: Limits,
): Promise<LoopSnapshot[] | undefined> {
  const { scripts } = thread;
  const script = scripts.ofProgram().findLast((each) => each.path === path);
  if (!script || scripts.mapOf(script)) return undefined;
  const range = {
    scriptId: script.id,
    start: { lineNumber: first - 1, columnNumber: 0 },
    end: { lineNumber: last, columnNumber: 0 },
    restrictToFunction: false,
  };
  const options = { timeoutMs: 1_000, signal: limits.signal };
  const places = (await breakPlaces(thread, range, options)).slice(0, MAX_PLACES);
  if (places.length === 0) return undefined;
  const passes = new Map<string, LoopSnapshot[]>();
  const read = async (pause: Pause): Promise<'more' | 'enough'> => {
    const frame = pause.frames.find(isProgram);
    const [id] = pause.params.hitBreakpoints ?? [];
    if (!frame || id === undefined) return 'more';
    const { loops } = await inspectCalledFrame(thread, frame, options);
    const snapshot = loops.find(({ lines }) => lines.first === first && lines.last === last);
    const seen = passes.get(id) ?? [];
    passes.set(id, seen);
    if (snapshot) seen.push(snapshot);
    if (seen.length < MAX_ROUNDS) return 'more';
    await breakpoints.clear();
    return 'enough';
  };
  const breakpoints = new InspectionBreakpoints(thread);
  // All at once: V8 of Node 22 hears nothing more when a loop runs on with none but breakpoints that it never reaches.
  await atPause(thread, () => breakpoints.set(places, options), { timeoutMs: PAUSE_MS, signal: limits.signal });
  await atPauses(thread, read, limits);
  await breakpoints.clear();
  return [...passes.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}
