import { DebugError } from '../../model/debug-error.ts';
import type { TracePlace, TracePoint, WantedCall, WantedTrace } from '../../model/trace/trace-request.ts';
import type { ResolvePath } from './place-syntax.ts';

/** The parts of a trace's question that may contradict each other. */
interface QuestionArguments {
  readonly mode?: string | undefined;
  readonly function?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly call?: string | undefined;
  readonly value?: string | undefined;
  readonly at?: readonly string[] | undefined;
  readonly compareWith?: unknown;
}

/** An argument that would be left aside: an answer without it is not what was asked for. @throws DebugError `invalid_argument` */
export function refuseUnused(args: QuestionArguments): void {
  const { mode, function: name, file, line, at } = args;
  if (args.value !== undefined) refuseBesideValue(args);
  if (at !== undefined && mode !== undefined && mode !== 'values') {
    throw unused(`Mode ${mode} has no use for at.`, 'at', 'Leave out mode for values at places, or at for this mode.');
  }
  const place = name === undefined ? (file === undefined ? undefined : 'file') : 'function';
  if (at !== undefined && place !== undefined) {
    throw unused(
      `at and ${place} do not go together.`,
      place,
      'Name the place in at: "invoice()", "cart.js:19: price".',
    );
  }
  if (line !== undefined && name !== undefined) {
    const advice =
      'Give function, with file where several files have one; or file and line for the function around it.';
    throw unused('function and line do not go together.', 'line', advice);
  }
  if (line !== undefined && file === undefined) throw unused('line needs file.', 'line', 'Name the file it is in.');
}

/** Refuses arguments beside `value`: the origin of a value is a question of its own, whose answer is a call. */
function refuseBesideValue({ mode, at, call, compareWith }: QuestionArguments): void {
  if (mode !== undefined && mode !== 'deep') {
    throw unused(`Mode ${mode} has no use for value.`, 'value', 'Leave out mode for where the value came from.');
  }
  const other = [{ at }, { call }, { compareWith }]
    .flatMap((each) => Object.entries(each))
    .find(([, given]) => given !== undefined);
  if (!other) return;
  const [name] = other;
  throw unused(
    `value and ${name} do not go together.`,
    name,
    `Leave out ${name}: value finds the call that it is about.`,
  );
}

/** Refuses `call` in a mode that shows no single call. @throws DebugError `invalid_argument` */
export function refuseCall({ call, mode }: QuestionArguments, kind: WantedTrace['kind']): void {
  if (call === undefined || kind === 'frame') return;
  const advice = 'Name the function whose call it is, "invoice()", for mode frame or deep; or leave call out.';
  throw unused(`Mode ${mode ?? kind} has no use for call.`, 'call', advice);
}

function unused(message: string, argument: string, advice: string): DebugError {
  return new DebugError('invalid_argument', message, { advice, details: { argument } });
}

/**
 * Reads a point: `cart.js:19: price, item.sku`, `cart.js:19 if total > 60: price`, `priceOf()`.
 *
 * @throws DebugError `invalid_argument`
 */
export function tracePoint(text: string, id: number, resolvePath: ResolvePath): TracePoint {
  const [, written, rest = ''] = /^([\w$.#]+\(\)|\(top level\)|.+?:\d+)(?![\d:]\d)(.*)$/s.exec(text.trimStart()) ?? [];
  const place = written === undefined ? undefined : placeOf(written, resolvePath);
  const { condition, expressions } = behindPlace(rest);
  if (place === undefined || (rest.trim() !== '' && condition === undefined && expressions === undefined)) {
    throw notAPoint(text);
  }
  const parts = expressions === undefined ? [] : splitAtCommas(expressions);
  if (place.kind === 'line' && parts.length === 0) throw notAPoint(text);
  return { id, place, expressions: parts, ...(condition === undefined ? {} : { condition: condition.trim() }) };
}

/** ` if total > 60: price, item.sku`, either half of it, or neither. */
function behindPlace(rest: string): { readonly condition?: string; readonly expressions?: string } {
  const colon = rest.search(/:\s[\s\S]/);
  const before = colon === -1 ? rest : rest.slice(0, colon);
  const [word] = /^\s+if\s+(?=\S)/.exec(before) ?? [];
  if (word === undefined && before.trim() !== '') return {};
  const condition = word === undefined ? {} : { condition: before.slice(word.length) };
  return colon === -1 ? condition : { ...condition, expressions: rest.slice(colon + 2) };
}

/** `total()`, `Cart.total()`, `app.js:12`: a function, or the one around a line. Undefined for anything else. */
export function placeOf(text: string, resolvePath: ResolvePath): TracePlace | undefined {
  const name = /^([\w$.#<>]+|\(top level\))(?:\(\))?$/.exec(text)?.[1];
  const [, path, line] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (path !== undefined && Number(line) > 0) return { kind: 'line', path: resolvePath(path), line: Number(line) };
  return name === undefined ? undefined : { kind: 'function', name };
}

/** Reads which call is meant: `first`, `last`, `3`, `throws`, `if total > 60`. @throws DebugError `invalid_argument` */
export function wantedCall(text: string): WantedCall {
  const trimmed = text.trim();
  const condition = /^if\s+(.+)$/s.exec(trimmed)?.[1];
  if (condition !== undefined) return { kind: 'condition', expression: condition };
  if (/^[1-9]\d*$/.test(trimmed)) return { kind: 'number', number: Number(trimmed) };
  if (trimmed === 'first' || trimmed === 'last' || trimmed === 'throws') return { kind: trimmed };
  throw new DebugError('invalid_argument', `"${text}" does not say which call is meant.`, {
    advice: 'Write first, last, throws, a number ("3": the third call), or a condition ("if total > 60").',
    details: { argument: 'call' },
  });
}

const MAX_PARTS = 4;
const MIN_PART_CHARS = 3;

/** The calls that a value came from. What a value is put together from may have been wrong before: its longer words are looked for, too. */
export function wantedValue(text: string): WantedCall {
  const words = text.match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? [];
  const parts = [...new Set(words)].filter((each) => each.length >= MIN_PART_CHARS && each !== text);
  // All that a text in quotes has in it is that text.
  const isWhole = parts.some((each) => each.length === text.length - 2 && /^["']/.test(text));
  return {
    kind: 'value',
    texts: [text],
    ...(isWhole || parts.length === 0 ? {} : { parts: parts.slice(0, MAX_PARTS) }),
  };
}

function notAPoint(text: string): DebugError {
  return new DebugError('invalid_argument', `"${text}" is not a point of a program with expressions.`, {
    advice:
      'Write file:line: expressions ("cart.js:19: price, item.sku"), with a condition "cart.js:19 if price > 9: price", or a function: "priceOf()".',
    details: { argument: 'at' },
  });
}

const OPENING = '([{';
const CLOSING = ')]}';

/** The parts between the commas that stand in no brackets and no string. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if ('\'"`'.includes(char)) quote = char;
    else if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char)) depth--;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  parts.push(text.slice(begin));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
