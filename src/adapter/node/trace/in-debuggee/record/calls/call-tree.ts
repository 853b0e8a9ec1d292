import { likeness } from '../describe.ts';
import type { OutlineCall } from './outline-call.ts';

/** A call in the tree, with the calls that it made. */
export interface CallNode {
  readonly id: number;
  readonly function: number;
  readonly call: OutlineCall;
  readonly parent: CallNode | undefined;
  readonly children: CallNode[];
  /** Its children by what they look like. */
  readonly kinds: Map<string, CallNode>;
  /** A key of the call and of the calls below it, the same for calls that look alike. */
  kind: string;
  alike: number;
  /** True if the call threw, or one below it did: such a call is kept, to show the way to the error. */
  isAlarming: boolean;
  isDirty: boolean;
  isWritten: boolean;
}

/**
 * Calls in the order of who made which. Whether a call is running is told by what its code says, not by nesting: one that waits
 * makes no calls. Calls that look like one before them, with all that is below, are counted with that.
 */
export class CallTree {
  readonly #limit: number;
  readonly #roots: CallNode[] = [];
  readonly #kinds = new Map<string, CallNode>();
  readonly #running: CallNode[] = [];
  #lastId = 0;
  #kept = 0;
  /** Calls beyond the limit, which are not in the tree. */
  dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The call that is running. */
  get top(): CallNode | undefined {
    return this.#running[this.#running.length - 1];
  }

  begin(id: number, call: OutlineCall): CallNode {
    const parent = this.top;
    this.#lastId++;
    const flags = { alike: 0, isAlarming: false, isDirty: true, isWritten: false };
    const node = {
      id: this.#lastId,
      function: id,
      call,
      parent,
      children: [],
      kinds: new Map<string, CallNode>(),
      kind: '',
      ...flags,
    };
    const siblings = parent?.children ?? this.#roots;
    siblings[siblings.length] = node;
    this.#kept++;
    this.goOn(node);
    return node;
  }

  /** Records that a call waits: code that runs until it goes on is not called by it. */
  wait(node: CallNode): void {
    remove(this.#running, node);
  }

  goOn(node: CallNode): void {
    this.#running[this.#running.length] = node;
  }

  end(node: CallNode) {
    remove(this.#running, node);
    node.isDirty = true;
    if (node.call.end?.kind === 'threw') node.isAlarming = true;
    if (node.isAlarming && node.parent !== undefined) node.parent.isAlarming = true;
    node.kind = kindOf(node);
    const kinds = node.parent?.kinds ?? this.#kinds;
    const same = kinds.get(node.kind);
    if (same !== undefined && !node.isWritten && same.id < node.id) return this.#fold(node, same);
    if (same !== undefined && !same.isWritten && same.id > node.id) {
      // It began later, and ended sooner.
      kinds.set(node.kind, node);
      return this.#fold(same, node);
    }
    // What is like nothing before it may have as much room again.
    const room = same === undefined ? this.#limit * 2 : this.#limit;
    const isBeyond = this.#kept > room && !node.isAlarming && !node.isWritten;
    if (same === undefined && !isBeyond) kinds.set(node.kind, node);
    if (!isBeyond) return;
    this.dropped += sizeOf(node);
    this.#drop(node);
  }

  /** The nodes that have changed since they were written, parents first. */
  take(): CallNode[] {
    const list: CallNode[] = [];
    const add = (nodes: readonly CallNode[]): void => {
      for (let at = 0; at < nodes.length; at++) {
        const node = nodes[at];
        if (node === undefined) continue;
        if (node.isDirty || node.call.end === undefined) list[list.length] = node;
        node.isDirty = false;
        node.isWritten = true;
        add(node.children);
      }
    };
    add(this.#roots);
    return list;
  }

  #fold(node: CallNode, into: CallNode) {
    into.alike += 1 + node.alike;
    into.isDirty = true;
    this.#drop(node);
  }

  #drop(node: CallNode): void {
    this.#kept -= sizeOf(node);
    remove(node.parent?.children ?? this.#roots, node);
  }
}

function sizeOf(node: CallNode): number {
  let size = 1;
  for (let at = 0; at < node.children.length; at++) {
    const child = node.children[at];
    if (child !== undefined) size += sizeOf(child);
  }
  return size;
}

/** The function, the kinds of its arguments and of its end, and the kinds of the calls that it made. */
function kindOf({ call, children, function: id }: CallNode): string {
  let kind = `${id}(`;
  for (let at = 0; at < call.arguments.length; at++) {
    const after = call.arguments[at]?.after;
    kind += after === undefined ? '' : `${likeness(after)},`;
  }
  const { end } = call;
  kind += end?.kind === 'returned' ? likeness(end.value) : end?.kind === 'threw' ? `!${likeness(end.error)}` : 'open';
  for (let at = 0; at < children.length; at++) kind += `;${children[at]?.kind ?? ''}`;
  return kind.length > MAX_KIND ? `${hash(kind)}` : kind;
}

const MAX_KIND = 200;

function hash(text: string): number {
  let value = 7;
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 31) + (text[at] ?? '').charCodeAt(0)) | 0;
  return value;
}

function remove(list: CallNode[], node: CallNode): void {
  let at = list.length - 1;
  while (at >= 0 && list[at] !== node) at--;
  if (at < 0) return;
  for (; at + 1 < list.length; at++) list[at] = list[at + 1] ?? node;
  list.length--;
}
