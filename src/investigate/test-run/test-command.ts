import { Deadline } from '../../adapter/deadline.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { withLastingSession } from '../../engine/lasting-session.ts';
import { withThrowawaySession } from '../../engine/throwaway-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { HangReport } from '../../model/hang-report.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { TestRunReport } from '../../model/tests/test-report.ts';
import { suspendedBelow } from '../../process/process-table.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { runPlainly } from '../run-plainly.ts';
import type { SeenThrow } from './failure-site.ts';
import { hangingProcess } from './hang/hanging-process.ts';
import { hangOf, hangTimes, pausedToStay, unseenHangMs, unseenHangOf } from './hang/hanging-run.ts';
import { untilLate } from './hang/until-late.ts';
import { missingRunner } from './missing-runner.ts';
import { needsNoDebugger } from './needs-no-debugger.ts';
import type { ResultsFile } from './results-file.ts';
import type { TestRunRequest } from './test-run-request.ts';
import { ThrowWatch } from './throw-watch.ts';
import { endOfUnseenCommand, isFromRunnerThatSees } from './unseen-command.ts';
import { type EndOutcome, watchToEnd } from './watch-to-end.ts';

/** The outcome of a run of the command. */
export interface WatchedRun extends Pick<TestRunReport, 'output' | 'exceptions'> {
  readonly ended: EndOutcome;
  /** The run's own time, without the time for finding out about a hang. */
  readonly limitMs: number;
  /** The reason why the run did not end. */
  readonly hang?: HangReport | undefined;
  readonly seen: readonly SeenThrow[];
}

/** One command that runs tests, and the sessions in which it is run. */
export class TestCommand {
  readonly launch: LaunchRequest;
  readonly results: ResultsFile;
  readonly #engine: DebugEngine;
  readonly #request: TestRunRequest;

  /** @param results What the hooks in it write down. */
  constructor(engine: DebugEngine, request: TestRunRequest, results: ResultsFile) {
    this.#engine = engine;
    this.#request = request;
    this.results = results;
    this.launch = { ...request.launch, stopOnEntry: false, wholeTree: true, stopOthers: 'breakpoints' };
  }

  /** Runs the command to its end, with a debugger if one is needed. */
  async run(deadline: Deadline, maxOutputChars: number): Promise<WatchedRun> {
    return (await this.#runPlainly(deadline, maxOutputChars)) ?? (await this.#runSeenOrNot(deadline, maxOutputChars));
  }

  /** Undefined for a command that a debugger has to watch. */
  async #runPlainly(deadline: Deadline, maxOutputChars: number): Promise<WatchedRun | undefined> {
    if (!needsNoDebugger(this.launch)) return undefined;
    const program = await this.#engine.startPlainly(this.#request.language, this.launch);
    if (program === undefined) return undefined;
    // One that is to stay is run again, with a debugger.
    const hangMs = this.#request.onHang ? 0 : unseenHangMs(deadline.timeoutMs);
    let hang: HangReport | undefined;
    let limitMs = deadline.timeoutMs;
    const look = async () => {
      const hanging = hangingProcess(this.results);
      if (hanging !== undefined) hang = await unseenHangOf(this.#engine, hanging, deadline);
      if (!hang?.hung) return Math.max(0, deadline.leftMs);
      limitMs -= hangMs;
      return 0;
    };
    const run = await runPlainly(program, maxOutputChars, deadline.left(), { beforeMs: hangMs, look });
    return { ...run, limitMs, hang, seen: [], exceptions: { stops: 0, limitReached: false } };
  }

  /** A command in which no program could be debugged may have run tests of a runner that needs no debugger. */
  async #runSeenOrNot(deadline: Deadline, maxOutputChars: number): Promise<WatchedRun> {
    try {
      return await this.#runWatched(deadline, maxOutputChars);
    } catch (error) {
      const exit = endOfUnseenCommand(error);
      if (exit === undefined || !isFromRunnerThatSees(this.results.read())) throw error;
      // What it wrote went with the session that found nothing in it.
      const output = { chunks: [], omittedChars: 0 };
      const exceptions = { stops: 0, limitReached: false };
      return { ended: { kind: 'exited', ...exit }, limitMs: deadline.timeoutMs, output, seen: [], exceptions };
    }
  }

