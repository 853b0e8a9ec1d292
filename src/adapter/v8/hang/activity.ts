import type { ScriptId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { RunFunction } from '../../../model/hang-report.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { InspectedFrame, ThreadActivity } from '../../hang-evidence.ts';
import type { Pause } from '../pauses/pause.ts';
import { SourceLines } from '../source/source-lines.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { type CountedFunction, countCalls } from './coverage.ts';
import { inspectCalledFrame, isProgram } from './inspect-frames.ts';
import { breakPlaces, InspectionBreakpoints } from './inspection-breakpoints.ts';
import { drivesItself } from './loops.ts';
import { atPauses } from './pauses.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

/** Limits of the stops: the number of functions, the places of each, and all stops together. */
const MAX_FUNCTIONS = 3;
const MAX_PLACES = 6;
const MAX_INSPECTIONS = 12;
const INSPECTION_MS = 2_000;

/** A function that ran, where it is in its script, and how likely it is the one that keeps the others going. */
interface Ran extends RunFunction {
  readonly scriptId: ScriptId;
  readonly lines: SourceLines;
  readonly range: { readonly start: number; readonly end: number };
  readonly drives: number;
}

/**
 * Counts the functions of the program that run within the time, without a pause; then stops in the most likely ones a few times, to see
 * what their conditions depend on.
 */
export async function watchActivity(thread: V8Thread, limits: Limits): Promise<ThreadActivity> {
  const began = performance.now();
  const options = { signal: limits.signal };
  const counted = await countCalls(thread, limits);
  const countedMs = Math.round(performance.now() - began);
  if (!counted) return { functions: undefined, countedMs, inspections: [] };
  const ran = await ranFunctions(thread, counted, options);
  const inspections = ran.length === 0 ? [] : await inspectFunctions(thread, ran.slice(0, MAX_FUNCTIONS), options);
  const functions = ran.map(({ name, location, calls }) => ({ name, location, calls }));
  return { functions, countedMs, inspections };
}

async function ranFunctions(
  thread: V8Thread,
  counted: readonly CountedFunction[],
  options: CallOptions,
): Promise<Ran[]> {
  const ids = [...new Set(counted.map(({ scriptId }) => scriptId))];
  const perScript = await Promise.all(
    ids.map(async (scriptId) => {
      const { scriptSource } = await thread.session.send('Debugger.getScriptSource', { scriptId }, options);
      const script = { source: scriptSource, lines: new SourceLines(scriptSource) };
      return counted.flatMap((each) => (each.scriptId === scriptId ? describe(thread, script, each) : []));
    }),
  );
  return perScript.flat().sort((a, b) => b.drives - a.drives || b.calls - a.calls);
}

function describe(
  thread: V8Thread,
  { source, lines }: { readonly source: string; readonly lines: SourceLines },
  { scriptId, name, start, end, calls }: CountedFunction,
): Ran {
  const { likelihood, linesToLoop } = drivesItself(source.slice(start, end), name);
  const begin = lines.positionOf(start);
  // A loop that awaits is where it goes on, not the head of its function.
  const at = linesToLoop === undefined ? begin : { lineNumber: begin.lineNumber + linesToLoop, columnNumber: 0 };
  const { kind: _, ...location } = thread.scripts.locate({ scriptId, ...at });
  return {
    name: name !== '' ? name : start === 0 ? MODULE_FRAME : '(anonymous)',
    location,
    calls,
    scriptId,
    lines,
    range: { start, end },
    drives: likelihood,
  };
}

/** Breakpoints of our own, which are not reported, for a dozen passes. */
async function inspectFunctions(
  thread: V8Thread,
  ran: readonly Ran[],
  options: CallOptions,
): Promise<InspectedFrame[]> {
  const inspections: InspectedFrame[] = [];
  const read = async (pause: Pause): Promise<'more' | 'enough'> => {
    const frame = pause.frames.find(isProgram);
    if (frame) inspections.push(await inspectCalledFrame(thread, frame, { timeoutMs: 1_000 }));
    return inspections.length < MAX_INSPECTIONS ? 'more' : 'enough';
  };
  const done = atPauses(thread, read, { timeoutMs: INSPECTION_MS, signal: options.signal });
  const breakpoints = new InspectionBreakpoints(thread);
  await Promise.all(
    ran.map(async ({ scriptId, lines, range }) => {
      const [start, end] = [lines.positionOf(range.start), lines.positionOf(range.end)];
      const places = await breakPlaces(thread, { scriptId, start, end, restrictToFunction: true }, options).catch(
        () => [],
      );
      await breakpoints.set(places.filter(({ type }) => type !== 'return').slice(0, MAX_PLACES), options);
    }),
  );
  await done;
  await breakpoints.clear();
  return inspections;
}
