import type { ValueSummary, Variable } from '../../../model/variable.ts';
import { hasInternalSlots } from '../internal-slots.ts';
import type { NamedNode, PathStep, SummaryNode } from './summary-node.ts';

/** Hands out the reference under which the value at `path` can be expanded later. Called for expandable values only. */
export type AllotReference = (path: readonly PathStep[]) => number;

/** A summarised value in the engine's words. `path` is its own, from the root that `allot` knows. */
export function toValueSummary(node: SummaryNode, path: readonly PathStep[], allot: AllotReference): ValueSummary {
  return {
    type: node.type,
    value: node.text,
    variablesReference: node.expandable || hasInternalSlots(node.type) ? allot(path) : 0,
    ...(node.childCount === undefined ? {} : { childCount: node.childCount }),
    ...(node.cut ? { cut: true } : {}),
    ...(node.children === undefined ? {} : { children: node.children.map((child) => toVariable(child, path, allot)) }),
  };
}

/** A named value below the one at `parentPath`, in the engine's words. */
export function toVariable(node: NamedNode, parentPath: readonly PathStep[], allot: AllotReference): Variable {
  const path = node.step === undefined ? parentPath : [...parentPath, node.step];
  return { name: node.name, ...(node.hidden ? { hidden: true } : {}), ...toValueSummary(node, path, allot) };
}
