import type { LifeStep, RecordedLife } from '../../../../adapter/live-tracing.ts';
import type { FrameEvent, TraceRecord } from '../../../../model/trace/trace-record.ts';
import { FrameRecorder } from '../frame-recorder.ts';
import { LoopLines } from '../loop-lines.ts';
import type { StopLook } from '../stop-look.ts';

/**
 * The record of a call that was followed statement by statement: what a statement changed shows where the next one begins.
 *
 * @param source The written lines of its file, the first one first.
 */
export function lifeRecord({ call, name, path, steps, isCut }: RecordedLife, source: readonly string[]): TraceRecord {
  return { ...call, events: eventsOf(steps, { name, path, isCut }, new LoopLines(source)) };
}

function eventsOf(
  [first, ...later]: readonly LifeStep[],
  { name, path, isCut }: Pick<RecordedLife, 'name' | 'path' | 'isCut'>,
  lines: LoopLines,
): FrameEvent[] {
  if (!first) return [];
  const recorder = new FrameRecorder(lookOf(first, { name, path }), lines);
  for (const step of later) recorder.arrive(lookOf(step, { name, path }));
  const events = recorder.end();
  return isCut ? [...events, { kind: 'dropped', events: 1 }] : events;
}

/** A step as a stop there would have shown it. */
function lookOf(
  { line, column, variables, isReturn }: LifeStep,
  { name, path }: Pick<RecordedLife, 'name' | 'path'>,
): StopLook {
  const location = { path, line, column };
  const stop = { threadId: 0, frameId: 0, reason: 'step', location, functionName: name, hitBreakpointIds: [] } as const;
  const look = { stop, variables, around: [], results: new Map(), thrown: new Map(), calls: [], callers: [] };
  return isReturn ? { ...look, returning: { type: '', value: '', variablesReference: 0 } } : look;
}
