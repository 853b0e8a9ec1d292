import type { ValueSummary, Variable } from '../../../model/variable.ts';
import { hasInternalSlots } from '../internal-slots.ts';
import type { NamedNode, PathStep, SummaryNode } from './summary-node.ts';

/** Hands out the reference under which the value at `path` can be expanded later. Called for expandable values only. */
export type AllotReference = (path: readonly PathStep[]) => number;

/** A summarised value in the engine's words. `path` is its own, from the root that `allot` knows. */
export function toValueSummary(node: SummaryNode, path: readonly PathStep[], allot: AllotReference): ValueSummary {
  const summary: Writable<ValueSummary> = {
    type: node.type,
    value: node.text,
    variablesReference: node.expandable || hasInternalSlots(node.type) ? allot(path) : 0,
  };
  addRest(summary, node, path, allot);
  return summary;
}

/** A named value below the one at `parentPath`, in the engine's words. */
export function toVariable(node: NamedNode, parentPath: readonly PathStep[], allot: AllotReference): Variable {
  const path = node.step === undefined ? parentPath : [...parentPath, node.step];
  const variable: Writable<Variable> = {
    name: node.name,
    type: node.type,
    value: node.text,
    variablesReference: node.expandable || hasInternalSlots(node.type) ? allot(path) : 0,
  };
  if (node.hidden) variable.hidden = true;
  addRest(variable, node, path, allot);
  return variable;
}

/** An object that is being made. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What only some values have. */
function addRest(
  summary: Writable<ValueSummary>,
  { childCount, cut, children }: SummaryNode,
  path: readonly PathStep[],
  allot: AllotReference,
): void {
  if (childCount !== undefined) summary.childCount = childCount;
  if (cut) summary.cut = true;
  if (children !== undefined) summary.children = children.map((child) => toVariable(child, path, allot));
}
