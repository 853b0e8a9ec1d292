import vm from 'node:vm';
import { aloneExpression, besideExpression } from '../../src/adapter/v8/realms/own-realm.ts';
import { SUMMARISER } from '../../src/adapter/v8/summary/summariser-source.ts';
import type { SummaryLimits } from '../../src/adapter/v8/summary/summary-calls.ts';
import {
  decodeValue,
  type PathStep,
  type SummaryNode,
  type ValueResult,
} from '../../src/adapter/v8/summary/summary-node.ts';

type Summarise = (call: { length: number; [index: number]: unknown }) => unknown;

const WIDE = { depth: 0, maxChildren: 50, maxTextLength: 200, maxVariables: 50 };

/** The summariser as a debuggee makes it, in this process or in a context of its own. */
export function makeSummariser(context?: vm.Context, code = SUMMARISER): Summarise {
  const run = (expression: string) =>
    context === undefined ? vm.runInThisContext(expression) : vm.runInContext(expression, context);
  return run(aloneExpression(code)) ?? run(besideExpression(code));
}

const summarise = makeSummariser();

/** The summariser's result for a value; the answer goes through JSON as it does over the wire. */
export function resultOf(
  root: unknown,
  limits: Partial<SummaryLimits> = {},
  steps: PathStep[] = [],
  start = 0,
  from: Summarise = summarise,
): ValueResult {
  const call = { 0: 'value', 1: { ...WIDE, ...limits }, 2: steps, 3: start, 4: root, length: 5 };
  return decodeValue(JSON.parse(JSON.stringify(from(call))));
}

/** As {@link resultOf}, of a value that is there. */
export function nodeOf(root: unknown, limits: Partial<SummaryLimits> = {}, from: Summarise = summarise): SummaryNode {
  const result = resultOf(root, limits, [], 0, from);
  if (result.kind !== 'value') throw new Error(`no value: ${result.kind}`);
  return result.node;
}
