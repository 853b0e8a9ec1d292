import type { ListeningSocket } from '../../process/listening-ports.ts';
import type { ActivityReading } from '../../process/program-activity.ts';

/** A server that opens several ports opens them one right after the other: they are one piece of news. */
const SETTLED_MS = 50;
/** The time for which a program must have done nothing to count as idle. */
const IDLE_MS = 100;
/** The most that a program which only waits uses of a processor: timers of its runtime and of its debugger. */
export const MAX_IDLE_SHARE = 0.15;
/** A port that was open for so long is there to stay, also when the program goes on working. */
const STAYS_MS = 300;
/** Tests and debuggers open ports that the system chooses, for moments; a server that is to be found mostly has one of its own. */
const FIRST_CHOSEN_PORT = 32_768;
const CHOSEN_STAYS_MS = 500;
/** A server that does nothing for so long after a stop has mostly answered the request: what it awaits mostly comes sooner. */
const ANSWERED_MS = 1_000;

/** The activity of a program, as far as an answer depends on it. `wait`: nothing worth an answer, or not yet. */
export type IdleVerdict =
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'listening';
      readonly sockets: readonly ListeningSocket[];
      /** No socket is new: the program was stopped or restarted in between. */
      readonly again: boolean;
    }
  | { readonly kind: 'awaitsInput'; readonly pid: number };

const WAIT: IdleVerdict = { kind: 'wait' };

/** Facts for the decision beside the readings. */
export interface Expectation {
  /** The ids of sockets that are no news any more. */
  readonly known: ReadonlySet<string>;
  /** The wait began with a stopped program, or a watcher has restarted it: that it is idle again is news. */
  readonly wasInterrupted: boolean;
}

/**
 * Decides from what the system said of a running program, and when.
 *
 * @param readings Of one stretch in which it ran, oldest first.
 */
export function idleVerdict(readings: readonly ActivityReading[], { known, wasInterrupted }: Expectation): IdleVerdict {
  const last = readings.at(-1);
  if (last === undefined) return WAIT;
  const isIdle = isIdleFor(IDLE_MS, readings);
  const fresh = last.sockets.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) {
    const input = isIdle ? inputVerdict(last, readings) : WAIT;
    const isAnswered = wasInterrupted && last.sockets.length > 0 && isIdleFor(ANSWERED_MS, readings);
    return input.kind === 'wait' && isAnswered ? { kind: 'listening', sockets: last.sockets, again: true } : input;
  }
  const ages = fresh.map(({ id }) => last.atMs - seenSince(id, readings));
  if (Math.min(...ages) < SETTLED_MS) return WAIT;
  const heldMs = Math.max(...ages);
  const isChosen = fresh.every(({ port }) => port >= FIRST_CHOSEN_PORT);
  const stays = isChosen ? isIdle && heldMs >= CHOSEN_STAYS_MS : isIdle || heldMs >= STAYS_MS;
  return stays ? { kind: 'listening', sockets: fresh, again: false } : WAIT;
}

function inputVerdict({ readerPid: pid, atMs }: ActivityReading, readings: readonly ActivityReading[]): IdleVerdict {
  if (pid === undefined) return WAIT;
  const isSteady = readings.every((each) => each.atMs < atMs - IDLE_MS || each.readerPid === pid);
  return isSteady ? { kind: 'awaitsInput', pid } : WAIT;
}

/** Before there is a reading that is so long ago, nothing is known. */
function isIdleFor(idleMs: number, readings: readonly ActivityReading[]): boolean {
  const last = readings.at(-1);
  const before = readings.findLast(({ atMs }) => last !== undefined && last.atMs - atMs >= idleMs);
  if (last?.busyMs === undefined || before?.busyMs === undefined) return false;
  // A process that has ended takes its time with it.
  const busyMs = last.busyMs - before.busyMs;
  return busyMs >= 0 && busyMs <= (last.atMs - before.atMs) * MAX_IDLE_SHARE;
}

/** Since when a socket has been there without a break, as far as the readings go back. */
function seenSince(id: string, readings: readonly ActivityReading[]): number {
  const without = readings.findLastIndex(({ sockets }) => !sockets.some((socket) => socket.id === id));
  return readings[without + 1]?.atMs ?? Number.POSITIVE_INFINITY;
}

/** The time for which readings are of use. */
export const READINGS_MS = ANSWERED_MS * 2;
