import type { CallOptions } from '../../../model/call-options.ts';
import type { HangFrame, LineRange, SystemEvidence } from '../../../model/hang-report.ts';
import { systemEvidence } from '../../../process/system-evidence.ts';
import type {
  BlockedCall,
  ExitEvidence,
  HangEvidence,
  LoopSnapshot,
  ThreadActivity,
  ThreadLook,
  ThreadStudy,
  ThreadWaits,
} from '../../hang-evidence.ts';
import { watchActivity } from '../../v8/hang/activity.ts';
import { pendingAwaits } from '../../v8/hang/awaits.ts';
import { askForStack } from '../../v8/hang/look.ts';
import { atPause } from '../../v8/hang/pauses.ts';
import { stayingFrames } from '../../v8/hang/returns.ts';
import { loopRounds } from '../../v8/hang/rounds.ts';
import { framesOfText } from '../../v8/hang/stack-text.ts';
import { studyFrames } from '../../v8/hang/study.ts';
import type { Pause } from '../../v8/pauses/pause.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';
import { ThreadWatch } from './blocking-calls.ts';
import { keptAlive } from './keep-alive.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const LOOK_MS = 500;
const STUDY_MS = 800;

/** What the node adapter knows of its threads. */
export interface HangHost {
  /** @throws DebugError `connection_closed` */
  targetOf(threadId: number): V8Thread;
  targets(): readonly V8Thread[];
  /** Of the process that was launched. */
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
    await Promise.all(this.#host.targets().map((target) => this.prepare(target, options)));
  }

  /** To be called for each thread that starts, before its first line; resolves when the watch is in place. */
  async prepare(target: V8Thread, options?: CallOptions): Promise<void> {
    if (!this.#isWatching || this.#watches.has(target)) return;
    const watch = new ThreadWatch(target);
    this.#watches.set(target, watch);
    // Without it less is found out; the program runs all the same.
    await watch.install(options).catch(() => {});
  }

  async look(threadId: number, options: CallOptions = {}): Promise<ThreadLook> {
    const target = this.#host.targetOf(threadId);
    if (isPaused(target)) return { kind: 'stopped' };
    const { signal, timeoutMs = LOOK_MS } = options;
    const stack = await askForStack(target.session, target.scripts, { timeoutMs, signal });
    if (isPaused(target)) return { kind: 'stopped' };
    if (!stack) return { kind: 'silent' };
    if (stack.pid !== undefined) this.#pids.set(target, stack.pid);
    if (stack.frames.length === 0) return { kind: 'idle' };
    const isOwn = stack.frames.some(({ presentation }) => presentation === 'normal');
    return isOwn ? { kind: 'running', frames: stack.frames } : { kind: 'between' };
  }

  async study(threadId: number, { signal, timeoutMs = STUDY_MS }: CallOptions = {}): Promise<ThreadStudy> {
    const target = this.#host.targetOf(threadId);
    const read = (pause: Pause) => studyFrames(target, pause, { timeoutMs: 1_000, signal });
    const frames = await atPause(target, read, { timeoutMs, signal });
    if (!frames) return { kind: 'unanswered' };
    return frames.some(({ presentation }) => presentation === 'normal')
      ? { kind: 'running', frames }
      : { kind: 'between' };
  }

  staying(threadId: number, limits: Limits): Promise<number | undefined> {
    return stayingFrames(this.#host.targetOf(threadId), limits);
  }

  rounds(threadId: number, loop: LineRange, limits: Limits): Promise<readonly LoopSnapshot[] | undefined> {
    return loopRounds(this.#host.targetOf(threadId), loop, limits);
  }

  activity(threadId: number, limits: Limits): Promise<ThreadActivity> {
    return watchActivity(this.#host.targetOf(threadId), limits);
  }

  async waits(threadId: number, options: CallOptions = {}): Promise<ThreadWaits> {
    const target = this.#host.targetOf(threadId);
    const limits = { timeoutMs: 3_000, signal: options.signal };
    // One after the other: the snapshot of the heap collects what the timers' list would still name.
    const keptAliveBy = await keptAlive(target, limits).catch(() => []);
    const awaits = await pendingAwaits(target, limits).catch(() => []);
    return { keptAliveBy, awaits };
  }

  async blocked(of: number | { readonly pid: number }, _options?: CallOptions): Promise<BlockedCall> {
    if (typeof of !== 'number') return { frames: [], system: await systemEvidence(of.pid) };
    const target = this.#host.targetOf(of);
    const system = await this.#systemEvidence(target);
    const last = this.#watches.get(target)?.lastCall;
    const call = last && mayBeIn(last.name, system) ? last : undefined;
    const frames: HangFrame[] = call ? framesOfText(call.stack, target.scripts) : [];
    return { ...(call ? { call: call.name } : {}), frames, ...(system ? { system } : {}) };
  }

  /** What the system tells is told of a process's main thread only. */
  async #systemEvidence(target: V8Thread): Promise<SystemEvidence | undefined> {
    if (target.isWorker) return undefined;
    const pid = target.pid ?? this.#pids.get(target) ?? this.#host.launchedPid();
    return pid === undefined ? undefined : systemEvidence(pid);
  }

  end(): ExitEvidence {
    const watches = [...this.#watches.values()];
    const awaits = watches.find(({ endAwaits }) => endAwaits.length > 0)?.endAwaits ?? [];
    return { isHeld: watches.some(({ isHeld }) => isHeld), awaits };
  }
}

function isPaused(target: V8Thread): boolean {
  try {
    target.pausedNow();
    return true;
  } catch {
    return false;
  }
}

/** Whether the last call that was noticed may be the one that does not return, by what the system says. */
function mayBeIn(name: string, system: SystemEvidence | undefined): boolean {
  if (system?.computes === undefined) return true;
  if (name.startsWith('crypto.')) return system.computes;
  if (name.startsWith('child_process.')) return system.children.length > 0;
  return !system.computes && !/epoll|futex/.test(system.systemCall ?? '');
}
