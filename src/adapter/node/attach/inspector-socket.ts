import type { WatchedSocket, WatchedSockets } from '../../../process/watched-sockets.ts';
import type { InspectorFlags } from './inspector-flags.ts';

/** The socket of a process's inspector, as far as that can be told without speaking to any socket. */
export type FoundSocket =
  | { readonly kind: 'inspector'; readonly socket: WatchedSocket }
  | { readonly kind: 'none' }
  /** One of these sockets, or none of them. */
  | { readonly kind: 'undecided'; readonly sockets: readonly WatchedSocket[] };

/**
 * A Node process makes three event loops before it runs any code of the program: one that is never used, that of its platform, and that of the
 * main thread. The inspector has one of its own; so has each worker (Node 18 to 26).
 */
const MAIN_LOOP = 2;

/** The sockets of a Node process. Where its loops are not the ones that are known, nothing is concluded from them. */
export function nodeSockets({ sockets, loops }: WatchedSockets): readonly WatchedSocket[] {
  // A program that has closed its standard input has a later loop first.
  const isKnown = loops[0] === 0 && loops.length > MAIN_LOOP;
  return isKnown ? sockets : sockets.map(({ host, port, id }) => ({ host, port, id }));
}

const NONE: FoundSocket = { kind: 'none' };

/** The socket of an inspector that was opened before the program began: at the port that its options name, or in the first loop after its own. */
export function openFromStart(sockets: readonly WatchedSocket[], { opens, port }: InspectorFlags): FoundSocket {
  if (!opens) return NONE;
  if (port === 0) return theOnly(sockets.filter(({ loop }) => loop === MAIN_LOOP + 1));
  return theOnly(sockets.filter((each) => each.port === port && mayBeInspectors(each)));
}

/**
 * The socket that the signal has opened. The program may have opened one of its own meanwhile.
 *
 * @param before Those that were there before the signal.
 */
export function openedBySignal(
  sockets: readonly WatchedSocket[],
  before: readonly WatchedSocket[],
  { port }: InspectorFlags,
): FoundSocket {
  const known = new Set(before.map(({ id }) => id));
  const fresh = sockets.filter((each) => !known.has(each.id) && mayBeInspectors(each));
  return theOnly(port === 0 ? fresh : fresh.filter((each) => each.port === port));
}

/**
 * The socket of an inspector that was open before the signal, which then has no effect. It is alone in a loop that is not the program's, and
 * where its port is known, at that. A server of a worker looks the same: a port that was not named is only believed where
 * the signal could not have opened another one.
 */
export function openBefore(before: readonly WatchedSocket[], { port, opens }: InspectorFlags): FoundSocket {
  const possible = before.filter(mayBeInspectors);
  const isAlone = (each: WatchedSocket) => before.every((one) => one === each || one.loop !== each.loop);
  const apart = possible.filter((each) => each.loop !== undefined && isAlone(each));
  if (port === 0) return apart.length > 0 || (opens && before.length === 1) ? theOnly(possible) : undecided(possible);
  const named = apart.filter((each) => each.port === port);
  return named.length > 0 ? theOnly(named) : undecided(possible);
}

/** The earlier sockets as they are seen now: a loop begins to watch a socket a moment after it was opened. */
export function stillThere(before: readonly WatchedSocket[], now: readonly WatchedSocket[]): readonly WatchedSocket[] {
  const known = new Set(before.map(({ id }) => id));
  return now.filter(({ id }) => known.has(id));
}

function mayBeInspectors({ loop }: WatchedSocket): boolean {
  return loop === undefined || loop > MAIN_LOOP;
}

function theOnly(sockets: readonly WatchedSocket[]): FoundSocket {
  const [socket, ...others] = sockets;
  if (socket === undefined) return NONE;
  return others.length === 0 ? { kind: 'inspector', socket } : undecided(sockets);
}

function undecided(sockets: readonly WatchedSocket[]): FoundSocket {
  return sockets.length === 0 ? NONE : { kind: 'undecided', sockets };
}
