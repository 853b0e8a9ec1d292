import { basename } from 'node:path';
import type { SourceLocation } from '../../model/source-location.ts';
import type { MutedException, StopOutcome, StoppedInfo } from '../../model/stop-outcome.ts';

const MAX_MESSAGE_CHARS = 120;

/** The exception that a run stopped at last, those that should have stopped it, and that of the run before it: what is to be seen of a fix after a restart. */
export class SeenFailure {
  #before: StoppedInfo | undefined;
  #now: StoppedInfo | undefined;
  readonly #stoppedAt = new Set<string>();
  /** Not told yet. */
  #muted: MutedException[] = [];
  #hasMuted = false;

  /** Whether this run has stopped at an exception. */
  get isSeen(): boolean {
    return this.#now !== undefined;
  }

  /** Whether an exception ended it that should have stopped it. */
  get hasMuted(): boolean {
    return this.#hasMuted;
  }

  note(stop: StoppedInfo): void {
    if (stop.reason !== 'exception') return;
    this.#now = stop;
    this.#stoppedAt.add(placeText(stop.location));
  }

  /** Takes note of an exception that ends a process by itself; one that was stopped at ends it, too. */
  noteMuted(muted: MutedException): void {
    if (this.#stoppedAt.has(placeText(muted.location))) return;
    this.#hasMuted = true;
    this.#muted.push(muted);
  }

  /** Why exceptions did not stop the run, said once. */
  takeMuted(): string[] {
    const muted = this.#muted;
    this.#muted = [];
    return muted.map(mutedText);
  }

  /** Another run begins. */
  startAnew(): void {
    this.#before = this.#now;
    this.#now = undefined;
    this.#stoppedAt.clear();
    this.#muted = [];
    this.#hasMuted = false;
  }

  /** Whether the failure of the run before is still there; undefined where there was none, or the run has not come that far. */
  verdict(outcome: StopOutcome): string | undefined {
    const before = this.#before;
    if (!before) return undefined;
    if (outcome.kind === 'exited' && !this.isSeen && !this.#hasMuted)
      return `The failure of the run before (${failureText(before)}) did not come back.`;
    if (outcome.kind !== 'stopped' || outcome.reason !== 'exception') return undefined;
    const isSame = outcome.functionName === before.functionName && errorText(outcome) === errorText(before);
    return isSame
      ? 'The same failure as in the run before.'
      : `Another failure than in the run before, which was ${failureText(before)}.`;
  }
}

const MUTED_BY = {
  condition: "where a breakpoint's condition was false",
  record: 'where a breakpoint logs or collects',
} as const satisfies Record<MutedException['because'], string>;

function mutedText({ name, message, location, breakpointId, because }: MutedException): string {
  const error = `${name}: ${message}`.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARS);
  return (
    `${error} at ${basename(location.path)}:${location.line} did not stop it: V8 passes over what a statement throws itself ` +
    `${MUTED_BY[because]}. Remove breakpoint ${breakpointId} and launch again to stop there.`
  );
}

function placeText({ path, line }: SourceLocation): string {
  return `${path}:${line}`;
}

function failureText(stop: StoppedInfo): string {
  const { path, line } = stop.location;
  return `${errorText(stop)} in ${stop.functionName} at ${basename(path)}:${line}`;
}

function errorText({ exception }: StoppedInfo): string {
  const text = exception ? `${exception.name}: ${exception.message}` : 'an exception';
  return text.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARS);
}
