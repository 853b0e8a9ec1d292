import type { CallOptions } from '../../../model/call-options.ts';
import type { LineRange } from '../../../model/hang-report.ts';
import type { InspectedFrame, LoopSnapshot, LoopTest } from '../../hang-evidence.ts';
import type { Pause, PausedFrame } from '../pauses/pause.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import type { TestText } from './comparisons.ts';
import { type LoopText, type PlaceText, placeText } from './loops.ts';
import { readValues } from './values.ts';

/** The innermost frames of the program, and the outermost: a deep recursion between them is all alike. */
const INNERMOST = 12;
const OUTERMOST = 6;

/** The frames of a pause that are the program's, with the values of the loops that they stand in. */
export async function inspectFrames(thread: V8Thread, pause: Pause, options?: CallOptions): Promise<InspectedFrame[]> {
  const own = pause.frames.filter(isProgram);
  const read = new Set([...own.slice(0, INNERMOST), ...own.slice(-OUTERMOST)]);
  return Promise.all(
    pause.frames.map((frame) => (read.has(frame) ? inspectFrame(thread, frame, options) : bareFrame(frame))),
  );
}

/** A frame that stands in a function which is called again and again: its `if`s count as the tests of a loop. */
export async function inspectCalledFrame(
  thread: V8Thread,
  frame: PausedFrame,
  options?: CallOptions,
): Promise<InspectedFrame> {
  const text = await textAround(thread, frame, options);
  if (!text) return bareFrame(frame);
  const loops = text.loops.length > 0 ? text.loops : [text.guards];
  return { ...bareFrame(frame), loops: await snapshotsOf(thread, frame, loops) };
}

/** True if a frame is of the program itself, not of Node or a package. */
export function isProgram({ script, isWritten }: PausedFrame): boolean {
  return script.origin === 'program' && isWritten;
}

function bareFrame(frame: PausedFrame): InspectedFrame {
  const { scriptId, lineNumber, columnNumber = 0 } = frame.callFrame.functionLocation ?? frame.callFrame.location;
  return {
    name: frame.name,
    location: frame.location,
    presentation: isProgram(frame) ? 'normal' : 'internal',
    functionId: `${scriptId}:${lineNumber}:${columnNumber}`,
    loops: [],
  };
}

async function inspectFrame(thread: V8Thread, frame: PausedFrame, options?: CallOptions): Promise<InspectedFrame> {
  const text = await textAround(thread, frame, options);
  if (!text) return bareFrame(frame);
  const loops = await snapshotsOf(thread, frame, text.loops);
  return { ...bareFrame(frame), loops, ...(text.call === undefined ? {} : { call: text.call }) };
}

async function textAround(thread: V8Thread, frame: PausedFrame, options?: CallOptions): Promise<PlaceText | undefined> {
  const { scriptId, lineNumber, columnNumber = 0 } = frame.callFrame.location;
  const { scriptSource } = await thread.session.send('Debugger.getScriptSource', { scriptId }, options);
  return placeText(scriptSource, lineNumber + 1, columnNumber);
}

async function snapshotsOf(thread: V8Thread, frame: PausedFrame, loops: readonly LoopText[]): Promise<LoopSnapshot[]> {
  const sides = ({ left, right }: TestText) => (right === undefined ? [left] : [left, right]);
  const wanted = loops.flatMap(({ tests, names }) => [...tests.flatMap(sides), ...names]);
  const values = await readValues(thread.session, frame.callFrame.callFrameId, wanted);
  const testOf = ({ operator, left, right }: TestText): LoopTest[] => {
    const found = values.get(keyOf(left));
    if (!found) return [];
    if (right === undefined) return [{ operator, left: found }];
    const other = values.get(keyOf(right));
    return other ? [{ operator, left: found, right: other }] : [];
  };
  return loops.map((loop) => ({
    lines: linesIn(thread, frame, loop),
    ...(loop.condition === undefined ? {} : { condition: loop.condition }),
    ending: loop.ending,
    awaits: loop.awaits,
    ...(loop.course === undefined ? {} : { course: loop.course }),
    tests: loop.tests.flatMap(testOf),
    values: loop.names.flatMap((name) => values.get(name) ?? []),
  }));
}

function keyOf(expression: string): string {
  return expression.replace(/\s+/g, ' ');
}

/** The lines of a loop, in the written file. */
function linesIn(thread: V8Thread, frame: PausedFrame, { firstLine, lastLine }: LoopText): LineRange {
  const { scriptId } = frame.callFrame.location;
  if (!thread.scripts.mapOf(frame.script)) return { path: frame.script.path, first: firstLine, last: lastLine };
  const lines = Array.from({ length: Math.min(lastLine - firstLine + 1, 500) }, (_, index) => firstLine - 1 + index)
    .map((lineNumber) => thread.scripts.locate({ scriptId, lineNumber, columnNumber: 1_000 }))
    .filter(({ kind, path }) => kind === 'source' && path === frame.location.path)
    .map(({ line }) => line);
  const { path, line } = frame.location;
  return { path, first: Math.min(line, ...lines), last: Math.max(line, ...lines) };
}
