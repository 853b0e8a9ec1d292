import type { FunctionTotal, TracedFunction, TracedNode } from '../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { counted, oneLine } from '../plain-text.ts';
import { layOut, type SectionLine } from '../sections.ts';
import { changeText, durationText, endText } from './facts.ts';
import { type CallArguments, type NextCall, NO_QUESTION, placeOfFunction, type Rendered } from './next-call.ts';

const MAX_ROW_CHARS = 200;
const MIN_CALL_CHARS = 60;
const MAX_ARGUMENTS = 4;
const MOST_OF_IT = 0.75;
/** Parameters for the object or the class of a method, which the method's name implies. */
export const IMPLIED: readonly string[] = ['self', 'cls'];

/** A call of the tree that is a line of the answer. */
interface TreeLine {
  readonly node: TracedNode;
  readonly depth: number;
  /** True if the call, or a call in it, threw. */
  readonly isAlarming: boolean;
  /** Calls of the tree that it is, without those alike. */
  readonly size: number;
}

/** The tree of calls: each with its arguments, result and duration, alike ones folded; what threw and what took long comes first. */
export function renderCalls(
  { roots, totals }: { readonly roots: readonly TracedNode[]; readonly totals: readonly FunctionTotal[] },
  context: PathContext,
  budgetTokens: number,
): Rendered {
  const all = roots.flatMap((root) => treeLines(root, 0));
  const longestMs = all.reduce((most, { node }) => Math.max(most, node.durationMs), 0);
  const lines = all.map((each) => sectionLine(each, longestMs, context));
  let leftOut = 0;
  const note = ({ lines: left }: { readonly lines: number }) => {
    leftOut = left;
    return left > 0 ? `… ${counted(left, 'row')} of the tree left out` : undefined;
  };
  const text = layOut(header(totals, all.length), [{ lines, note }], budgetTokens);
  return { text, next: nextOf(all, totals, leftOut, context) };
}

function header(totals: readonly FunctionTotal[], rows: number): string {
  const calls = totals.reduce((sum, each) => sum + each.calls, 0);
  const threw = totals.reduce((sum, each) => sum + each.threw, 0);
  const called = totals.filter((each) => each.calls > 0);
  const thrown = threw > 0 ? `, ${threw} threw` : '';
  const folded = rows < calls ? `; the tree has ${counted(rows, 'row')}` : '';
  return `${counted(calls, 'call')} of ${counted(called.length, 'function')} of own code${thrown}${folded}.`;
}

function treeLines(node: TracedNode, depth: number): TreeLine[] {
  const below = node.children.flatMap((child) => treeLines(child, depth + 1));
  const isAlarming = hasThrown(node) || below.some((each) => each.isAlarming);
  return [{ node, depth, isAlarming, size: 1 + below.length }, ...below];
}

/** A generator that is closed before its end is thrown this by Python: nothing went wrong. */
function hasThrown({ end }: TracedNode): boolean {
  return end.kind === 'threw' && end.error.type !== 'GeneratorExit' && end.error.text !== 'GeneratorExit';
}

/** The innermost call that threw; else the part of the tree that was left out; else all calls of the function called most, or its life. */
function nextOf(
  all: readonly TreeLine[],
  totals: readonly FunctionTotal[],
  leftOut: number,
  context: PathContext,
): NextCall | undefined {
  const functions = totals.map((each) => each.function);
  const place = (called: TracedFunction): CallArguments => ({
    ...NO_QUESTION,
    ...placeOfFunction(called, functions, context),
  });
  const threw = all.filter(({ node }) => hasThrown(node)).sort((a, b) => b.depth - a.depth)[0];
  if (threw) {
    const { function: called } = threw.node;
    return { shows: `how ${oneLine(called.name, 40)} threw`, change: { ...place(called), call: 'throws' } };
  }
  const part = largestPart(all);
  if (leftOut > 0 && part) {
    const { function: called } = part.node;
    return { shows: `the calls in ${oneLine(called.name, 40)}`, change: { ...place(called), mode: 'calls' } };
  }
  const named = totals.filter((each) => !each.function.name.startsWith('('));
  const most = [...named].sort((a, b) => b.calls - a.calls)[0];
  if (!most) return undefined;
  const { function: called } = most;
  const name = oneLine(called.name, 40);
  const at = place(called).function;
  const isFolded = all.some(({ node }) => node.alike > 0 && node.function.key === called.key);
  if (isFolded && at !== undefined) return { shows: `each call of ${name}`, change: { ...NO_QUESTION, at: [at] } };
  return { shows: `the life of ${name}`, change: { ...place(called), call: 'last' } };
}

/** The call, below the roots, that most of the tree is in; not one that only hands on to the next: there would be as much left out. */
function largestPart(all: readonly TreeLine[]): TreeLine | undefined {
  let part = all.filter(({ depth, size }) => depth > 0 && size > 1).sort((a, b) => b.size - a.size)[0];
  for (let inner = part; inner !== undefined; ) {
    part = inner;
    const { node, size } = part;
    inner = all.find((each) => node.children.includes(each.node) && each.size > size * MOST_OF_IT);
  }
  return part;
}

/** Deep calls come after shallow ones, but those that threw, and those that took a good part of the time, before all others. */
function sectionLine({ node, depth, isAlarming }: TreeLine, longestMs: number, context: PathContext): SectionLine {
  const isLong = longestMs > 0 && node.durationMs > longestMs / 4;
  const tier = isAlarming ? 1 : isLong ? 2 : 3 + depth;
  // Deeper than a screen is wide.
  const indent = '  '.repeat(Math.min(depth, 20));
  return {
    text: `${indent}${nodeText(node, context, MAX_ROW_CHARS - indent.length)}`,
    tier,
    weight: 1 + node.alike,
  };
}

function nodeText(node: TracedNode, context: PathContext, maxChars: number): string {
  const { function: called, end, durationMs, alike } = node;
  const place = `${displayPath(called.path, context)}:${called.line}`;
  const more = alike > 0 ? `  (and ${alike} more alike)` : '';
  const rest = ` ${place} ${endText(end)}  ${durationText(durationMs)}${more}`;
  // What it came to is not to be cut off by long arguments.
  return (
    oneLine(
      nodeCall({ ...node, arguments: withoutImplied(node.arguments) }),
      Math.max(MIN_CALL_CHARS, maxChars - rest.length),
    ) + rest
  );
}

/** Leaves out the object of a method call, if there are other arguments: they need the room. */
function withoutImplied(args: TracedNode['arguments']): TracedNode['arguments'] {
  const given = args.filter(({ name }) => !IMPLIED.includes(name));
  return given.length > 0 ? given : args;
}

/** `priceOf(item = { … })`. Code outside of all functions has a name of its own: `(top level)`. */
export function nodeCall({ function: called, arguments: args }: TracedNode): string {
  const shown = args.slice(0, MAX_ARGUMENTS).map(changeText);
  if (args.length > shown.length) shown.push('…');
  const name = oneLine(called.name, 60);
  return called.name.startsWith('(') ? name : `${name}(${shown.join(', ')})`;
}
