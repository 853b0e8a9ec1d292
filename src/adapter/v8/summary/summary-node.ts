import type { WireAnswer, WireScope, WireValue } from './in-debuggee/entries.ts';
import type { WireNode, WireStep } from './in-debuggee/node-builder.ts';
import type { PathStep } from './in-debuggee/path-steps.ts';

export type { PathStep } from './in-debuggee/path-steps.ts';

/** A value as the debuggee summarised it. */
export interface SummaryNode {
  /** CDP's subtype, else its type; also `accessor` (never run), `uninitialized` and `empty` (a run of holes). */
  readonly type: string;
  /** One line of at most `maxTextLength` characters. */
  readonly text: string;
  /** Elements or entries plus own enumerable properties; undefined where nothing is counted. */
  readonly childCount: number | undefined;
  /** True when there is something inside to list. */
  readonly expandable: boolean;
  /** True when `text` or `children` leave something out. */
  readonly cut: boolean;
  /** Undefined where no depth was asked for. */
  readonly children: readonly NamedNode[] | undefined;
}

/** A value with the name that it has in its parent. */
export interface NamedNode extends SummaryNode {
  readonly name: string;
  /** The way here from the parent; undefined for a run of holes, which is nowhere. */
  readonly step: PathStep | undefined;
  /** True for a property that is not enumerable and for `[[Prototype]]`. */
  readonly hidden: boolean;
  /** True for an element of an array or a set. */
  readonly isElement: boolean;
}

/** The variables of one scope, in its order. */
export interface ScopeSummary {
  readonly variables: readonly NamedNode[];
  /** Variables in all; more than `variables` has when `maxVariables` cut it. */
  readonly total: number;
}

/** The end of a path. `at` is the position of the failing step, from 0. */
export type ValueResult =
  | {
      readonly kind: 'value';
      readonly node: SummaryNode;
      /** Children in all, hidden ones and the prototype counted. */
      readonly total: number;
      /** `start` of the next page; undefined when `node.children` ends with the last one. */
      readonly next: number | undefined;
    }
  /** A getter or setter is in the way. It is never run. */
  | { readonly kind: 'accessor'; readonly at: number }
  | { readonly kind: 'uninitialized'; readonly at: number }
  /** No such step; `names` are some that are there, `more` how many besides. */
  | { readonly kind: 'missing'; readonly at: number; readonly names: readonly string[]; readonly more: number };

/** Decodes the value that a call made by `scopesCall` returned. */
export function decodeScopes(returned: unknown): ScopeSummary[] {
  const { a: scopes } = returned as WireAnswer<readonly WireScope[]>;
  return scopes.map(({ c, n }) => ({ variables: c.map(decodeNamed), total: n }));
}

/** Decodes the value that a call made by `valueCall` returned. */
export function decodeValue(returned: unknown): ValueResult {
  const { a: value } = returned as WireAnswer<WireValue>;
  if (value.r === 'value') return { kind: 'value', node: decodeNode(value.node), total: value.total, next: value.next };
  if (value.r === 'missing') return { kind: 'missing', at: value.at, names: value.names, more: value.more };
  return { kind: value.r, at: value.at };
}

/** True if such a call wants private fields of some objects, without which they are shown by their properties alone. */
export function wantsHiddenState(returned: unknown): boolean {
  return (returned as WireAnswer<unknown>).w === 1;
}

function decodeNode({ t, v, n, e, x, c }: WireNode): SummaryNode {
  return { type: t, text: v, childCount: n, expandable: e === 1, cut: x === 1, children: c?.map(decodeNamed) };
}

/** Written field by field, as {@link decodeNode}: of all that a stop costs here, copying objects by spreading was the most. */
function decodeNamed({ t, v, n, e, x, c, k: name = '', s, h }: WireNode): NamedNode {
  const children = c?.map(decodeNamed);
  const step = decodeStep(s, name);
  const [expandable, cut, hidden, isElement] = [e === 1, x === 1, h === 1, s !== undefined && isPosition(s, name)];
  return { type: t, text: v, childCount: n, expandable, cut, children, name, step, hidden, isElement };
}

/** True if a child is called by its position: elements of arrays and sets are, entries of a Map are called by their keys. */
function isPosition([kind, at]: WireStep, name: string): boolean {
  return kind === 'i' || (kind === 'v' && name === `[${at}]`);
}

function decodeStep(step: WireStep | undefined, name: string): PathStep | undefined {
  if (step === undefined) return { kind: 'property', name };
  if (step[0] === 'i') return { kind: 'property', name: String(step[1]) };
  if (step[0] === 'o') return { kind: 'own-key', index: step[1] };
  if (step[0] === 'v') return { kind: 'entry-value', index: step[1] };
  return step[0] === 'p' ? { kind: 'prototype' } : undefined;
}
