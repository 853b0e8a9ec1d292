import { basename } from 'node:path';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StopOutcome, StoppedInfo, UnstoppedException } from '../../model/stop-outcome.ts';
import { errorText, unstoppedText } from './unstopped-text.ts';

/** The exception that a run stopped at last, those that should have stopped it, and that of the run before it: what is to be seen of a fix after a restart. */
export class SeenFailure {
  #before: StoppedInfo | undefined;
  #now: StoppedInfo | undefined;
  /** Places and errors that it has stopped at. */
  readonly #stoppedAt = new Set<string>();
  /** Not told yet. */
  #unstopped: UnstoppedException[] = [];
  #hasUnstopped = false;

  /** True if this run has stopped at an exception. */
  get isSeen(): boolean {
    return this.#now !== undefined;
  }

  /** True if an exception ended it that should have stopped it. */
  get hasUnstopped(): boolean {
    return this.#hasUnstopped;
  }

  note(stop: StoppedInfo): void {
    if (stop.reason !== 'exception') return;
    this.#now = stop;
    this.#stoppedAt.add(placeText(stop.location));
    if (stop.exception) this.#stoppedAt.add(errorText(stop.exception));
  }

  /** Records an exception that ends a process by itself; one that was stopped at ends it, too, and may have been made elsewhere. */
  noteUnstopped(exception: UnstoppedException): void {
    if ([placeText(exception.location), errorText(exception)].some((seen) => this.#stoppedAt.has(seen))) return;
    this.#hasUnstopped = true;
    this.#unstopped.push(exception);
  }

  /** Says once why exceptions did not stop the run. */
  takeUnstopped(): string[] {
    const unstopped = this.#unstopped;
    this.#unstopped = [];
    return unstopped.map(unstoppedText);
  }

  /** Another run begins. */
  startAnew(): void {
    this.#before = this.#now;
    this.#now = undefined;
    this.#stoppedAt.clear();
    this.#unstopped = [];
    this.#hasUnstopped = false;
  }

  /** True if the failure of the run before is still there; undefined where there was none, or the run has not come that far. */
  verdict(outcome: StopOutcome): string | undefined {
    const before = this.#before;
    if (!before) return undefined;
    if (outcome.kind === 'exited' && !this.isSeen && !this.#hasUnstopped)
      return `The failure of the run before (${failureText(before)}) did not come back.`;
    if (outcome.kind !== 'stopped' || outcome.reason !== 'exception') return undefined;
    const isSame = outcome.functionName === before.functionName && textOf(outcome) === textOf(before);
    return isSame
      ? 'The same failure as in the run before.'
      : `Another failure than in the run before, which was ${failureText(before)}.`;
  }
}

function placeText({ path, line }: SourceLocation): string {
  return `${path}:${line}`;
}

function failureText(stop: StoppedInfo): string {
  const { path, line } = stop.location;
  return `${textOf(stop)} in ${stop.functionName} at ${basename(path)}:${line}`;
}

function textOf({ exception }: StoppedInfo): string {
  return exception ? errorText(exception) : 'an exception';
}
