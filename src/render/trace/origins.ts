import type { TracedValue } from '../../model/trace/trace-record.ts';
import type {
  ClosestValue,
  TracedCall,
  TracedPlace,
  TraceFinding,
  ValueOrigin,
} from '../../model/trace/trace-report.ts';
import { CHARS_PER_TOKEN } from '../budget.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { counted, oneLine } from '../plain-text.ts';
import { frameRows } from './frame-rows.ts';
import { IMPLIED_TOP } from './life-head.ts';
import { type MadeStatement, renderLives } from './lives.ts';
import type { Rendered } from './next-call.ts';

/** Places besides the most likely one. */
const MAX_OTHERS = 2;
/** Steps of the way by which it came out, from each end. */
const FIRST_STEPS = 2;
const LAST_STEPS = 2;
/** So many calls that were over come between one that was running and the one that made it. */
const CALLS_BETWEEN = 3;
/** The number of calls around it whose statement that made the next call comes early. */
const LEADING_CALLERS = 2;
const MAX_VALUE_CHARS = 60;
const MAX_LINE_CHARS = 230;
const MAX_SOURCE_CHARS = 100;

/** The origin of a value, and the calls that lead there. */
export type OriginsView = Extract<TraceFinding, { kind: 'origins' }> & {
  /** The program's output. */
  readonly written: string;
};

/** The first place of the value, its way out, and the values that the calls before it made. */
export function renderOrigins(view: OriginsView, context: PathContext, budgetTokens: number): Rendered {
  const { origins, texts, call } = view;
  const [first] = origins;
  const said = first ? originLines(view, first, context) : noneLines(view, context);
  const head = said.map((line) => oneLine(line, MAX_LINE_CHARS)).join('\n');
  const title = call
    ? 'Its call, those around it, and the last before it, with what they made:'
    : `${counted(view.calls.length, 'function')} ran; of each its last call, with what it made:`;
  const lives = renderLives(
    {
      ...{ kind: 'lives', calls: view.calls, sources: view.sources, title, wanted: { kind: 'last' } },
      written: `${texts.join(' ')} ${view.written}`,
      ...(call && first ? { entry: call, made: { call, line: first.place.line, ...nearness(view.calls, first) } } : {}),
    },
    context,
    budgetTokens - Math.ceil((head.length + 1) / CHARS_PER_TOKEN),
  );
  return { text: `${head}\n${lives.text}`, next: lives.next };
}

/** The call that a value is in, then those that ended last before it; in between, those that it was made in. */
function nearness(calls: readonly TracedCall[], origin: ValueOrigin): Pick<MadeStatement, 'near' | 'leading'> {
  const isIn = (call: TracedCall, { function: called, number }: ValueOrigin['callers'][number]) =>
    call.function.key === called.key && call.number === number;
  const around = [origin.place, ...origin.callers].flatMap((each) => calls.find((call) => isIn(call, each)) ?? []);
  const endedMs = (call: TracedCall) => call.startedAtMs + call.durationMs;
  const others = calls.filter((call) => !around.includes(call)).sort((a, b) => endedMs(b) - endedMs(a));
  around.forEach((call, index) => {
    others.splice(index * CALLS_BETWEEN, 0, call);
  });
  const sites = around.slice(1, 1 + LEADING_CALLERS).flatMap((call, index) => {
    const line = around[index]?.caller?.line;
    return line === undefined ? [] : [[call, line] as const];
  });
  return { near: new Map(others.map((call, index) => [call, index])), leading: new Map(sites) };
}

function originLines(view: OriginsView, first: ValueOrigin, context: PathContext): string[] {
  const { texts, origins } = view;
  const text = oneLine(texts[first.text] ?? '', MAX_VALUE_CHARS);
  const lines = [`${text} first was ${kindText(first)} in ${placeText(first.place, context)}: ${howText(first)}`];
  // Of a later pass of a loop there is no room for the statement in the rows.
  if (!hasOwnRow(view.call, first.place.line)) lines.push(...sourceLine(view, first.place));
  const way = wayOf(first).map((each) => stepText(each, context));
  if (way.length > 0) lines.push(`It went on: ${way.join('; ')}`);
  for (const { text: part, origin } of view.parts.slice(0, MAX_OTHERS))
    lines.push(...partLines(view, part, origin, context));
  // Another kind of value is another thing: 12345 is not "12345".
  const others = origins.slice(1);
  const kinds = others.filter(({ value, text: of }) => of !== first.text || value.type !== first.value.type);
  const shown = [...kinds, ...others.filter((each) => !kinds.includes(each))].slice(0, MAX_OTHERS);
  for (const other of shown) {
    lines.push(`Also ${kindText(other)} in ${placeText(other.place, context)}: ${howText(other)}`);
  }
  const left = others.length - shown.length;
  if (left > 0) lines.push(`… ${counted(left, 'more place')}`);
  return lines;
}

