import type { TracedEnd } from '../../../model/trace/trace-record.ts';
import type {
  CallDifference,
  CountDifference,
  FunctionTotal,
  TracedFunction,
  TracedNode,
} from '../../../model/trace/trace-report.ts';

/** The most calls to skip in the search for a call that both runs made. */
const MAX_GAP = 100;

/** The places at which the trees of calls of two runs part, in the order of the calls; at most so many. */
export function callDifferences(
  one: readonly TracedNode[],
  other: readonly TracedNode[],
  maxCount: number,
): CallDifference[] {
  const found: CallDifference[] = [];
  compareSiblings(one, other, { callers: [], found, maxCount });
  // How often a call was repeated says the least: what differs between those that are kept comes before it.
  const isWeak = ({ kind }: CallDifference) => kind === 'repeated';
  return [...found.filter((each) => !isWeak(each)), ...found.filter(isWeak)].slice(0, maxCount);
}

/** Calls that are counted with one like them: their values are not known. */
export function foldedCalls(nodes: readonly TracedNode[]): number {
  return nodes.reduce((sum, { alike, children }) => sum + alike + foldedCalls(children), 0);
}

/** The functions that were called another number of times. */
export function countDifferences(one: readonly FunctionTotal[], other: readonly FunctionTotal[]): CountDifference[] {
  const [here, there] = [callsByName(one), callsByName(other)];
  return [...new Map([...here, ...there]).entries()].flatMap(([name, { function: called }]) => {
    const [a, b] = [here.get(name)?.calls ?? 0, there.get(name)?.calls ?? 0];
    return a === b ? [] : [{ function: called, one: a, other: b }];
  });
}

function callsByName(totals: readonly FunctionTotal[]) {
  const found = new Map<string, { readonly function: TracedFunction; readonly calls: number }>();
  for (const { function: called, calls } of totals) {
    const name = nameOf(called);
    found.set(name, { function: called, calls: calls + (found.get(name)?.calls ?? 0) });
  }
  return found;
}

interface Comparison {
  readonly callers: readonly string[];
  readonly found: CallDifference[];
  readonly maxCount: number;
}

function compareSiblings(one: readonly TracedNode[], other: readonly TracedNode[], comparison: Comparison): void {
  const { callers, found, maxCount } = comparison;
  let [a, b] = [0, 0];
  while ((a < one.length || b < other.length) && found.length < maxCount) {
    const [nextA, nextB] = nextCommon(one, other, a, b);
    for (; a < nextA && b < nextB; a++, b++) add({ kind: 'instead', callers, one: one[a], other: other[b] }, found);
    for (; a < nextA; a++) add({ kind: 'onlyHere', callers, one: one[a] }, found);
    for (; b < nextB; b++) add({ kind: 'onlyThere', callers, other: other[b] }, found);
    const [left, right] = [one[a++], other[b++]];
    if (left && right) compareCalls(left, right, comparison);
  }
}

/** In the order of time: what it was called with, what it did, how it ended, how often it was done again. */
function compareCalls(one: TracedNode, other: TracedNode, { callers, found, maxCount }: Comparison): void {
  const both = { callers, one, other };
  const isCalledAlike = argumentsOf(one) === argumentsOf(other);
  if (!isCalledAlike) found.push({ kind: 'arguments', ...both });
  compareSiblings(one.children, other.children, { callers: [...callers, one.function.name], found, maxCount });
  // With other arguments both ends are shown already.
  if (isCalledAlike && endOf(one.end) !== endOf(other.end)) found.push({ kind: 'result', ...both });
  if (one.alike !== other.alike) found.push({ kind: 'repeated', ...both });
}

type Possible = { readonly callers: readonly string[] } & (
  | { readonly kind: 'instead'; readonly one: TracedNode | undefined; readonly other: TracedNode | undefined }
  | { readonly kind: 'onlyHere'; readonly one: TracedNode | undefined }
  | { readonly kind: 'onlyThere'; readonly other: TracedNode | undefined }
);

function add(each: Possible, found: CallDifference[]): void {
  if (each.kind === 'onlyHere' && each.one) found.push({ ...each, one: each.one });
  if (each.kind === 'onlyThere' && each.other) found.push({ ...each, other: each.other });
  if (each.kind === 'instead' && each.one && each.other) found.push({ ...each, one: each.one, other: each.other });
}

/** The nearest two calls of one function; the ends where there are none. */
function nextCommon(
  one: readonly TracedNode[],
  other: readonly TracedNode[],
  fromOne: number,
  fromOther: number,
): readonly [number, number] {
  for (let gap = 0; gap <= MAX_GAP; gap++) {
    for (let a = 0; a <= gap; a++) {
      const [left, right] = [one[fromOne + a], other[fromOther + gap - a]];
      if (left && right && nameOf(left.function) === nameOf(right.function)) return [fromOne + a, fromOther + gap - a];
    }
  }
  return [one.length, other.length];
}

/** The key of a function in both runs: its lines may have moved between them. */
function nameOf({ name, path }: TracedFunction): string {
  return `${path} ${name}`;
}

function argumentsOf({ arguments: values }: TracedNode): string {
  return values.map(({ name, after }) => `${name}=${after?.text ?? ''}`).join('\n');
}

function endOf(end: TracedEnd): string {
  switch (end.kind) {
    case 'returned':
      return end.value.text;
    case 'threw':
      return `threw ${end.error.text}`;
    case 'suspended':
    case 'closed':
    case 'running':
    case 'unseen':
      return end.kind;
  }
}
