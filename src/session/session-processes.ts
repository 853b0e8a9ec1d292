import type { ProcessIdentity, ProcessSummary } from '../model/session-summary.ts';
import type { Thread } from '../model/stack-frame.ts';
import type { StoppedInfo } from '../model/stop-outcome.ts';

/** Processes that have ended are remembered up to so many. */
const MAX_ENDED = 8;

interface KnownProcess extends ProcessIdentity {
  readonly threadIds: ReadonlySet<number>;
}

/** The processes that a program consists of, as its debuggers find them. */
export class SessionProcesses {
  #live: readonly KnownProcess[] = [];
  #ended: readonly KnownProcess[] = [];
  readonly #languages = new Set<string>();
  /** The first process of which not all is seen, as a clause: an adapter's `unseen`. */
  unseen: string | undefined;
  /** Processes in another language than the session's that are not reported yet. */
  readonly #joined = new Map<number, KnownProcess>();

  /** To be called whenever a thread has come or gone. @param threads All that there are now. */
  see(threads: readonly Thread[]): void {
    const live = processesOf(threads);
    const gone = this.#live.filter(({ pid }) => !live.some((each) => each.pid === pid));
    for (const each of live) {
      const isKnown = this.#live.some(({ pid }) => pid === each.pid) && !this.#joined.has(each.pid);
      if (each.language !== undefined && !isKnown) this.#joined.set(each.pid, each);
      this.seeLanguage(each);
    }
    this.#live = live;
    // A process that executes another program ends for its debugger, and is there again.
    const isNewer = ({ pid }: KnownProcess) => [...live, ...gone].some((each) => each.pid === pid);
    this.#ended = [...this.#ended.filter((each) => !isNewer(each)), ...gone].slice(-MAX_ENDED);
  }

  /** To be called also for a process that runs without a debugger. */
  seeLanguage({ language }: Pick<ProcessIdentity, 'language'>): void {
    if (language !== undefined) this.#languages.add(language);
  }

  /** True if a process of another language than the session's has come. */
  hasSeen(language: string): boolean {
    return this.#languages.has(language);
  }

  /** The languages of those that have come, the debugged ones first. @param own The session's, which is not said of each. */
  languages(own: string): readonly string[] {
    const debugged = [...this.#ended, ...this.#live].map(({ language }) => language ?? own);
    return [...new Set([...debugged, ...this.#languages])];
  }

  /**
   * @param stops The stops that threads stand at, also those that are not reported yet.
   * @param unadopted Processes that run without a debugger.
   */
  list(stops: readonly StoppedInfo[], unadopted: readonly ProcessIdentity[] = []): readonly ProcessSummary[] {
    const live = this.#live.map(({ threadIds, ...known }): ProcessSummary => {
      const stop = stops.find(({ threadId }) => threadIds.has(threadId));
      if (stop === undefined) return { ...known, doing: { kind: 'running' } };
      return { ...known, doing: { kind: 'stopped', reason: stop.reason, location: stop.location } };
    });
    const others = unadopted.filter(({ pid }) => !live.some((each) => each.pid === pid));
    const ended = this.#ended.filter(({ pid }) => !others.some((each) => each.pid === pid));
    return [
      ...live,
      ...others.map((each) => ({ ...each, doing: { kind: 'unadopted' } as const })),
      ...ended.map(({ threadIds: _, ...known }) => ({ ...known, doing: { kind: 'exited' } as const })),
    ];
  }

  /** Processes of other languages than the session's that have come since this was last called. */
  takeJoined(): readonly ProcessIdentity[] {
    const joined = [...this.#joined.values()];
    this.#joined.clear();
    return joined;
  }

  /** The program is restarted. */
  reset(): void {
    this.#live = [];
    this.#ended = [];
    this.#languages.clear();
    this.#joined.clear();
  }
}

function processesOf(threads: readonly Thread[]): KnownProcess[] {
  const pids = new Set(threads.flatMap(({ pid, process }) => pid ?? process?.pid ?? []));
  return [...pids].map((pid) => {
    const own = threads.filter((thread) => (thread.pid ?? thread.process?.pid) === pid);
    const language = own.find((thread) => thread.language !== undefined)?.language;
    const name = own.flatMap(({ process }) => process?.name ?? [])[0] ?? own[0]?.name ?? '';
    const threadIds = new Set(own.map(({ id }) => id));
    return { pid, name, threadIds, ...(language === undefined ? {} : { language }) };
  });
}