function partLines(view: OriginsView, part: string, origin: ValueOrigin, context: PathContext): string[] {
  const { place } = origin;
  const what = `Its part ${oneLine(part, MAX_VALUE_CHARS)} first was ${kindText(origin)} in ${placeText(place, context)}`;
  return [`${what}: ${howText(origin)}`, ...sourceLine(view, place)];
}

function hasOwnRow(call: TracedCall | undefined, line: number): boolean {
  return call !== undefined && frameRows(call.events).some((row) => row.line === line);
}

/** The line as it is written; none where it may not be shown. */
function sourceLine({ sources }: OriginsView, { function: { path }, line }: TracedPlace): string[] {
  const written = sources.get(path)?.[line - 1]?.trim() ?? '';
  return written === '' ? [] : [oneLine(`  ${line} ${written}`, MAX_SOURCE_CHARS)];
}

function noneLines(view: OriginsView, context: PathContext): string[] {
  const { texts, closest } = view;
  const what = texts.map((text) => oneLine(text, MAX_VALUE_CHARS)).join(', ');
  const lines = [`No value of own code was ever ${what}, or contained it.`];
  for (const { text: part, origin } of view.parts.slice(0, MAX_OTHERS))
    lines.push(...partLines(view, part, origin, context));
  for (const { value, place } of closest) lines.push(closestText({ value, place }, context));
  return lines;
}

function closestText({ value, place }: Pick<ClosestValue, 'value' | 'place'>, context: PathContext): string {
  return `The longest part of it was ${shownText(value)} in ${placeText(place, context)}: ${howText({ value, place })}`;
}

/** The first and the last steps. */
function wayOf({ path }: ValueOrigin): readonly TracedPlace[] {
  if (path.length <= FIRST_STEPS + LAST_STEPS) return path;
  return [...path.slice(0, FIRST_STEPS), ...path.slice(-LAST_STEPS)];
}

function kindText({ likeness, value }: ValueOrigin): string {
  const kind = /^[aeiou]/i.test(value.type) ? `an ${value.type}` : `a ${value.type}`;
  switch (likeness) {
    case 'equal':
      return `there as ${kind}`;
    case 'item':
      return `there inside of ${kind}`;
    case 'similar':
      return `there, but for brackets, as ${kind}`;
    case 'part':
      return value.number === undefined ? `there as a part of ${kind}` : `there, written otherwise, as ${kind}`;
  }
}

function placeText({ function: called, line }: TracedPlace, context: PathContext): string {
  const path = displayPath(called.path, context).split('/').slice(-2).join('/');
  return `${nameText(called.name)} ${path}:${line}`;
}

function nameText(name: string): string {
  return name.startsWith(IMPLIED_TOP) ? name : `${oneLine(name, 60)}()`;
}

function howText({ place: { how, name = '' }, value }: Pick<ValueOrigin, 'place' | 'value'>): string {
  const text = shownText(value);
  switch (how) {
    case 'set':
      return `${oneLine(name, 60)} = ${text}`;
    case 'passed':
      return `passes ${text} to ${oneLine(name, 60)}`;
    case 'argument':
      return `came in as ${oneLine(name, 60)} = ${text}`;
    case 'result':
      return `${oneLine(name, 60)}() → ${text}`;
    case 'returned':
      return `returned ${text}`;
    case 'threw':
    case 'caught':
      return `${how} ${text}`;
    case 'yielded':
      return `yields ${text}`;
    case 'resumed':
      return `goes on with ${text}`;
  }
}

/** The place that the value came to, in few words. */
function stepText({ how, name = '', ...place }: TracedPlace, context: PathContext): string {
  const where = placeText({ how, ...place }, context);
  const what = oneLine(name, 40);
  switch (how) {
    case 'set':
      return `to ${what} in ${where}`;
    case 'passed':
      return `passed to ${what} in ${where}`;
    case 'argument':
      return `as argument ${what} of ${where}`;
    case 'result':
      return `from ${what} to ${where}`;
    case 'resumed':
      return `waited for in ${where}`;
    default:
      return `${how} by ${where}`;
  }
}

function shownText(value: TracedValue): string {
  return oneLine(value.text, MAX_VALUE_CHARS);
}
