import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import { linesOfScript } from '../../../../files/text-lines.ts';
import { type ConditionTally, sumOf } from '../../../../model/breakpoints/condition-tally.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import { type CdpLocation, MAIN_CONTEXT, type ScriptTable } from '../../scripts/script-table.ts';
import { namesInScope } from '../../source/names-in-scope.ts';
import { readSource } from '../../source/source-structure.ts';
import { counterInstaller } from './counter-expressions.ts';

/** V8's time to stop for a pass, compile the condition and go on: 0.04 to 0.15 ms on Node 20 to 26. */
const PASS_MS = 0.1;
/** The name of the binding by which the debuggee reports the results of conditions. */
export const COUNT_BINDING = '__mcpDebuggerCount';

/** The outcome of the condition of a breakpoint, by the user's number, in a part of the thread. */
interface Counted {
  readonly id: number;
  /** Names the world, and the number there. */
  readonly part: string;
  readonly tally: ConditionTally;
}

/** The breakpoints whose conditions are counted. Each has a number of its own in the debuggee. */
interface CountedBreakpoints {
  /** The user's number; undefined for one that does not count any more. */
  readonly idOf: (number: number) => number | undefined;
  /** The place that the caller asked for; the line is 1-based. Undefined for a breakpoint at a function. */
  readonly sourceOf: (number: number) => { readonly path: string; readonly line: number } | undefined;
  readonly placeOf: (number: number) => CdpLocation | undefined;
  readonly report: (counted: Counted) => void;
}

/**
 * The way of conditions' results out of the debuggee: a binding that they call. Nothing pauses, and nothing is asked of a program
 * that ends, which answers nothing any more.
 *
 * @see CDP Runtime.addBinding, Runtime.bindingCalled
 */
export class ConditionCounts {
  readonly #session: CdpSession;
  readonly #scripts: ScriptTable;
  readonly #breakpoints: CountedBreakpoints;
  readonly #installed = new Map<number, Promise<unknown>>();
  #hasFailed = false;
  /** The names in scope of conditions that threw, by their breakpoints' numbers. */
  readonly #names = new Map<number, readonly string[]>();
  /** The reports about breakpoints whose place was not known yet. */
  readonly #nameless = new Map<number, { readonly world: number; readonly tally: ConditionTally }>();

  constructor(session: CdpSession, scripts: ScriptTable, breakpoints: CountedBreakpoints) {
    this.#session = session;
    this.#scripts = scripts;
    this.#breakpoints = breakpoints;
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId: world }) => {
      if (name !== COUNT_BINDING) return;
      const message: unknown = JSON.parse(payload);
      if (!Array.isArray(message)) return;
      const [number, passes, trues, failures, error]: unknown[] = message;
      if (typeof number !== 'number' || typeof passes !== 'number') return;
      if (typeof trues !== 'number' || typeof failures !== 'number') return;
      const thrown = typeof error === 'string' ? { error } : {};
      this.#report(number, world, { passes, trues, failures, passMs: PASS_MS, ...thrown });
    });
  }

  /** A breakpoint has a place. Of one that is reached in the program's own world, the debuggee reports each pass. */
  begin(number: number): void {
    const id = this.#breakpoints.idOf(number);
    if (id === undefined || this.#hasFailed) return;
    this.#breakpoints.report({ id, part: `begun/${number}`, tally: sumOf([]) });
    // V8 may have said what came of it before it said where it stands.
    const early = this.#nameless.get(number);
    this.#nameless.delete(number);
    if (early) this.#report(number, early.world, early.tally);
  }

  #report(number: number, world: number, tally: ConditionTally): void {
    const id = this.#breakpoints.idOf(number);
    if (id === undefined) return;
    const names = tally.error?.startsWith('ReferenceError') ? this.#namesAt(number) : [];
    if (names === undefined) this.#nameless.set(number, { world, tally });
    this.#breakpoints.report({ id, part: `${world}/${number}`, tally: names?.length ? { ...tally, names } : tally });
  }

  /**
   * The names in scope, for a condition in which one may be missing; from files, as the program may have ended a moment later.
   * Undefined as long as the names need a place which is not known yet.
   */
  #namesAt(number: number): readonly string[] | undefined {
    const known = this.#names.get(number) ?? this.#namesWritten(number);
    const place = this.#breakpoints.placeOf(number);
    if (known || !place) return known;
    const text = readSource(this.#scripts.get(place.scriptId).path);
    const at = { lineNumber: place.lineNumber, columnNumber: place.columnNumber ?? 0 };
    const names = text === undefined ? [] : namesInScope(text, at);
    this.#names.set(number, names);
    return names;
  }

  /** The same for a file that is JavaScript as it is written. */
  #namesWritten(number: number): readonly string[] | undefined {
    const source = this.#breakpoints.sourceOf(number);
    const text = source && readSource(source.path);
    if (!source || text === undefined) return undefined;
    const line = linesOfScript(text)[source.line - 1] ?? '';
    const names = namesInScope(text, { lineNumber: source.line - 1, columnNumber: line.search(/\S|$/) });
    if (names.length === 0) return undefined;
    this.#names.set(number, names);
    return names;
  }

  /**
   * Makes the counter available to conditions; once per JavaScript world, only when a breakpoint has one. The messages are sent at
   * once: a batch that starts the program may follow without waiting. Without it, conditions hold all the same.
   */
  async install(options?: CallOptions, contextId = MAIN_CONTEXT): Promise<void> {
    const known = this.#installed.get(contextId) ?? this.#install(contextId, options);
    this.#installed.set(contextId, known);
    await known.catch(() => {
      this.#hasFailed = true;
    });
  }

  #install(contextId: number, options?: CallOptions): Promise<unknown> {
    const expression = counterInstaller(COUNT_BINDING);
    // Without a context, V8 would put it into every one that is made later, for the program to see.
    const binding = { name: COUNT_BINDING, executionContextId: contextId };
    return Promise.all([
      this.#session.send('Runtime.addBinding', binding, options),
      // A pending pause would be one in it.
      this.#session.send(
        'Runtime.evaluate',
        { expression, contextId, returnByValue: true, disableBreaks: true },
        options,
      ),
    ]);
  }
}
