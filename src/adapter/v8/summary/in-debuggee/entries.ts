import type { Intrinsics } from './intrinsics.ts';
import type { NodeBuilder, WireNode } from './node-builder.ts';
import type { ObjectReader } from './object-reader.ts';
import type { ShapeReader } from './object-shape.ts';
import type { Found, PathFollower, PathStep } from './path-steps.ts';
import type { PrimitiveText } from './primitive-text.ts';
import type { createWork, WireLimits, Work } from './work-budget.ts';

/** One scope's variables on the wire. */
export interface WireScope {
  readonly c: readonly WireNode[];
  /** Variables in all. */
  readonly n: number;
}

/** Where a path led, on the wire. */
export type WireValue =
  | { readonly r: 'value'; readonly node: WireNode; readonly total: number; readonly next?: number | undefined }
  | { readonly r: 'accessor' | 'uninitialized'; readonly at: number }
  | { readonly r: 'missing'; readonly at: number; readonly names: readonly string[]; readonly more: number };

/** What the summariser is called with: a list, which it reads by index. */
export type SummariserCall = { readonly length: number } & (
  | { readonly 0: 'scopes'; readonly 1: WireLimits; readonly [scope: number]: unknown }
  | {
      readonly 0: 'value';
      readonly 1: WireLimits;
      readonly 2: readonly PathStep[];
      readonly 3: number;
      readonly 4: unknown;
    }
  | { readonly 0: 'pick'; readonly 1: readonly PathStep[]; readonly 2: unknown }
  | { readonly 0: 'intrinsics' }
);

interface Parts {
  readonly reader: ObjectReader;
  readonly shapes: ShapeReader;
  readonly primitives: PrimitiveText;
  readonly nodes: NodeBuilder;
  readonly follow: PathFollower;
  readonly newWork: typeof createWork;
}

/** What can be asked of the summariser. Runs in the debuggee: see {@link captureIntrinsics}. */
export function createEntries(i: Intrinsics, { reader, shapes, primitives, nodes, follow, newWork }: Parts) {
  const namesOffered = 50;

  function scopeOf(work: Work, scope: unknown): WireScope {
    const list: WireNode[] = [];
    if (!reader.isObject(scope) || scope === i.global || i.types?.isProxy(scope)) return { c: list, n: 0 };
    const names = shapes.enumerableNames(scope);
    for (let at = 0; at < names.length && at < work.limits.maxVariables; at++) {
      const name = names[at] ?? '';
      const node = nodes.slotNode(work, reader.slot(scope, name), work.limits.depth, nodes.named(work, scope, name));
      i.append(list, node);
    }
    return { c: list, n: names.length };
  }

  function scopes(limits: WireLimits, call: SummariserCall): WireScope[] {
    const work = newWork(i, limits);
    const list: WireScope[] = [];
    for (let at = 2; at < call.length; at++) i.append(list, scopeOf(work, argument(call, at)));
    return list;
  }

  function argument(call: { readonly [index: number]: unknown }, at: number): unknown {
    return call[at];
  }

  function value(limits: WireLimits, steps: readonly PathStep[], start: number, root: unknown): WireValue {
    const work = newWork(i, limits);
    const found = follow(root, steps);
    if (found.state === 'missing') return missing(work, found.at, found.holder);
    if (found.state !== 'data') return { r: found.state, at: found.at };
    const node = nodes.nodeOf(work, found.value, 0);
    if (!reader.isObject(found.value) || reader.isOpaque(found.value) || limits.depth < 1)
      return { r: 'value', node, total: node.n ?? 0 };
    const { depth, maxChildren } = limits;
    const { list, total, next } = nodes.childrenOf(work, found.value, depth, { start, max: maxChildren, whole: true });
    const x = node.x === 1 || start > 0 || next !== undefined ? 1 : undefined;
    return { r: 'value', node: { ...node, x, c: list }, total, next };
  }

  function missing(work: Work, at: number, holder: unknown): WireValue {
    const names: string[] = [];
    if (!reader.isObject(holder) || reader.isOpaque(holder)) return { r: 'missing', at, names, more: 0 };
    const shape = shapes.shapeOf(work, holder);
    for (let index = 0; index < shape.names.length && index < namesOffered; index++) {
      i.append(names, primitives.nameText(work, shape.names[index] ?? ''));
    }
    return { r: 'missing', at, names, more: shape.names.length - names.length };
  }

  /** The value itself, for the protocol to show what JavaScript cannot see; throws the reason when there is none. */
  function pick(steps: readonly PathStep[], root: unknown): unknown {
    const found: Found = follow(root, steps);
    if (found.state !== 'data') throw found.state;
    return found.value;
  }

  return (call: SummariserCall): unknown => {
    if (call[0] === 'scopes') return scopes(call[1], call);
    if (call[0] === 'value') return value(call[1], call[2], call[3], call[4]);
    if (call[0] === 'intrinsics') return i;
    return pick(call[1], call[2]);
  };
}
