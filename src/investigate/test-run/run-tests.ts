import { Deadline } from '../../adapter/deadline.ts';
import type { LaunchRequest, ValueLimits } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { withThrowawaySession } from '../../engine/throwaway-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { TestRunOutcome, TestRunReport } from '../../model/test-report.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { type SeenThrow, withSites } from './failure-site.ts';
import { missingRunner } from './missing-runner.ts';
import { readResults } from './read-results.ts';
import { needsRerun, rerun } from './rerun.ts';
import { ResultsFile } from './results-file.ts';
import { needsNoDebugger, runPlainly } from './run-plainly.ts';
import { TEST_RUNNERS } from './runners/runners.ts';
import { testEnvironment } from './test-environment.ts';
import { ThrowWatch } from './throw-watch.ts';
import { type EndOutcome, watchToEnd } from './watch-to-end.ts';

/** A command that runs tests. */
export interface TestRunRequest {
  /** Any command: `npm test`, `npx vitest run src/cart.test.ts`. `stopOnEntry` is not looked at. */
  readonly launch: LaunchRequest;
  /** Left out, the language shows from the command. */
  readonly language?: string | undefined;
  /** Id of the runner that the command is expected to run, one of {@link testRunnerIds}; left out, whichever is seen. */
  readonly runner?: string | undefined;
  /**
   * False: the command is run once, whatever there is left to see. Otherwise it is run again, in the time that is left, for failures
   * that the program was not stopped at.
   */
  readonly rerun?: boolean | undefined;
  /** How variables are described where a test failed. */
  readonly limits: ValueLimits;
}

export interface TestRunOptions extends CallOptions {
  /** How long the whole run may take. Default {@link DEFAULT_TEST_TIMEOUT_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Characters of output in the report; the last ones are kept. Default: all that the session keeps, 1,000,000. */
  readonly maxOutputChars?: number | undefined;
}

/** Below every client's own limit (60 s and more). */
export const DEFAULT_TEST_TIMEOUT_MS = 50_000;

/** The rerun is begun only when so much more time is left than the first run took. */
const RERUN_MARGIN = 1.5;

/** Ids of the runners that are known: `jest`, `vitest`, … */
export function testRunnerIds(): readonly string[] {
  return TEST_RUNNERS.map(({ id }) => id);
}

/**
 * Runs a test command with a debugger in every process and worker of it, to its end, and reports what failed, why, and with
 * which values. Nothing of it is left when this resolves, whatever happens.
 *
 * @throws DebugError `invalid_argument` (unknown runner), `launch_failed` (no such command, runner not installed),
 *   `cancelled`, and as withThrowawaySession and DebugSession.start
 */
export async function runTests(
  engine: DebugEngine,
  request: TestRunRequest,
  options: TestRunOptions = {},
): Promise<TestRunReport> {
  checkRunner(request.runner);
  const results = await ResultsFile.open();
  try {
    const describing = await engine.describingEnvironment();
    const env = testEnvironment(request.launch, { results: results.path, limits: request.limits, describing });
    return await new TestRun(engine, { ...request, launch: { ...request.launch, env } }, results).run(options);
  } finally {
    results.close();
  }
}

function checkRunner(runner: string | undefined): void {
  if (runner === undefined || testRunnerIds().includes(runner)) return;
  throw new DebugError('invalid_argument', `There is no test runner "${runner}".`, {
    advice: `Known are ${testRunnerIds().join(', ')}. Left out, the runner is recognised by itself.`,
    details: { argument: 'framework' },
  });
}

/** What a run of the command came to. */
interface WatchedRun extends Pick<TestRunReport, 'output' | 'exceptions'> {
  readonly ended: EndOutcome;
  readonly seen: readonly SeenThrow[];
}

/** One command, and the sessions in which it is run. */
class TestRun {
  readonly #engine: DebugEngine;
  readonly #request: TestRunRequest;
  readonly #results: ResultsFile;
  readonly #launch: LaunchRequest;

  constructor(engine: DebugEngine, request: TestRunRequest, results: ResultsFile) {
    this.#engine = engine;
    this.#request = request;
    this.#results = results;
    this.#launch = { ...request.launch, stopOnEntry: false, wholeTree: true };
  }

