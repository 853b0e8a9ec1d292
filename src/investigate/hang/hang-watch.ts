import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../adapter/deadline.ts';
import { type HangEvidence, NO_FACTS, type ThreadSample, type WaitFacts } from '../../adapter/hang-evidence.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { HangFinding, HangReport, KeepAlive } from '../../model/hang-report.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { suspendedProcess, suspendedWhole } from '../../session/run/suspended-process.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { examineThread } from './examine-thread.ts';
import { ENOUGH_MS, EXAMINATION_MS, nextStepOf } from './next-step.ts';
import { PatternWatch } from './pattern-watch.ts';
import { siteOf } from './site.ts';
import { StandstillWatch } from './standstill-watch.ts';
import { doingOf, weighFindings } from './weigh-findings.ts';

/** Times and owner of a watch; times in milliseconds. */
export interface WatchOptions {
  /** `watch`: the session was made for this watch, which may let the program go on. `caller`: it is left as it is. */
  readonly sessionOwner: 'watch' | 'caller';
  readonly timeoutMs: number;
  /** Beside a deadline, which otherwise says how long is watched. */
  readonly maxWatchMs?: number | undefined;
  /** Limit of the whole: the watch ends so long before it that there is time to find out why. */
  readonly deadline?: Deadline | undefined;
  readonly sampleIntervalMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A sample that takes longer than this while the program runs is given up: the next one comes. */
const SAMPLE_MS = 250;
/** Limit between the announcement of a program's end and its exit. */
const END_GRACE_MS = 4_000;
const MAX_OUTPUT_CHARS = 4_000;
/** The least part of a short time that is for watching; a program that ends by itself needs no examination. */
const WATCH_SHARE = 0.25;
/** Time for the question to the system, for a program that does not answer. */
const SYSTEM_MS = 150;
/** Time for an examination that is cut short to leave a thread as it was. */
const CLEANING_MS = 150;
/** Limit for finding out what the threads wait for. */
const FACTS_MS = 2_000;

/** One watch of one program: looks at it until its time is over, then finds out what it does. */
export class HangWatch {
  readonly #session: DebugSession;
  readonly #evidence: HangEvidence;
  readonly #options: WatchOptions;
  readonly #began = performance.now();
  readonly #wake = new EventTarget();
  /** The last sample of each thread at work. */
  readonly #seen = new Map<number, Extract<ThreadSample, { kind: 'running' }>['frames']>();
  /** The time since which each place has been on the stack of a thread at every look, in milliseconds of the watch's clock. */
  readonly #since = new Map<number, ReadonlyMap<string, number>>();
  /** Threads that did not answer the last time. */
  readonly #silent = new Set<number>();
  readonly #standstill: StandstillWatch;
  readonly #patterns: PatternWatch;
  #samples = 0;

  constructor(session: DebugSession, evidence: HangEvidence, options: WatchOptions) {
    this.#session = session;
    this.#evidence = evidence;
    this.#options = options;
    this.#standstill = new StandstillWatch(evidence);
    this.#patterns = new PatternWatch(evidence);
  }

