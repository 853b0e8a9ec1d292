import type { LaunchRequest } from '../../../debug-adapter.ts';
import { whereOptionsAreSet } from './node-by-name.ts';
import { type UnfollowedNode, unfollowedNodes } from './unfollowed-nodes.ts';

const INTERVAL_MS = 300;
/** A command that has come to no process for so long has said all that it says about its start. */
const MAX_WATCH_MS = 60_000;

interface WatchedTree {
  /** The pid of the command. */
  readonly root: number;
  readonly request: LaunchRequest;
  /** The part of NODE_OPTIONS with which all processes that can report themselves were started. */
  readonly option: string;
}

/**
 * Looks for Node processes below a command that nothing will report, again and again until it is stopped: they started with other options, and
 * not by a name that puts ours back. Each is said once. Does not keep this process alive.
 */
export class UnfollowedWatch {
  readonly #tree: WatchedTree;
  readonly #say: (text: string, found: UnfollowedNode) => void;
  readonly #said = new Set<number>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(tree: WatchedTree, say: (text: string, found: UnfollowedNode) => void) {
    this.#tree = tree;
    this.#say = say;
    const until = Date.now() + MAX_WATCH_MS;
    this.#timer = setInterval(() => (Date.now() < until ? void this.#look() : this.stop()), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { root, request, option } = this.#tree;
    const found = await unfollowedNodes(root, option).catch(() => []);
    this.#isLooking = false;
    // One that such a process has started is as it is.
    const first = found.filter(({ parents }) => !found.some(({ pid }) => parents.includes(pid)));
    for (const each of first.filter(({ pid }) => !this.#said.has(pid))) {
      this.#said.add(each.pid);
      this.#say(unfollowedText(each, request), each);
    }
  }
}

function unfollowedText({ pid, command }: UnfollowedNode, request: LaunchRequest): string {
  const [node = 'node'] = command.split(' ');
  return `Process ${pid} (${command}) is not followed:
it was started with NODE_OPTIONS of its own, without what reports it. Nothing in it is stopped at or recorded.
${whereSet(request, command)}Followed is what is started as "node", not as ${node}, or with NODE_OPTIONS="$NODE_OPTIONS --its-own".
`;
}

/** The line to change, as a line of a note; empty where the command itself sets them. */
export function whereSet(request: LaunchRequest, started: string): string {
  const isItself = [request.program, ...request.args].some((word) => word.includes('NODE_OPTIONS'));
  const where = isItself ? undefined : whereOptionsAreSet(request, started);
  return where === undefined ? '' : `${where.place} sets NODE_OPTIONS: ${where.line}\n`;
}
