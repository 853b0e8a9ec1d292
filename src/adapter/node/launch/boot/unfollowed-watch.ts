import { lineOfProject } from '../../../commands/command-text.ts';
import type { LaunchRequest } from '../../../debug-adapter.ts';
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

function unfollowedText({ pid, command, waitsBy }: UnfollowedNode, request: LaunchRequest): string {
  if (waitsBy !== undefined) return waitingText({ pid, command, waitsBy }, request);
  const [node = 'node'] = command.split(' ');
  return `Process ${pid} (${command}) is not followed:
it was started with NODE_OPTIONS of its own, without what reports it. Nothing in it is stopped at or recorded.
${whereSet(request, command)}Followed is what is started as "node", not as ${node}, or with NODE_OPTIONS="$NODE_OPTIONS --its-own".
`;
}

function waitingText(
  { pid, command, waitsBy }: { readonly pid: number; readonly command: string; readonly waitsBy: string },
  request: LaunchRequest,
): string {
  const where = lineWith(waitsBy, request, command);
  return `Process ${pid} (${command}) is not followed:
it waits for a debugger of its own, by ${waitsBy}, before it runs anything.
${where === undefined ? '' : `${where.place} has it: ${where.line}\n`}Take ${waitsBy} out: what is launched needs no flag to be debugged.
`;
}

/** The line to change, as a line of a note; empty where the command itself sets them. */
export function whereSet(request: LaunchRequest, started: string): string {
  const where = lineWith('NODE_OPTIONS', request, started);
  return where === undefined ? '' : `${where.place} sets NODE_OPTIONS: ${where.line}\n`;
}

/** The line of the project in which a word stands; undefined where the command itself has it. */
function lineWith(word: string, request: LaunchRequest, started: string) {
  const isItself = [request.program, ...request.args].some((each) => each.includes(word));
  return isItself ? undefined : lineOfProject(word, request, started);
}