  #runWatched(deadline: Deadline, maxOutputChars: number): Promise<WatchedRun> {
    return this.#inKeptSession(deadline, async (session) => {
      session.exceptionMode = 'userUnhandled';
      const watch = new ThrowWatch(session, this.#request.limits, this.results);
      await this.#start(session, deadline.left());
      const look = async (stop: StoppedInfo, call: CallOptions) => {
        const { language } = session;
        if (this.results.runners.some((each) => each.seesFailures && each.language === language))
          await session.setExceptionMode('none', call);
        else await watch.look(stop, call);
      };
      const { hangMs, pauseMs } = hangTimes(deadline.timeoutMs, this.#request.onHang !== undefined);
      const until = (keptMs: number) => {
        const running = new Deadline(Math.max(1, deadline.leftMs - keptMs), deadline.left().signal);
        return watchToEnd(session, look, running);
      };
      const late = await untilLate(this.#engine, this.results, { until, deadline, hangMs, pauseMs }).finally(() =>
        watch.close(),
      );
      const ended = await withSuspended(session, late.ended);
      const { stops, limitReached, seen } = watch;
      const isWanted = ended.kind === 'running' && hangMs > 0 && !late.isUnseen;
      return {
        ended,
        limitMs: late.limitMs,
        hang: isWanted ? await this.#hang(session, deadline, pauseMs) : late.hang,
        output: session.takeOutput(maxOutputChars),
        seen,
        exceptions: { stops, limitReached, unseen: session.processes.unseen },
      };
    });
  }

  #hang(session: DebugSession, deadline: Deadline, pauseMs: number): Promise<HangReport | undefined> {
    const finding = new Deadline(Math.max(1, deadline.leftMs - pauseMs), deadline.left().signal);
    return hangOf(this.#engine, session, finding);
  }

  /** In a session that stays when the run does not end, where it is wanted. */
  #inKeptSession(deadline: Deadline, use: (session: DebugSession) => Promise<WatchedRun>): Promise<WatchedRun> {
    const { onHang, language } = this.#request;
    if (!onHang) return this.inSession(use);
    const start = { kind: 'launch', ...this.launch } as const;
    return withLastingSession(this.#engine, { start, language }, async (session) => {
      const result = await use(session);
      const paused = result.ended.kind === 'running' ? await pausedToStay(session, deadline) : undefined;
      if (paused) onHang(session, paused);
      return { result, stays: paused !== undefined };
    });
  }

  /** One more run of it, in a session that is ended. */
  inSession<T>(use: (session: DebugSession) => Promise<T>): Promise<T> {
    const start = { kind: 'launch', ...this.launch } as const;
    return withThrowawaySession(this.#engine, { id: 'tests', start, language: this.#request.language }, use);
  }

  async #start(session: DebugSession, options: CallOptions): Promise<void> {
    try {
      await session.start(options);
    } catch (error) {
      if (error instanceof DebugError && error.code === 'not_debuggable') this.assertInstalled(error.message);
      throw error;
    }
  }

  /** @param output What it wrote. @throws DebugError `launch_failed` where its runner is not installed */
  assertInstalled(output: string): void {
    const missing = missingRunner(output, this.launch);
    if (missing) throw missing;
  }
}

/** The end of a run that was still under way, with a process of it that a signal has stopped, also one that no debugger holds any more. */
async function withSuspended(session: DebugSession, ended: EndOutcome): Promise<EndOutcome> {
  if (ended.kind !== 'running' || ended.suspended) return ended;
  const { threads, processes } = session.summary();
  const pids = [...threads.flatMap(({ pid }) => pid ?? []), ...processes.map(({ pid }) => pid)];
  const suspended = await suspendedBelow(pids);
  return suspended === undefined ? ended : { ...ended, suspended: { pid: suspended } };
}
