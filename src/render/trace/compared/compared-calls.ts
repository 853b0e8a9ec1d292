import type { CallDifference, TraceComparison, TracedFunction, TracedNode } from '../../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../../paths.ts';
import { counted, oneLine } from '../../plain-text.ts';
import { layOut, type SectionLine } from '../../sections.ts';
import { nodeCall } from '../calls.ts';
import { endText } from '../facts.ts';
import { type NextCall, NO_QUESTION, placeOfFunction, type Rendered } from '../next-call.ts';
import { sides } from './sides.ts';

const MAX_ROW_CHARS = 200;
const MAX_CALL_CHARS = 80;
const MAX_COUNTS = 8;
const MAX_CALLERS_CHARS = 90;

type CallsComparison = Extract<TraceComparison, { of: 'calls' }>;

/** The first call where two trees of calls part, then the next ones, and which functions were called more or less often. */
export function renderComparedCalls(view: CallsComparison, context: PathContext, budgetTokens: number): Rendered {
  const { differences, counts } = view;
  const calls = differences.flatMap((each, index) => differenceLines(each, index, { view, context }));
  const shownCounts = counts.slice(0, MAX_COUNTS).map(({ function: called, one, other }) => ({
    text: `  ${oneLine(called.name, 60)} ${placeText(called, context)}: ${counted(one, 'call')} here, ${other} there`,
    tier: 3,
  }));
  const moreCounts = counts.length - shownCounts.length;
  const note = ({ lines: left }: { readonly lines: number }) => (left > 0 ? `… ${left} more lines` : undefined);
  const folded = foldedText(view.folded).map((each) => ({ text: each, tier: 0 }));
  const text = layOut(
    header(view),
    [
      { lines: calls, note },
      { lines: folded },
      {
        ...(counts.length > 0 ? { title: 'Called another number of times:' } : {}),
        lines: shownCounts,
        note: ({ lines: left }) => (left + moreCounts > 0 ? `  … ${left + moreCounts} more functions` : undefined),
      },
    ],
    budgetTokens,
  );
  return { text, next: nextOf(view, context) };
}

/** The function where they part: the caller, where it is what was called, or with what, that differs. */
function nextOf({ differences, counts, otherName }: CallsComparison, context: PathContext): NextCall | undefined {
  const [parting] = differences;
  const caller = parting?.callers.at(-1);
  if (caller !== undefined && parting?.kind !== 'result' && /^[\w$.#]+$/.test(caller)) {
    const change = { ...NO_QUESTION, function: `${caller}()`, call: 'first' };
    return { shows: `the life of ${oneLine(caller, 40)} in this run`, change };
  }
  const first = parting && nodeOf(parting);
  const called = first?.function ?? counts[0]?.function;
  if (!called) return undefined;
  const place = placeOfFunction(called, [called], context);
  const shows = `the life of ${oneLine(called.name, 40)} ${first ? 'in this run' : `here; ${otherName} differs`}`;
  return { shows, change: { ...NO_QUESTION, ...place, call: first?.end.kind === 'threw' ? 'throws' : 'last' } };
}

function header({ differences, counts, otherName }: CallsComparison): string {
  if (differences.length > 0) return `The calls differ from those in ${otherName}:`;
  return counts.length > 0
    ? `The calls that are kept are alike here and in ${otherName}, but not how many there were:`
    : `The calls are alike here and in ${otherName}: the same functions, arguments and results.`;
}

/** Warns of calls that may differ all the same. */
function foldedText(folded: number): string[] {
  if (folded === 0) return [];
  return [`Not compared: ${counted(folded, 'call')}, each like one that is kept in path and kinds of values.`];
}

interface Place {
  readonly view: CallsComparison;
  readonly context: PathContext;
}

function differenceLines(each: CallDifference, index: number, { view, context }: Place): SectionLine[] {
  const tier = 1 + index / 100;
  const node = nodeOf(each);
  const callers = oneLine(each.callers.join(' › '), MAX_CALLERS_CHARS);
  const within = callers === '' ? '' : ` in ${callers}`;
  const name =
    each.kind === 'result' || each.kind === 'repeated'
      ? oneLine(nodeCall(node), MAX_CALL_CHARS)
      : oneLine(node.function.name, 60);
  const title = `${index === 0 ? 'First' : 'Then'}${within}: ${name} ${placeText(node.function, context)} ${WHAT[each.kind]}`;
  const [here, there] = sidesOf(each);
  return [
    { text: oneLine(title, MAX_ROW_CHARS), tier },
    ...sides({ what: '', otherName: view.otherName, tier }, here, there),
  ];
}

const WHAT: Readonly<Record<CallDifference['kind'], string>> = {
  arguments: 'got other arguments',
  result: 'ended differently',
  repeated: 'was called again another number of times',
  onlyHere: 'was called only in this run',
  onlyThere: 'was not called in this run',
  instead: 'was called instead of another function',
};

function sidesOf(each: CallDifference): readonly [string, string] {
  switch (each.kind) {
    case 'arguments':
    case 'instead':
      return [wholeCall(each.one), wholeCall(each.other)];
    case 'result':
      return [endText(each.one.end), endText(each.other.end)];
    case 'repeated':
      return [`${each.one.alike} more alike`, `${each.other.alike} more alike`];
    case 'onlyHere':
      return [wholeCall(each.one), 'no such call'];
    case 'onlyThere':
      return ['no such call', wholeCall(each.other)];
  }
}

function wholeCall(node: TracedNode): string {
  return `${nodeCall(node)} ${endText(node.end)}`;
}

function nodeOf(each: CallDifference): TracedNode {
  return each.kind === 'onlyThere' ? each.other : each.one;
}

function placeText({ path, line }: TracedFunction, context: PathContext): string {
  return `${displayPath(path, context)}:${line}`;
}