  async run({ timeoutMs = DEFAULT_TEST_TIMEOUT_MS, signal, maxOutputChars }: TestRunOptions): Promise<TestRunReport> {
    const began = Date.now();
    const deadline = new Deadline(timeoutMs, signal);
    const first = await this.#firstRun(deadline, maxOutputChars ?? Number.MAX_SAFE_INTEGER);
    const durationMs = Date.now() - began;
    const isWanted = first.outcome.kind === 'finished' && this.#request.rerun !== false;
    const isDone = !isWanted || !needsRerun(first.failures) || deadline.leftMs < durationMs * RERUN_MARGIN;
    if (isDone) return { ...first, durationMs, runs: 1 };
    const { limits } = this.#request;
    const failures = await this.#inSession((session) => rerun(session, first.failures, limits, deadline));
    return { ...first, failures, durationMs: Date.now() - began, runs: 2 };
  }

  async #firstRun(deadline: Deadline, maxOutputChars: number): Promise<Omit<TestRunReport, 'durationMs' | 'runs'>> {
    const { ended, output, seen, exceptions } =
      (await this.#runPlainly(deadline, maxOutputChars)) ?? (await this.#runWatched(deadline, maxOutputChars));
    const { failures, ...results } = readResults(this.#results.read(), this.#launch.cwd);
    const outcome = outcomeOf(ended, deadline.timeoutMs);
    if (results.runners.length === 0 && outcome.kind === 'finished' && outcome.exitCode !== 0) {
      this.#assertInstalled(output.chunks.map(({ text }) => text).join(''));
    }
    return {
      ...results,
      outcome,
      failures: withSites(failures, seen, exceptions.limitReached),
      unfinished: outcome.kind === 'finished' ? [] : results.unfinished,
      output,
      exceptions,
    };
  }

  /** Undefined for a command that a debugger has to watch. */
  async #runPlainly(deadline: Deadline, maxOutputChars: number): Promise<WatchedRun | undefined> {
    if (!needsNoDebugger(this.#launch)) return undefined;
    const program = await this.#engine.startPlainly(this.#request.language, this.#launch);
    if (program === undefined) return undefined;
    const run = await runPlainly(program, maxOutputChars, deadline.left());
    return { ...run, seen: [], exceptions: { stops: 0, limitReached: false } };
  }

  #runWatched(deadline: Deadline, maxOutputChars: number): Promise<WatchedRun> {
    return this.#inSession(async (session) => {
      session.exceptionMode = 'userUnhandled';
      const watch = new ThrowWatch(session, this.#request.limits, () => this.#results.size);
      await this.#start(session, deadline.left());
      const look = async (stop: StoppedInfo, call: CallOptions) => {
        if (this.#results.isFromRunnerThatSees) await session.setExceptionMode('none', call);
        else await watch.look(stop, call);
      };
      const ended = await watchToEnd(session, look, deadline).finally(() => watch.close());
      const { stops, limitReached, seen } = watch;
      return { ended, output: session.takeOutput(maxOutputChars), seen, exceptions: { stops, limitReached } };
    });
  }

  #inSession<T>(use: (session: DebugSession) => Promise<T>): Promise<T> {
    const start = { kind: 'launch', ...this.#launch } as const;
    return withThrowawaySession(this.#engine, { id: 'tests', start, language: this.#request.language }, use);
  }

  async #start(session: DebugSession, options: CallOptions): Promise<void> {
    try {
      await session.start(options);
    } catch (error) {
      if (error instanceof DebugError && error.code === 'not_debuggable') this.#assertInstalled(error.message);
      throw error;
    }
  }

  /** @throws DebugError `launch_failed` */
  #assertInstalled(output: string): void {
    const { program, args, cwd } = this.#launch;
    const missing = missingRunner(output, [program, ...args].join(' '), cwd);
    if (missing) throw missing;
  }
}

function outcomeOf(outcome: EndOutcome, timeoutMs: number): TestRunOutcome {
  switch (outcome.kind) {
    case 'exited':
      return { kind: 'finished', exitCode: outcome.exitCode, signal: outcome.signal };
    case 'running':
      return { kind: 'timed out', timeoutMs, ...(outcome.where ? { where: outcome.where } : {}) };
    case 'lost':
      return { kind: 'lost', cause: outcome.cause };
  }
}
