import type { Compile } from '../../realms/in-debuggee/open-realm.ts';
import type { createViews } from '../views/in-debuggee/views.ts';
import type { HiddenState } from './hidden-state.ts';
import type { Intrinsics } from './intrinsics.ts';
import type { NodeBuilder, WireNode } from './node-builder.ts';
import type { ObjectReader } from './object-reader.ts';
import type { ShapeReader } from './object-shape.ts';
import type { Found, PathFollower, PathStep } from './path-steps.ts';
import type { PrimitiveText } from './primitive-text.ts';
import { createWork, type WireLimits, type Work } from './work-budget.ts';

/** One scope's variables on the wire. */
export interface WireScope {
  readonly c: readonly WireNode[];
  /** Variables in all. */
  readonly n: number;
}

/** The end of a path, on the wire. */
export type WireValue =
  | { readonly r: 'value'; readonly node: WireNode; readonly total: number; readonly next?: number | undefined }
  | { readonly r: 'accessor' | 'uninitialized'; readonly at: number }
  | { readonly r: 'missing'; readonly at: number; readonly names: readonly string[]; readonly more: number };

/** An answer of the summariser, as JSON through the protocol. */
export interface WireAnswer<T> {
  readonly a: T;
  /** 1: it would say more with the private fields of some objects, see {@link Handed}. */
  readonly w?: 1 | undefined;
}

type ValueCall = {
  readonly 0: 'value';
  readonly 1: WireLimits;
  readonly 2: readonly PathStep[];
  readonly 3: number;
  readonly 4: unknown;
};

/** The arguments of the summariser: a list, which it reads by index. */
export type SummariserCall = { readonly length: number } & (
  | { readonly 0: 'scopes'; readonly 1: WireLimits; readonly [scope: number]: unknown }
  | ValueCall
  | { readonly 0: 'pick'; readonly 1: readonly PathStep[]; readonly 2: unknown }
  | { readonly 0: 'intrinsics' }
  | { readonly 0: 'compile'; readonly 1: string }
);

/** Private fields that come with a call, at its end: object, name, state and value of each. */
export interface Handed {
  readonly count: number;
  readonly createViews: typeof createViews;
  /** The answer is the list of the objects that are wanted then. */
  readonly asks: boolean;
}

interface Parts {
  readonly hidden: HiddenState;
  readonly reader: ObjectReader;
  readonly shapes: ShapeReader;
  readonly primitives: PrimitiveText;
  readonly nodes: NodeBuilder;
  readonly follow: PathFollower;
  readonly compile: Compile | undefined;
}

/** Creates the functions that answer the summariser's questions. Runs in the debuggee: see {@link captureIntrinsics}. */
export function createEntries(i: Intrinsics, parts: Parts) {
  const { hidden, reader, shapes, primitives, nodes, follow, compile } = parts;
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

  function scopes(limits: WireLimits, call: SummariserCall, end: number): WireScope[] {
    const work = createWork(i, limits);
    const list: WireScope[] = [];
    for (let at = 2; at < end; at++) i.append(list, scopeOf(work, argument(call, at)));
    return list;
  }

  function argument(call: { readonly [index: number]: unknown }, at: number): unknown {
    return call[at];
  }

  function value(limits: WireLimits, steps: readonly PathStep[], start: number, root: unknown): WireValue {
    const work = createWork(i, limits);
    const found = follow(root, steps);
    if (found.state === 'missing') return missing(work, found.at, found.holder);
    if (found.state !== 'data') {
      // What a getter of Node would give may be known as hidden state.
      if (reader.isObject(found.holder)) shapes.shapeOf(work, found.holder);
      return { r: found.state, at: found.at };
    }
    const node = nodes.nodeOf(work, found.value, 0);
    if (!reader.isObject(found.value) || reader.isOpaque(found.value) || limits.depth < 1)
      return { r: 'value', node, total: node.n ?? 0 };
    shapes.wantStatics(found.value);
    const { depth, maxChildren } = limits;
    const { list, total, next } = nodes.childrenOf(work, found.value, depth, { start, max: maxChildren, whole: true });
    const x = node.x === 1 || start > 0 || next !== undefined ? 1 : undefined;
    return { r: 'value', node: { ...node, x, c: list }, total, next };
  }

  function missing(work: Work, at: number, holder: unknown): WireValue {
    const names: string[] = [];
    if (!reader.isObject(holder) || reader.isOpaque(holder)) return { r: 'missing', at, names, more: 0 };
    shapes.wantStatics(holder);
    const shape = shapes.shapeOf(work, holder);
    for (let index = 0; index < shape.names.length && index < namesOffered; index++) {
      i.append(names, primitives.nameText(work, holder, shape.names[index] ?? ''));
    }
    return { r: 'missing', at, names, more: shape.names.length - names.length };
  }

  /** The value itself, for the protocol to show what JavaScript cannot see; throws the reason when there is none. */
  function pick(steps: readonly PathStep[], root: unknown): unknown {
    const found: Found = follow(root, steps);
    if (found.state !== 'data') throw found.state;
    return found.value;
  }

  function take(call: SummariserCall, start: number): void {
    for (let at = start; at < call.length; at += 4) {
      const target = argument(call, at);
      const name = argument(call, at + 1);
      const state = argument(call, at + 2);
      if (!reader.isObject(target) || typeof name !== 'string') continue;
      const known = state === 'data' || state === 'accessor' || state === 'target' ? state : 'seen';
      hidden.add(target, name, known, argument(call, at + 3));
    }
  }

  function answered<T>(a: T): WireAnswer<T> {
    return { a, w: hidden.wanted().length > 0 ? 1 : undefined };
  }

  function answerTo(call: SummariserCall, end: number): unknown {
    if (call[0] === 'scopes') return answered(scopes(call[1], call, end));
    if (call[0] === 'value') return answered(value(call[1], call[2], call[3], call[4]));
    if (call[0] === 'compile') return compile?.(call[1]);
    return call[0] === 'intrinsics' ? i : pick(call[1], call[2]);
  }

  function summarise(call: { readonly length: number } & ValueCall): WireAnswer<WireValue>;
  function summarise(call: SummariserCall, handed?: Handed): unknown;
  function summarise(call: SummariserCall, handed?: Handed): unknown {
    hidden.begin();
    const end = handed === undefined ? call.length : call.length - handed.count * 4;
    if (handed !== undefined) {
      take(call, end);
      hidden.setView(handed.createViews(i, reader, hidden));
    }
    const answer = answerTo(call, end);
    const list = hidden.wanted();
    // No object of the program is held between calls.
    hidden.begin();
    return handed?.asks ? list : answer;
  }

  return summarise;
}
