import type { CallOptions } from '../../model/call-options.ts';
import type { HangFrame, LineRange } from '../../model/hang-report.ts';
import { systemEvidence } from '../../process/system-evidence.ts';
import type {
  BlockedCall,
  EndSight,
  HangEvidence,
  ThreadActivity,
  ThreadLook,
  ThreadStudy,
  ThreadWaits,
} from '../hang-evidence.ts';
import { watchActivity } from './hang-activity.ts';
import { pendingAwaits } from './hang-awaits.ts';
import { askForStack } from './hang-look.ts';
import { atPause, atPauses, NEXT_STATEMENT, stepOutwards } from './hang-pauses.ts';
import { framesOfText } from './hang-stack-text.ts';
import { isProgram, showsLoops, studyFrames } from './hang-study.ts';
import { keptAlive } from './hang-waits.ts';
import { ThreadWatch } from './hang-watch.ts';
import type { NodeTarget } from './node-target.ts';
import type { Pause } from './pause.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const LOOK_MS = 400;
const STUDY_MS = 400;
const MAX_STEPS_OUT = 25;
/** Rounds of a loop that are counted. */
const MAX_ROUNDS = 3;
const MAX_LOOP_PLACES = 12;

/** What the node adapter knows of its threads. */
export interface HangHost {
  /** @throws DebugError `connection_closed` */
  targetOf(threadId: number): NodeTarget;
  targets(): readonly NodeTarget[];
  /** Of the process that was launched. */
  launchedPid(): number | undefined;
}

/** {@link HangEvidence} of a tree of Node processes. */
export class NodeHangEvidence implements HangEvidence {
  readonly #host: HangHost;
  readonly #watches = new Map<NodeTarget, ThreadWatch>();
  readonly #pids = new Map<NodeTarget, number>();
  #isWatching = false;

  constructor(host: HangHost) {
    this.#host = host;
  }

  async watch(options?: CallOptions): Promise<void> {
    this.#isWatching = true;
    await Promise.all(this.#host.targets().map((target) => this.prepare(target, options)));
  }

  /** To be called for each thread that starts, before its first line; resolves when the watch is in place. */
  async prepare(target: NodeTarget, options?: CallOptions): Promise<void> {
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
    const read = async (pause: Pause, isLast: boolean) => {
      const seen = await studyFrames(target, pause, { timeoutMs: 1_000, signal });
      return isLast || showsLoops(seen) ? seen : NEXT_STATEMENT;
    };
    const frames = await atPause(target, read, { timeoutMs, signal });
    if (!frames) return { kind: 'unanswered' };
    return frames.some(({ presentation }) => presentation === 'normal')
      ? { kind: 'running', frames }
      : { kind: 'between' };
  }

  async staying(threadId: number, limits: Limits): Promise<number | undefined> {
    const target = this.#host.targetOf(threadId);
    let staying: number | undefined;
    const onPause = (pause: Pause) => {
      staying = Math.min(staying ?? Number.MAX_SAFE_INTEGER, pause.frames.filter(isProgram).length);
      return staying > 0;
    };
    await stepOutwards(target, onPause, { ...limits, maxSteps: MAX_STEPS_OUT });
    return staying;
  }

  async rounds(threadId: number, loop: LineRange, limits: Limits): Promise<number | undefined> {
    const target = this.#host.targetOf(threadId);
    const { session, scripts } = target;
    const script = scripts.ofProgram().findLast(({ path }) => path === loop.path);
    if (!script || scripts.mapOf(script)) return undefined;
    const { id: scriptId } = script;
    const range = {
      start: { scriptId, lineNumber: loop.first - 1, columnNumber: 0 },
      end: { scriptId, lineNumber: loop.last, columnNumber: 0 },
    };
    const options = { timeoutMs: 1_000, signal: limits.signal };
    const { locations } = await session.send('Debugger.getPossibleBreakpoints', range, options);
    const passes = new Map<string, number>();
    const read = async ({ params }: Pause) => {
      for (const id of params.hitBreakpoints ?? []) passes.set(id, (passes.get(id) ?? 0) + 1);
    };
    const places = locations.slice(0, MAX_LOOP_PLACES);
    const seen = atPauses(target, read, { ...limits, count: places.length * MAX_ROUNDS });
    const set = await Promise.all(
      places.map(({ lineNumber, columnNumber = 0 }) =>
        session
          .send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } }, options)
          .catch(() => undefined),
      ),
    );
    await seen;
    const ids = set.flatMap((each) => each?.breakpointId ?? []);
    await Promise.all(
      ids.map((breakpointId) => session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {})),
    );
    return ids.length === 0 ? undefined : Math.max(0, ...passes.values());
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
    const pid = target.pid ?? this.#pids.get(target) ?? (target.isWorker ? undefined : this.#host.launchedPid());
    const call = this.#watches.get(target)?.lastCall;
    const frames: HangFrame[] = call ? framesOfText(call.stack, target.scripts) : [];
    return {
      ...(call ? { call: call.name } : {}),
      frames,
      ...(pid === undefined ? {} : { system: await systemEvidence(pid) }),
    };
  }

  end(): EndSight {
    const watches = [...this.#watches.values()];
    const awaits = watches.find(({ endAwaits }) => endAwaits.length > 0)?.endAwaits ?? [];
    return { isHeld: watches.some(({ isHeld }) => isHeld), awaits };
  }
}

function isPaused(target: NodeTarget): boolean {
  try {
    target.pausedNow();
    return true;
  } catch {
    return false;
  }
}
