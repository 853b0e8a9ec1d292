import type { TraceDifference } from '../../../model/trace/trace-difference.ts';
import type { FrameEvent, TracedEnd, TracedValue } from '../../../model/trace/trace-record.ts';
import type { LineMap } from './line-map.ts';

/** The most steps to skip in the search for a common step after the paths have parted. */
const MAX_GAP = 200;

/**
 * The places at which two calls of a function part, in path and in value, in the order of their events; at most so many.
 *
 * @param lineOf The line that a line of the other call is in the file of the first one.
 */
export function differences(
  one: readonly FrameEvent[],
  other: readonly FrameEvent[],
  maxCount: number,
  lineOf: LineMap = (line) => line,
): TraceDifference[] {
  const steps = { one: one.map((event) => stepOf(event)), other: other.map((event) => stepOf(inOne(event, lineOf))) };
  const found: TraceDifference[] = [];
  let [a, b] = [0, 0];
  while ((a < one.length || b < other.length) && found.length < maxCount) {
    const [left, right] = [one[a], other[b]];
    if (left && right && steps.one[a] === steps.other[b]) {
      if (valuesOf(left) !== valuesOf(right)) found.push({ kind: 'value', index: a, one: left, other: right });
      a++;
      b++;
      continue;
    }
    found.push({ kind: 'path', index: a, one: left, other: right });
    const next = nextCommon(steps.one, steps.other, a, b);
    if (!next) break;
    [a, b] = next;
  }
  return found;
}

/** The nearest two events from where both go on alike; undefined where they do not meet again. */
function nextCommon(
  one: readonly string[],
  other: readonly string[],
  fromOne: number,
  fromOther: number,
): readonly [number, number] | undefined {
  for (let gap = 1; gap <= MAX_GAP; gap++) {
    for (let a = 0; a <= gap; a++) {
      const [left, right] = [one[fromOne + a], other[fromOther + gap - a]];
      if (left !== undefined && left === right) return [fromOne + a, fromOther + gap - a];
    }
  }
  return undefined;
}

/** An event with the line that it has in the file of the first call; a line that is not there stays below zero. */
function inOne(event: FrameEvent, lineOf: LineMap): FrameEvent {
  return 'line' in event ? { ...event, line: lineOf(event.line) ?? -event.line } : event;
}

/** The key that two events share if they are the same step. The kept passes of a loop depend on their values. */
function stepOf(event: FrameEvent): string {
  switch (event.kind) {
    case 'branch':
      return `branch ${event.line} ${event.what} ${event.taken}`;
    case 'call':
      return `call ${event.line} ${event.name}`;
    case 'suspended':
      return `suspended ${event.line} ${event.what}`;
    case 'pass':
      return `pass ${event.line} ${event.pass}`;
    case 'dropped':
      return 'dropped';
    case 'skipped':
    case 'loopEnd':
    case 'line':
    case 'caught':
    case 'resumed':
      return `${event.kind} ${event.line}`;
  }
}

/** All that an event says of values, as a text. Times and identities differ from run to run. */
function valuesOf(event: FrameEvent): string {
  switch (event.kind) {
    case 'line':
      return (event.changes ?? []).map(({ name, after }) => `${name}=${after?.text ?? ''}`).join('\n');
    case 'call':
      return [...event.arguments.map(textOf), endOf(event.end)].join('\n');
    case 'suspended':
    case 'resumed':
      return textOf(event.value);
    case 'caught':
      return textOf(event.error);
    case 'skipped':
    case 'loopEnd':
      return String(event.passes);
    case 'branch':
    case 'pass':
    case 'dropped':
      return '';
  }
}

function endOf(end: TracedEnd | undefined): string {
  if (end?.kind === 'returned') return textOf(end.value);
  return end?.kind === 'threw' ? `threw ${textOf(end.error)}` : (end?.kind ?? '');
}

function textOf(value: TracedValue | undefined): string {
  return value?.text ?? '';
}
