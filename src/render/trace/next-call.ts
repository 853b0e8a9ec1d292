import type { TracedFunction } from '../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { jsonLine, type Mask, oneLine } from '../plain-text.ts';
import { cutToCost, tokenCost } from '../tokens/token-cost.ts';

/** Longer arguments are not written again. */
const MAX_CALL_TOKENS = 110;
const MAX_SHOWN_TOKENS = 30;

/** The arguments of a call, in the order in which they are written; undefined takes one away. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** A call that shows more than an answer: what is different in it, and what it shows. */
export interface NextCall {
  readonly shows: string;
  readonly change: CallArguments;
}

/** A part of an answer, and what could be asked next. */
export interface Rendered {
  readonly text: string;
  readonly next: NextCall | undefined;
}

/** Takes away all arguments that name a place in a trace's question. */
const NO_PLACE: CallArguments = { function: undefined, file: undefined, line: undefined, call: undefined };
/** Takes away the arguments of a question from a call that asks another. */
export const NO_QUESTION: CallArguments = {
  ...NO_PLACE,
  mode: undefined,
  value: undefined,
  at: undefined,
  rows: undefined,
  compareWith: undefined,
};

/**
 * The arguments as JSON that can be sent as they are; where those are long, or would be masked, what is different in them. Undefined where
 * even that would be masked.
 */
export function callText(given: CallArguments, change: CallArguments, mask: Mask): string | undefined {
  // It stands in a text, in which more is masked than in JSON.
  const isMasked = (json: string) => mask(`: ${json}`) !== `: ${json}`;
  const whole = jsonLine({ ...given, ...change });
  if (tokenCost(whole) <= MAX_CALL_TOKENS && !isMasked(whole)) return whole;
  const { mode, ...rest } = change;
  const set = jsonLine(mode === undefined ? rest : { mode, ...rest });
  if (isMasked(set)) return undefined;
  const gone = Object.keys(change).filter((key) => change[key] === undefined && given[key] !== undefined);
  const without = gone.length > 0 ? ` without ${gone.join(', ')}` : '';
  return cutToCost(oneLine(`the same call with ${set}${without}`), MAX_CALL_TOKENS);
}

/** `Next, call 2 of 6: {"program":"app.js","function":"total()","call":"2"}`; undefined where the call cannot be written. */
export function nextLine(given: CallArguments, { shows, change }: NextCall, mask: Mask): string | undefined {
  const call = callText(given, change, mask);
  return call === undefined ? undefined : `Next, ${cutToCost(shows, MAX_SHOWN_TOKENS)}: ${call}`;
}

/** The arguments that mean a function, and no other of the run. */
export function placeOfFunction(
  called: TracedFunction,
  all: readonly TracedFunction[],
  context: PathContext,
): CallArguments {
  const isName = /^[\w$.#]+$/.test(called.name);
  const isOnly = all.every(({ name, key }) => key === called.key || lastPart(name) !== lastPart(called.name));
  if (called.name === '(top level)' && isOnly) return { ...NO_PLACE, function: called.name };
  if (isName && isOnly) return { ...NO_PLACE, function: `${called.name}()` };
  return { ...NO_PLACE, file: displayPath(called.path, context), line: called.line };
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name;
}
