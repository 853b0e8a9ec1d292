import type {
  TracedCaller,
  TracedChange,
  TracedEnd,
  TracedResult,
  TracedValue,
} from '../../model/trace/trace-record.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { cut, oneLine } from '../plain-text.ts';

const MAX_VALUE_CHARS = 70;
/** The longest text of a value among several in a row. */
const MAX_PART_CHARS = 36;
const MAX_NAME_CHARS = 60;

/** A value in one line. */
export function valueText({ text }: TracedValue, maxChars: number = MAX_VALUE_CHARS): string {
  return oneLine(text, maxChars);
}

/** `total 0 → 36`, `item = { … }`, `cart.coupon gone`. What was there before another object is in the row before. */
export function changeText({ name, before, after }: TracedChange): string {
  const what = oneLine(name, MAX_NAME_CHARS);
  if (after === undefined) return `${what} gone`;
  const isReplaced = before?.object !== undefined && after.object !== undefined && before.object !== after.object;
  if (before === undefined || isReplaced) return `${what} = ${valueText(after)}`;
  return `${what} ${valueText(before, MAX_PART_CHARS)} → ${valueText(after)}`;
}

/** `priceOf({ sku: "a" })`. */
export function invocationText(name: string, values: readonly TracedValue[]): string {
  const shown = values.slice(0, 6).map((value) => valueText(value, MAX_PART_CHARS));
  if (values.length > shown.length) shown.push('…');
  return `${oneLine(name, MAX_NAME_CHARS)}(${shown.join(', ')})`;
}

/** `→ 36`, `threw TypeError: …`, or where it waits; empty while nothing is known. */
export function endText(end: TracedEnd | undefined): string {
  switch (end?.kind) {
    case undefined:
      return '(not ended)';
    case 'returned':
      return `→ ${valueText(end.value)}`;
    case 'threw':
      // What was caught out of a tracer's sight has no text worth a row; the end of the call itself says so.
      return end.error.type === 'unknown' ? 'threw' : `threw ${valueText(end.error, 120)}`;
    case 'suspended':
      return `waits at line ${end.line}`;
    case 'closed':
      return `closed at line ${end.line}`;
    case 'running':
      return `still running at line ${end.line}`;
    case 'unseen':
      return `its end was not seen; it was at line ${end.line} last`;
  }
}

/** `price = 40`, `item.sku threw ReferenceError: …`. */
export function resultText(result: TracedResult): string {
  const name = oneLine(result.name, MAX_NAME_CHARS);
  return result.kind === 'value'
    ? `${name} = ${valueText(result.value)}`
    : `${name} threw ${cut(oneLine(result.message), MAX_VALUE_CHARS)}`;
}

/** `from checkout (app.js:40)`; empty where no code of the program called. */
export function callerText(caller: TracedCaller | undefined, context: PathContext): string {
  if (!caller) return '';
  return `from ${oneLine(caller.name, MAX_NAME_CHARS)} (${displayPath(caller.path, context)}:${caller.line})`;
}

/** `1.2 ms`, `340 µs`, `2.5 s`. */
export function durationText(durationMs: number): string {
  if (durationMs < 0.9995) return `${Math.round(durationMs * 1_000)} µs`;
  if (durationMs < 999.5) return `${Number(durationMs.toPrecision(3))} ms`;
  return `${Number((durationMs / 1_000).toPrecision(3))} s`;
}
