import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { ExceptionInfo, UndecidedThrow } from '../../../model/stop-outcome.ts';
import type { Variable } from '../../../model/variable.ts';
import { type CallFrame, Pause } from '../pauses/pause.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { ownVariables } from '../summary/own-variables.ts';
import { exceptionInfo, thrownOf } from '../summary/remote-values.ts';
import type { Summariser } from '../summary/summariser.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** A program may throw without end; the one that ends it is among the last. */
const MAX_KEPT = 100;
const LIMITS = { depth: 1, maxChildren: 30, maxTextLength: 80, maxVariables: 20 } as const;
/** The program waits for it. */
const LOOK_TIMEOUT_MS = 1_000;
/** Time that looking at variables may take in any case, and the share of all time afterwards: a program may throw in a loop. */
const FREE_MS = 200;
const SHARE = 0.1;

/**
 * Exceptions that rejected a promise of which it was not known whether it would be handled. They did not stop the thread; what
 * there was to see is kept, for the end that one of them may cause.
 */
export class UndecidedThrows {
  readonly #scripts: ScriptTable;
  readonly #summariser: Summariser;
  readonly #beganMs = performance.now();
  #lookedMs = 0;
  readonly #kept: { readonly error: string; readonly thrown: UndecidedThrow }[] = [];

  constructor(scripts: ScriptTable, summariser: Summariser) {
    this.#scripts = scripts;
    this.#summariser = summariser;
  }

  /** Keeps what is to be seen at a pause. Never rejects. */
  async note(paused: Paused): Promise<void> {
    const { focus } = new Pause(paused, this.#scripts);
    const value = thrownOf(paused.data);
    if (!focus || !value) return;
    const variables = await this.#variablesOf(focus.callFrame);
    const thrown = { location: focus.location, functionName: focus.name, variables };
    this.#kept.push({ error: textOf(exceptionInfo(value, true, 0)), thrown });
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
  }

  async #variablesOf(frame: CallFrame): Promise<Variable[]> {
    const nowMs = performance.now();
    if (this.#lookedMs > FREE_MS && this.#lookedMs > SHARE * (nowMs - this.#beganMs)) return [];
    const options = { timeoutMs: LOOK_TIMEOUT_MS };
    const variables = await ownVariables(this.#summariser, frame, LIMITS, options).catch(() => []);
    this.#lookedMs += performance.now() - nowMs;
    return variables;
  }

  /** The last throw with the name and the message of an exception that ended the process. */
  lastOf(error: Pick<ExceptionInfo, 'name' | 'message'>): UndecidedThrow | undefined {
    const text = textOf(error);
    return this.#kept.findLast((each) => each.error === text)?.thrown;
  }
}

function textOf({ name, message }: Pick<ExceptionInfo, 'name' | 'message'>): string {
  return `${name}: ${message}`;
}
