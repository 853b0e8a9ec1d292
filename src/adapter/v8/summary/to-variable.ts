import type { ValueSummary, Variable } from '../../../model/variable.ts';
import { hasInternalSlots } from './internal-slots.ts';
import type { NamedNode, PathStep, SummaryNode } from './summary-node.ts';

/** Hands out the reference under which the value at `path` can be expanded later. Called for expandable values only. */
export type AllotReference = (path: readonly PathStep[]) => number;

/** A summarised value in the engine's words. `path` is its own, from the root that `allot` knows. */
export function toValueSummary(node: SummaryNode, path: readonly PathStep[], allot: AllotReference): ValueSummary {
  return filled({ type: node.type, value: node.text, variablesReference: 0 }, node, path, allot);
}

/** A named value below the one at `parentPath`, in the engine's words. */
export function toVariable(node: NamedNode, parentPath: readonly PathStep[], allot: AllotReference): Variable {
  const path = node.step === undefined ? parentPath : [...parentPath, node.step];
  const { name, type, text: value } = node;
  const variable = filled<Writable<Variable>>({ name, type, value, variablesReference: 0 }, node, path, allot);
  if (node.hidden) variable.hidden = true;
  if (node.isElement) variable.isElement = true;
  return variable;
}

/** An object that is being made. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Adds what only some values have. */
function filled<T extends Writable<ValueSummary>>(
  summary: T,
  { type, expandable, childCount, cut, children }: SummaryNode,
  path: readonly PathStep[],
  allot: AllotReference,
): T {
  if (expandable || hasInternalSlots(type)) summary.variablesReference = allot(path);
  if (childCount !== undefined) summary.childCount = childCount;
  if (cut) summary.cut = true;
  if (children !== undefined) summary.children = children.map((child) => toVariable(child, path, allot));
  return summary;
}