  /** @throws DebugError `cancelled` */
  async run(): Promise<HangReport> {
    const wake = () => this.#wake.dispatchEvent(new Event('change'));
    const { events } = this.#session.adapter;
    events.on('exited', wake).on('lost', wake);
    try {
      await this.#watch();
      if (this.#evidence.end().isHeld) await this.#untilOver();
      if (this.#isOver()) return this.#report(this.#end());
      // It answers nothing: to examine it would take its time for nothing.
      const whole = suspendedWhole(this.#session.adapter, this.#session.state);
      if (whole) return this.suspended(whole.pid);
      const findings = await this.#examineAll();
      if (this.#isOver() || findings.length === 0) await this.#untilOver();
      if (this.#isOver()) return this.#report(this.#end());
      const report = await this.#weighed(findings);
      const part = report.hung ? suspendedProcess(this.#session.adapter) : undefined;
      if (part) return this.suspended(part.pid);
      if (report.kind !== 'progressing' && report.kind !== 'busy') return report;
      // Time that is left may show its end.
      await this.#untilDeadline();
      return this.#isOver() ? this.#report(this.#end()) : report;
    } catch (error) {
      if (this.#options.signal?.aborted)
        throw new DebugError('cancelled', 'The watch for a hang was cancelled.', { cause: error });
      throw error;
    } finally {
      events.off('exited', wake).off('lost', wake);
    }
  }

  /** The report on a process that could not be attached to because it does not answer. */
  async unanswered(pid: number): Promise<HangReport> {
    const { system, frames } = await this.#evidence.blocked({ pid }, { signal: this.#options.signal });
    const thread: Thread = { id: 1, name: `process ${pid}`, pid };
    return this.#report({ kind: 'blocked call', hung: true, ...siteOf(thread, frames), ...(system ? { system } : {}) });
  }

  /** The report on a program of which a signal has stopped a process. */
  suspended(pid: number): HangReport {
    const threads = this.#session.adapter.threads();
    const known = threads.find((each) => (each.pid ?? each.process?.pid) === pid);
    const thread = known ?? { id: 1, name: `process ${pid}`, pid };
    return this.#report({ kind: 'suspended', hung: true, pid, ...siteOf(thread, this.#seen.get(thread.id) ?? []) });
  }

  /** The report on a command that was ended before it had come to a program. */
  starting(timeoutMs: number, keptAliveBy: readonly KeepAlive[]): HangReport {
    const thread: Thread = { id: 1, name: this.#session.program };
    return this.#report({ kind: 'starting', hung: false, thread, stack: [], timeoutMs, keptAliveBy });
  }

  #watchMs(): number {
    const { timeoutMs, maxWatchMs, deadline } = this.#options;
    if (!deadline) return timeoutMs;
    // A long time has room for several threads, which are examined one after another.
    const examinationMs = deadline.leftMs > ENOUGH_MS ? 2 * EXAMINATION_MS : EXAMINATION_MS;
    const allowed = Math.max(deadline.leftMs * WATCH_SHARE, deadline.leftMs - examinationMs);
    return Math.min(allowed, maxWatchMs ?? allowed);
  }

  /** Looks at each thread once per interval, without stopping it, until the time is over or the program. */
  async #watch(): Promise<void> {
    const { sampleIntervalMs, signal } = this.#options;
    const deadline = this.#began + this.#watchMs();
    for (let next = this.#began + sampleIntervalMs; !this.#isOver(); next += sampleIntervalMs) {
      await this.#pause(Math.min(next, deadline) - performance.now());
      if (performance.now() >= deadline || this.#isOver()) return;
      const threads = this.#session.adapter.threads();
      const stopped = await Promise.all(threads.map((thread) => this.#sample(thread, signal)));
      this.#samples += 1;
      // Nothing will change in it: the caller that could let it go on waits for this answer.
      if (this.#options.sessionOwner === 'caller' && stopped.length > 0 && stopped.every(Boolean)) return;
      const isSilent = threads.every(({ id }) => this.#silent.has(id));
      if (await this.#patterns.runsAway(threads, isSilent, signal)) return;
      if (!isSilent && (await this.#standstill.standsStill(threads, signal))) return;
      // A sample that took its time does not make the next ones come faster.
      next = Math.max(next, performance.now() - sampleIntervalMs);
    }
  }

  /** @returns whether the thread is stopped by the debugger */
  async #sample({ id }: Thread, signal: AbortSignal | undefined): Promise<boolean> {
    const sample = await this.#evidence.sample(id, { timeoutMs: SAMPLE_MS, signal }).catch(() => undefined);
    if (sample?.kind === 'silent') this.#silent.add(id);
    else this.#silent.delete(id);
    if (sample?.kind === 'running') this.#seen.set(id, sample.frames);
    if (sample) this.#notePlaces(id, sample);
    if (sample?.kind === 'stopped') await this.#goOn();
    return sample?.kind === 'stopped';
  }

  #notePlaces(id: number, sample: ThreadSample): void {
    const now = performance.now();
    const before = this.#since.get(id);
    const frames = sample.kind === 'running' ? sample.frames : [];
    const keys = frames.map(({ location }) => placeKey(location));
    this.#since.set(id, new Map(keys.map((key) => [key, before?.get(key) ?? now])));
  }

  /** Adds the time for which a busy thread has been at its place. */
  #withDuration(finding: ThreadFinding): ThreadFinding {
    if (finding.kind !== 'busy' || !finding.location) return finding;
    const since = this.#since.get(finding.thread.id)?.get(placeKey(finding.location));
    return since === undefined ? finding : { ...finding, busyMs: Math.round(performance.now() - since) };
  }

  /** A `debugger` statement means nothing to a program that was started to be watched. */
  async #goOn(): Promise<void> {
    if (this.#options.sessionOwner !== 'watch' || this.#session.state.kind !== 'stopped') return;
    this.#session.markShown();
    await this.#session.resume('continue', { timeoutMs: 1, signal: this.#options.signal });
  }

  async #pause(waitMs: number): Promise<void> {
    if (waitMs <= 0) return;
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.#wake.addEventListener('change', wake, { once: true });
    const { signal } = this.#options;
    const either = signal === undefined ? woken.signal : AbortSignal.any([signal, woken.signal]);
    await sleep(waitMs, undefined, { signal: either }).catch(() => {});
    this.#wake.removeEventListener('change', wake);
    signal?.throwIfAborted();
  }

  async #examineAll(): Promise<ThreadFinding[]> {
    const { signal } = this.#options;
    const examination = {
      evidence: this.#evidence,
      signal,
      counted: () => {
        this.#samples += 1;
      },
    };
    const findings = new Map<Thread, ThreadFinding>();
    const threads = this.#session.adapter.threads();
    // Those that run code first: the time may be over before the others, which wait, have been looked into.
    const [running, others] = [true, false].map((runs) => threads.filter(({ id }) => this.#runs(id) === runs));
    // One after another: they would slow each other down, and what is slow looks stuck.
    for (const thread of [...(running ?? []), ...(others ?? [])]) {
      if (this.#isOver()) break;
      // A thread that ends meanwhile has nothing to show any more.
      const finding = await this.#inTime(thread, examination);
      signal?.throwIfAborted();
      if (finding) findings.set(thread, this.#withDuration(this.#withLastSeen(finding)));
    }
    return threads.flatMap((thread) => findings.get(thread) ?? []);
  }

  /** True if a thread ran code of the program at the last look. */
  #runs(id: number): boolean {
    return (this.#since.get(id)?.size ?? 0) > 0;
  }

  async #inTime(thread: Thread, examination: Examination): Promise<ThreadFinding | undefined> {
    const { deadline, signal } = this.#options;
    const examine = (how: Examination) => this.#finding(thread, how).catch(() => undefined);
    if (!deadline) return examine(examination);
    const over = AbortSignal.timeout(Math.max(0, deadline.leftMs));
    const either = signal === undefined ? over : AbortSignal.any([signal, over]);
    const examined = examine({ ...examination, signal: either });
    // It takes its breakpoints and pauses back when it is cut short.
    const late = sleep(Math.max(0, deadline.leftMs) + CLEANING_MS, undefined, { ref: false });
    const finding = await Promise.race([examined, late]);
    // What was cut short has not seen all.
    return over.aborted ? this.#undecided(thread) : finding;
  }

  #finding(thread: Thread, how: Examination): Promise<ThreadFinding | undefined> {
    if (this.#patterns.hasFound) return this.#patterns.examine(thread, how);
    return this.#standstill.examine(thread, how) ?? examineThread(thread, how);
  }

  /** The finding that is known at once about a thread whose examination took too long. */
  async #undecided(thread: Thread): Promise<ThreadFinding> {
    const seen = this.#seen.get(thread.id);
    const { timeoutMs } = this.#options.deadline ?? this.#options;
    if (!this.#silent.has(thread.id))
      return { kind: 'undecided', hung: false, timeoutMs, ...siteOf(thread, seen ?? []) };
    // It did not answer: the system knows the call that it is in.
    const asked = this.#evidence.blocked(thread.id, { timeoutMs: SYSTEM_MS }).catch(() => undefined);
    const found = await Promise.race([asked, sleep(SYSTEM_MS, undefined, { ref: false })]);
    if (!found?.system) return { kind: 'undecided', hung: false, timeoutMs, ...siteOf(thread, seen ?? []) };
    return { kind: 'blocked call', hung: true, ...siteOf(thread, found.frames), system: found.system };
  }

  /** Adds the last known place to the finding about a thread that does not answer. */
  #withLastSeen(finding: ThreadFinding): ThreadFinding {
    const seen = this.#seen.get(finding.thread.id);
    if (finding.kind !== 'blocked call' || finding.stack.length > 0 || !seen) return finding;
    return { ...finding, ...siteOf(finding.thread, seen) };
  }

  async #weighed(findings: readonly ThreadFinding[]): Promise<HangReport> {
    const facts = await this.#facts();
    const finding = weighFindings(findings, facts.ended);
    const others = findings.filter(({ thread }) => !('thread' in finding && finding.thread.id === thread.id));
    return this.#report(finding, others, facts);
  }

  /** Facts of all processes; none where they cannot be found out in time. */
  async #facts(): Promise<WaitFacts> {
    const { deadline, signal } = this.#options;
    const options = { signal, timeoutMs: Math.min(FACTS_MS, deadline?.leftMs ?? FACTS_MS) };
    const asked = this.#session.adapter.threads().filter(({ id }) => !this.#silent.has(id));
    const all = await Promise.all(
      asked.map(async ({ id }) => this.#evidence.facts?.(id, options).catch(() => undefined)),
    );
    const found = all.flatMap((each) => each ?? []);
    const ended = found.flatMap((each) => each.ended).sort((a, b) => Number(b.isMissed) - Number(a.isMissed));
    return { ended, awaited: found.flatMap(({ awaited }) => awaited) };
  }

  #isOver(): boolean {
    return this.#session.ended;
  }

  async #untilOver(): Promise<void> {
    const graceMs = Math.min(END_GRACE_MS, this.#options.deadline?.leftMs ?? END_GRACE_MS);
    await this.#untilOverFor(graceMs);
  }

  async #untilDeadline(): Promise<void> {
    await this.#untilOverFor(this.#options.deadline?.leftMs ?? 0);
  }

  async #untilOverFor(waitMs: number): Promise<void> {
    const deadline = performance.now() + waitMs;
    while (!this.#isOver() && performance.now() < deadline) await this.#pause(50);
  }

  #end(): HangFinding {
    const { state } = this.#session;
    if (state.kind === 'lost') return { kind: 'lost', hung: false, cause: state.cause };
    const { exitCode, signal } = state.kind === 'exited' ? state : { exitCode: null, signal: null };
    const { awaits } = this.#evidence.end();
    const isEarly = exitCode === 13 || (exitCode === 0 && awaits.length > 0);
    if (!isEarly) return { kind: 'finished', hung: false, exitCode, signal };
    const stack = awaits.map((each) => ({ ...each, presentation: 'normal' as const }));
    return {
      kind: 'ended early',
      hung: false,
      exitCode,
      awaits,
      ...siteOf({ id: 1, name: this.#session.program }, stack),
    };
  }

  #report(finding: HangFinding, others: readonly ThreadFinding[] = [], { ended, awaited } = NO_FACTS): HangReport {
    return {
      ...finding,
      durationMs: Math.round(performance.now() - this.#began),
      samples: this.#samples,
      sampleIntervalMs: this.#options.sampleIntervalMs,
      otherThreads: others.map((other) => ({ thread: other.thread, doing: doingOf(other) })),
      output: this.#session.takeOutput(MAX_OUTPUT_CHARS),
      nextStep: nextStepOf(finding, { ended, awaited }),
      ...(ended.length === 0 ? {} : { ended }),
      ...(awaited.length === 0 ? {} : { awaited }),
    };
  }
}

function placeKey({ path, line }: SourceLocation): string {
  return `${path}:${line}`;
}
