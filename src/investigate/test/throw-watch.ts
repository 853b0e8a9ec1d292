import { stripVTControlCharacters } from 'node:util';
import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { FailureSite, TestFrame } from '../../model/test-report.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { ownFrames, siteAt } from './failure-site.ts';

/** Stops at exceptions in one run, at about two milliseconds each; from then on none is stopped at. */
const MAX_STOPS = 2_000;
/** Looks at the same calls, and at the same place: tests that expect an exception throw it again and again. */
const MAX_OF_SAME_STACK = 5;
const MAX_AT_SAME_PLACE = 50;

/** An exception that left the program's own code, and what was there to be seen. */
export interface SeenThrow {
  readonly message: string;
  /** Calls of the program's own code, innermost first, awaiting callers last. */
  readonly frames: readonly TestFrame[];
  readonly site: FailureSite;
}

/**
 * Takes note of exceptions as they are thrown. Nobody knows then which of them fails a test: those that runners catch, because
 * they are expected or a test fails by them, are all looked at, within bounds.
 */
export class ThrowWatch {
  readonly seen: SeenThrow[] = [];
  stops = 0;
  readonly #session: DebugSession;
  readonly #limits: ValueLimits;
  readonly #looks = new Map<string, number>();

  constructor(session: DebugSession, limits: ValueLimits) {
    this.#session = session;
    this.#limits = limits;
  }

  get limitReached(): boolean {
    return this.stops >= MAX_STOPS;
  }

  /** Looks at the present stop of the session. The program is still stopped afterwards. */
  async look(stop: StoppedInfo, options: CallOptions): Promise<void> {
    if (stop.reason !== 'exception' || !stop.exception) return;
    this.stops++;
    if (this.limitReached) return this.#session.setExceptionMode('none', options);
    const frames = await this.#session.inspection.stack(options);
    const own = ownFrames(frames);
    if (own.length === 0 || !this.#isWorthALook(own)) return;
    const site = await siteAt(this.#session, frames, { limits: this.#limits, moment: 'thrown' }, options);
    if (site) this.seen.push({ message: stripVTControlCharacters(stop.exception.message), frames: own, site });
  }

  #isWorthALook(frames: readonly TestFrame[]): boolean {
    const places = frames.map(({ location: { path, line } }) => `${path}:${line}`);
    return this.#count(places.join('\n'), MAX_OF_SAME_STACK) && this.#count(`at ${places[0] ?? ''}`, MAX_AT_SAME_PLACE);
  }

  #count(key: string, limit: number): boolean {
    const looks = (this.#looks.get(key) ?? 0) + 1;
    this.#looks.set(key, looks);
    return looks <= limit;
  }
}
