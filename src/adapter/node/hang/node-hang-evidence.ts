import type { CallOptions } from '../../../model/call-options.ts';
import type { HangFrame, LineRange, SystemEvidence, ThreadRest } from '../../../model/hang-report.ts';
import type { ThreadId } from '../../../model/ids.ts';
import { systemEvidence } from '../../../process/system-evidence.ts';
import { threadRest } from '../../../process/thread-rest.ts';
import type {
  BlockedCall,
  ExitEvidence,
  HangEvidence,
  InspectedStack,
  LoopSnapshot,
  ThreadActivity,
  ThreadSample,
  ThreadWaits,
} from '../../hang-evidence.ts';
import { watchActivity } from '../../v8/hang/activity.ts';
import { pendingAwaits } from '../../v8/hang/awaits.ts';
import { inspectFrames } from '../../v8/hang/inspect-frames.ts';
import { atPause } from '../../v8/hang/pauses.ts';
import { stayingFrames } from '../../v8/hang/returns.ts';
import { loopRounds } from '../../v8/hang/rounds.ts';
import { sampleStack } from '../../v8/hang/sample-stack.ts';
import { framesOfText } from '../../v8/hang/stack-text.ts';
import type { Pause } from '../../v8/pauses/pause.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';
import { ThreadWatch } from './blocking-calls.ts';
import { keptAlive } from './keep-alive.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const SAMPLE_MS = 500;
const INSPECTION_MS = 800;

/** The node adapter's threads. */
export interface HangHost {
  /** @throws DebugError `connection_closed` */
  threadOf(threadId: ThreadId): V8Thread;
  threads(): readonly V8Thread[];
  /** The pid of the launched process. */
  launchedPid(): number | undefined;
}

/** {@link HangEvidence} of a tree of Node processes. */
export class NodeHangEvidence implements HangEvidence {
  readonly #host: HangHost;
  readonly #watches = new Map<V8Thread, ThreadWatch>();
  readonly #pids = new Map<V8Thread, number>();
  #isWatching = false;

  constructor(host: HangHost) {
    this.#host = host;
  }

  async watch(options?: CallOptions): Promise<void> {
    this.#isWatching = true;
    await Promise.all(this.#host.threads().map((thread) => this.prepare(thread, options)));
  }

  /** To be called for each thread that starts, before its first line; resolves when the watch is in place. */
  async prepare(thread: V8Thread, options?: CallOptions): Promise<void> {
    if (!this.#isWatching || this.#watches.has(thread)) return;
    const watch = new ThreadWatch(thread);
    this.#watches.set(thread, watch);
    // Without it less is found out; the program runs all the same.
    await watch.install(options).catch(() => {});
  }

  async sample(threadId: ThreadId, options: CallOptions = {}): Promise<ThreadSample> {
    const thread = this.#host.threadOf(threadId);
    if (isPaused(thread)) return { kind: 'stopped' };
    const { signal, timeoutMs = SAMPLE_MS } = options;
    const stack = await sampleStack(thread.session, thread.scripts, isLoader, { timeoutMs, signal });
    if (isPaused(thread)) return { kind: 'stopped' };
    if (!stack) return { kind: 'silent' };
    if (stack.pid !== undefined) this.#pids.set(thread, stack.pid);
    if (stack.frames.length === 0) return { kind: 'idle' };
    const isOwn = stack.frames.some(({ presentation }) => presentation === 'normal');
    return isOwn ? { kind: 'running', frames: stack.frames } : { kind: 'between' };
  }

  async inspectWhileRunning(
    threadId: ThreadId,
    { signal, timeoutMs = INSPECTION_MS }: CallOptions = {},
  ): Promise<InspectedStack> {
    const thread = this.#host.threadOf(threadId);
    const read = (pause: Pause) => inspectFrames(thread, pause, { timeoutMs: 1_000, signal });
    const frames = await atPause(thread, read, { timeoutMs, signal });
    if (!frames) return { kind: 'unanswered' };
    return frames.some(({ presentation }) => presentation === 'normal')
      ? { kind: 'running', frames }
      : { kind: 'between' };
  }

  staying(threadId: ThreadId, limits: Limits): Promise<number | undefined> {
    return stayingFrames(this.#host.threadOf(threadId), limits);
  }

  rounds(threadId: ThreadId, loop: LineRange, limits: Limits): Promise<readonly LoopSnapshot[] | undefined> {
    return loopRounds(this.#host.threadOf(threadId), loop, limits);
  }

  async rest(threadId: ThreadId, limits: Limits): Promise<ThreadRest | undefined> {
    const pid = this.#pidOf(this.#host.threadOf(threadId));
    return pid === undefined ? undefined : threadRest(pid, pid, limits);
  }

  activity(threadId: ThreadId, limits: Limits): Promise<ThreadActivity> {
    return watchActivity(this.#host.threadOf(threadId), limits);
  }

  async waits(threadId: ThreadId, options: CallOptions = {}): Promise<ThreadWaits> {
    const thread = this.#host.threadOf(threadId);
    const limits = { timeoutMs: 3_000, signal: options.signal };
    // One after the other: the snapshot of the heap collects what the timers' list would still name.
    const keptAliveBy = await keptAlive(thread, limits).catch(() => []);
    const awaits = await pendingAwaits(thread, limits).catch(() => []);
    return { keptAliveBy, awaits };
  }

  async blocked(of: number | { readonly pid: number }, _options?: CallOptions): Promise<BlockedCall> {
    if (typeof of !== 'number') return { frames: [], system: await systemEvidence(of.pid) };
    const thread = this.#host.threadOf(of);
    const system = await this.#systemEvidence(thread);
    const last = this.#watches.get(thread)?.lastCall;
    const call = last && mayBeIn(last.name, system) ? last : undefined;
    const frames: HangFrame[] = call ? framesOfText(call.stack, thread.scripts) : [];
    return { ...(call ? { call: call.name } : {}), frames, ...(system ? { system } : {}) };
  }

  /** The system's evidence, which exists for a process's main thread only. */
  async #systemEvidence(thread: V8Thread): Promise<SystemEvidence | undefined> {
    const pid = this.#pidOf(thread);
    return pid === undefined ? undefined : systemEvidence(pid);
  }

  /** Undefined for a worker: nothing is known of which of the process's threads it is. */
  #pidOf(thread: V8Thread): number | undefined {
    return thread.isWorker ? undefined : (thread.pid ?? this.#pids.get(thread) ?? this.#host.launchedPid());
  }

  end(): ExitEvidence {
    const watches = [...this.#watches.values()];
    const awaits = watches.find(({ endAwaits }) => endAwaits.length > 0)?.endAwaits ?? [];
    return { isHeld: watches.some(({ isHeld }) => isHeld), awaits };
  }
}

function isLoader(url: string): boolean {
  return url.startsWith('node:internal/modules/');
}

function isPaused(thread: V8Thread): boolean {
  try {
    thread.pausedNow();
    return true;
  } catch {
    return false;
  }
}

/** True if the last call that was noticed may be the one that does not return, by what the system says. */
function mayBeIn(name: string, system: SystemEvidence | undefined): boolean {
  if (system?.computes === undefined) return true;
  if (name.startsWith('crypto.')) return system.computes;
  if (name.startsWith('child_process.')) return system.children.length > 0;
  return !system.computes && !/epoll|futex/.test(system.systemCall ?? '');
}
