import type { TracedChange, TracedValue } from '../../model/trace/trace-record.ts';
import type { TracedCall } from '../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import { IMPLIED } from './calls.ts';
import { changeText, endText } from './facts.ts';

const MAX_VALUE_CHARS = 50;
const MAX_ARGUMENTS_CHARS = 100;
const MAX_FAR_CHARS = 70;
/** Values of at most this length are written each time; of longer ones, their start. */
const SHORT_CHARS = 20;

/** The beginning of the names of code outside of functions. */
export const IMPLIED_TOP = '(top';

/** The text of a value in a head. */
type Shown = (value: TracedValue) => TracedValue;

/**
 * The first lines of calls that stand one below the other: `priceOf(item = {…}) cart.js:5 → 36`. A file and a long value that have been
 * written above are not written again.
 */
export class LifeHeads {
  readonly #context: PathContext;
  readonly #written = new Set<string>();
  #file: string | undefined;

  constructor(context: PathContext) {
    this.#context = context;
  }

  /** `isFar`: other calls are of more interest. */
  next(call: TracedCall, isFar: boolean): string {
    const { path } = call.function;
    const place = path === this.#file ? '' : placeIn(path, this.#context);
    this.#file = path;
    return headText(call, { place, isFar, shown: (value) => this.#shown(value) });
  }

  #shown(value: TracedValue): TracedValue {
    const { text } = value;
    if (text.length <= SHORT_CHARS) return value;
    if (this.#written.has(text)) return { ...value, text: oneLine(text, SHORT_CHARS) };
    this.#written.add(text);
    return value;
  }
}

/** The first line of a call where nothing of it has been written yet. */
export function wholeHead(call: TracedCall, isFar: boolean, context: PathContext): string {
  return headText(call, { place: placeIn(call.function.path, context), isFar, shown: (value) => value });
}

function headText(
  call: TracedCall,
  { place, isFar, shown }: { readonly place: string; readonly isFar: boolean; readonly shown: Shown },
): string {
  const { name, line } = call.function;
  const listed = call.arguments.filter((each) => !IMPLIED.includes(each.name));
  const others = listed.filter((each) => !isImpliedThis(each, name) && (!isFar || each.name !== 'this'));
  const given = (others.length > 0 ? others : listed).map(({ after, ...each }) =>
    oneLine(changeText({ ...each, ...(after && { after: shown(after) }) }), MAX_VALUE_CHARS),
  );
  const all = oneLine(given.join(', '), isFar ? MAX_FAR_CHARS : MAX_ARGUMENTS_CHARS);
  const what = name.startsWith(IMPLIED_TOP) ? name : `${oneLine(name, 60)}(${all})`;
  const { end } = call;
  const came = endText(end.kind === 'returned' ? { ...end, value: shown(end.value) } : end);
  return `${what} ${place}:${line} ${oneLine(came, MAX_VALUE_CHARS)}`;
}

/** A file with its folder: there are many index.js. */
function placeIn(path: string, context: PathContext): string {
  return displayPath(path, context).split('/').slice(-2).join('/');
}

/** True if the method's name says the object on which the method is called, whose room the arguments need. */
function isImpliedThis({ name, after }: TracedChange, called: string): boolean {
  return name === 'this' && after !== undefined && called.startsWith(`${after.type}.`);
}
