import { stripVTControlCharacters } from 'node:util';
import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { ExceptionInfo, StoppedInfo } from '../../model/stop-outcome.ts';
import type { TestFrame } from '../../model/tests/test-report.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { leftTo, ownFrames, type SeenThrow, siteAt } from './failure-site.ts';
import type { TestRunner } from './runners/runner.ts';
import { runningTest } from './swallowed/running-test.ts';

/** Stops at exceptions in one run, at about two milliseconds each; from then on none is stopped at. */
const MAX_STOPS = 2_000;
/**
 * The rough time for which stops may hold up one test: runners give up on a test after 2 s (Mocha) or 5 s, and watching must not
 * make the test fail. After that, nothing stops for a while, in which the test goes on at its own speed.
 */
const MAX_HELD_MS = 700;
/** A few stops that are slow because the machine is busy are no reason to look away. */
const MIN_STOPS_TO_REST = 40;
const REST_MS = 1_000;
/** Time of a stop beside the look. */
const STOP_COST_MS = 1;
/** Looks at the same calls, and at the same place: tests that expect an exception throw it again and again. */
const MAX_OF_SAME_STACK = 25;
const MAX_AT_SAME_PLACE = 100;

/** The runner's records so far. */
interface TestProgress {
  /** Grows when a test begins or ends. */
  readonly size: number;
  /** The runners that have written anything. */
  readonly runners: readonly TestRunner[];
}

/**
 * Records exceptions as they are thrown. It is not known then which of them fails a test: those that runners catch, because
 * they are expected or a test fails by them, are all looked at, within bounds.
 */
export class ThrowWatch {
  readonly #seen: Omit<SeenThrow, 'isOnly'>[] = [];
  stops = 0;
  /** For a time, or from some point on, exceptions were not stopped at. */
  limitReached = false;
  readonly #results: TestProgress;
  /** Stops that have held up the present test, and their time. */
  #held = { stops: 0, ms: 0 };
  #progressSeen = 0;
  #rest: NodeJS.Timeout | undefined;
  readonly #session: DebugSession;
  readonly #limits: ValueLimits;
  readonly #looks = new Map<string, number>();

  constructor(session: DebugSession, limits: ValueLimits, results: TestProgress) {
    this.#session = session;
    this.#limits = limits;
    this.#results = results;
  }

  /** In the order in which they were thrown. */
  get seen(): readonly SeenThrow[] {
    return this.#seen.map((each) => ({ ...each, isOnly: this.#looks.get(stackKey(each.frames)) === 1 }));
  }

  /** To be called when the session ends. */
  close(): void {
    clearTimeout(this.#rest);
  }

  /** Looks at the present stop of the session. The program is still stopped afterwards. */
  async look(stop: StoppedInfo, options: CallOptions): Promise<void> {
    if (stop.reason !== 'exception' || !stop.exception) return;
    const began = Date.now();
    this.stops++;
    await this.#take(stop.exception, options);
    if (this.stops >= MAX_STOPS) await this.#pause(undefined, options);
    else if (this.#isHeldUp(Date.now() - began)) await this.#pause(REST_MS, options);
  }

  async #take({ name, message, value }: ExceptionInfo, options: CallOptions): Promise<void> {
    const frames = await this.#session.inspection.stack(options);
    const own = ownFrames(frames);
    if (own.length === 0 || !this.#isWorthALook(own)) return;
    const site = await siteAt(this.#session, frames, { limits: this.#limits, moment: 'thrown' }, options);
    if (!site) return;
    // Chai's assertions are objects of a class that is called so.
    const isError = value === undefined || value.type === 'error' || /Error|Exception/.test(name);
    const caller = leftTo(frames);
    const test = await runningTest(this.#session, this.#results.runners, options);
    const facts = { name, message: stripVTControlCharacters(message), isError, at: this.#results.size };
    const where = { frames: own, site, ...(caller ? { leftTo: caller } : {}), ...(test ? { test } : {}) };
    this.#seen.push({ ...facts, ...where });
  }

  /** Adds a stop. @returns whether the present test has been held up enough */
  #isHeldUp(lookMs: number): boolean {
    const progress = this.#results.size;
    if (progress > this.#progressSeen) this.#held = { stops: 0, ms: 0 };
    this.#progressSeen = progress;
    this.#held = { stops: this.#held.stops + 1, ms: this.#held.ms + lookMs + STOP_COST_MS };
    return this.#held.ms > MAX_HELD_MS && this.#held.stops >= MIN_STOPS_TO_REST;
  }

  /** Lets exceptions pass, for a time or for good. */
  async #pause(restMs: number | undefined, options: CallOptions): Promise<void> {
    this.limitReached = true;
    this.#held = { stops: 0, ms: 0 };
    await this.#session.setExceptionMode('none', options);
    if (restMs === undefined) return;
    this.#rest = setTimeout(() => {
      // Fails only when the program has ended, of which the run hears by itself.
      this.#session.setExceptionMode('userUnhandled').catch(() => {});
    }, restMs);
  }

  #isWorthALook(frames: readonly TestFrame[]): boolean {
    const stack = stackKey(frames);
    const [place = ''] = stack.split('\n', 1);
    return this.#count(stack, MAX_OF_SAME_STACK) && this.#count(`at ${place}`, MAX_AT_SAME_PLACE);
  }

  #count(key: string, limit: number): boolean {
    const looks = (this.#looks.get(key) ?? 0) + 1;
    this.#looks.set(key, looks);
    return looks <= limit;
  }
}

function stackKey(frames: readonly TestFrame[]): string {
  return frames.map(({ location: { path, line } }) => `${path}:${line}`).join('\n');
}
