import type { Intrinsics } from './intrinsics.ts';
import type { Shape } from './shape.ts';

/** The work that one call may do, and what it found out on the way. */
export type Work = ReturnType<typeof createWork>;

/** The bounds of one call, as they arrive in the debuggee. */
export interface WireLimits {
  readonly depth: number;
  readonly maxChildren: number;
  readonly maxTextLength: number;
  /** Variables listed for one scope. */
  readonly maxVariables: number;
  /** Milliseconds after which values are shown by their kind and size alone; 2,000 when left out. */
  readonly maxMs?: number | undefined;
}

/**
 * Keeps the account of a call. Past its bounds the call goes on, but shows values by their kind and size alone: a variable
 * that is missing from the list would mislead more than one that is not looked into.
 *
 * Counts work, so that the same value is shown the same on a slow or busy machine. The clock ends only work that no count
 * foresees.
 *
 * Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createWork(i: Intrinsics, limits: WireLimits) {
  const maxNodes = 5000;
  const maxChars = 60_000;
  const maxNames = 100_000;
  const patienceMs = 2_000;
  const longText = 100_000;
  let nodes = 0;
  let chars = 0;
  let names = 0;
  let deadline = i.now() + (limits.maxMs ?? patienceMs);
  const path: unknown[] = [];

  return {
    limits,
    /** Set whenever a text leaves something out; the one who asks for a text resets it. */
    cut: false,
    /** The shapes of objects that were found out, so that 20,000 names are listed once. */
    shapes: i.newMap<object, Shape>(),

    spend(text: string): void {
      nodes++;
      chars += text.length;
    },

    /** Names of properties were listed, which may be very many for one object. */
    spendNames(count: number): void {
      names += count;
    },

    exhausted(): boolean {
      return nodes > maxNodes || chars > maxChars || names > maxNames || i.now() > deadline;
    },

    /** The start of a text. The first read of a long one makes the engine flatten it, which no bound can spare: not counted. */
    head(text: string, length: number): string {
      if (text.length < longText) return i.slice(text, 0, length);
      const started = i.now();
      const head = i.slice(text, 0, length);
      deadline += i.now() - started;
      return head;
    },

    /** `text` shortened to `room` characters. */
    clip(text: string, room: number): string {
      if (text.length <= room) return text;
      this.cut = true;
      const last = text[room - 2] ?? '';
      const splitsPair = last >= '\ud800' && last <= '\udbff';
      return room < 1 ? '' : `${i.slice(text, 0, splitsPair ? room - 2 : room - 1)}…`;
    },

    isOpen(value: unknown): boolean {
      for (let at = 0; at < path.length; at++) if (path[at] === value) return true;
      return false;
    },

    /** Runs `step` while `value` counts as an ancestor of what is looked at. */
    within<T>(value: unknown, step: () => T): T {
      const level = path.length;
      i.append(path, value);
      try {
        return step();
      } finally {
        path.length = level;
      }
    },
  };
}
