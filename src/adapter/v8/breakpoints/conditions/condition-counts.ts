import type { EventEmitter } from 'node:events';
import { linesOfScript } from '../../../../files/text-lines.ts';
import type { WantedBreakpoint } from '../../../../model/breakpoints/breakpoint.ts';
import { type ConditionTally, sumOf } from '../../../../model/breakpoints/condition-tally.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { BreakpointId } from '../../../../model/ids.ts';
import type { ThreadEvents } from '../../pauses/thread-events.ts';
import { notHeld } from '../../realms/held.ts';
import { MAIN_CONTEXT, type OwnRealms, type RealmThread } from '../../realms/own-realm.ts';
import type { CdpLocation, ScriptTable } from '../../scripts/script-table.ts';
import { namesInScope } from '../../source/names-in-scope.ts';
import { readSource } from '../../source/source-structure.ts';
import type { LocalBreakpointId } from '../local-id.ts';
import { conditionCounter } from './counter-expressions.ts';

/** V8's time to stop for a pass, compile the condition and go on: 0.04 to 0.15 ms on Node 20 to 26. */
const PASS_MS = 0.1;
/** The name of the binding by which the debuggee reports the results of conditions. */
export const COUNT_BINDING = '__mcpDebuggerCount';

/** A breakpoint whose condition is counted. */
interface CountedBreakpoint {
  readonly wanted: { readonly id: BreakpointId };
  /** The place that the caller asked for; the line is 1-based. Undefined for a breakpoint at a function. */
  readonly source?: { readonly path: string; readonly line: number };
  /** V8's place of it, as soon as that is known. */
  readonly place?: CdpLocation | undefined;
}

/**
 * The way of conditions' results out of the debuggee: a binding that they call. Nothing pauses, and nothing is asked of a program
 * that ends, which answers nothing any more.
 *
 * @see CDP Runtime.addBinding, Runtime.bindingCalled
 */
export class ConditionCounts {
  readonly #realms: OwnRealms;
  readonly #scripts: ScriptTable;
  readonly #events: EventEmitter<ThreadEvents>;
  /** By their numbers in the debuggee, which are never used again. */
  readonly #counted = new Map<number, CountedBreakpoint>();
  readonly #installListeners: (() => void)[] = [];
  readonly #installed = new Map<number, Promise<unknown>>();
  /** The names in scope of conditions that threw, by their breakpoints' numbers. */
  readonly #names = new Map<number, readonly string[]>();
  /** The reports about breakpoints whose place was not known yet. */
  readonly #nameless = new Map<number, { readonly world: number; readonly tally: ConditionTally }>();

  constructor({ session, realms }: RealmThread, scripts: ScriptTable, events: EventEmitter<ThreadEvents>) {
    this.#realms = realms;
    this.#scripts = scripts;
    this.#events = events;
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

  /** Counts a breakpoint from now on. @param number Its number in the debuggee. */
  add(number: LocalBreakpointId, breakpoint: CountedBreakpoint): void {
    this.#counted.set(number, breakpoint);
  }

  /** Does not count a breakpoint any more: what is still in the debuggee says nothing. */
  remove(number: LocalBreakpointId): void {
    this.#counted.delete(number);
  }

  /** Adds a listener for the moment in which the counter is in the program's own world. */
  onInstall(listener: () => void): void {
    this.#installListeners.push(listener);
  }

  /**
   * A breakpoint has a place. Of one that is reached in the program's own world, the debuggee reports each pass, once the counter has said
   * that it is there: V8 answers to its installation before it answers to the breakpoint.
   */
  begin(number: LocalBreakpointId): void {
    const installing = this.#installed.get(MAIN_CONTEXT) ?? Promise.resolve();
    installing.then(() => this.#begun(number)).catch(() => {});
  }

  #begun(number: LocalBreakpointId): void {
    const id = this.#counted.get(number)?.wanted.id;
    if (id === undefined) return;
    this.#events.emit('counted', { id, part: `begun/${number}`, tally: sumOf([]) });
    // V8 may have said what came of it before it said where it stands.
    const early = this.#nameless.get(number);
    this.#nameless.delete(number);
    if (early) this.#report(number, early.world, early.tally);
  }

  #report(number: LocalBreakpointId, world: number, tally: ConditionTally): void {
    const id = this.#counted.get(number)?.wanted.id;
    if (id === undefined) return;
    const names = tally.error?.startsWith('ReferenceError') ? this.#namesAt(number) : [];
    if (names === undefined) this.#nameless.set(number, { world, tally });
    const named = names?.length ? { ...tally, names } : tally;
    this.#events.emit('counted', { id, part: `${world}/${number}`, tally: named });
  }

  /**
   * The names in scope, for a condition in which one may be missing; from files, as the program may have ended a moment later.
   * Undefined as long as the names need a place which is not known yet.
   */
  #namesAt(number: LocalBreakpointId): readonly string[] | undefined {
    const known = this.#names.get(number) ?? this.#namesWritten(number);
    const place = this.#counted.get(number)?.place;
    if (known || !place) return known;
    const text = readSource(this.#scripts.get(place.scriptId).path);
    const at = { lineNumber: place.lineNumber, columnNumber: place.columnNumber ?? 0 };
    const names = text === undefined ? [] : namesInScope(text, at);
    this.#names.set(number, names);
    return names;
  }

  /** The same for a file that is JavaScript as it is written. */
  #namesWritten(number: LocalBreakpointId): readonly string[] | undefined {
    const source = this.#counted.get(number)?.source;
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
   *
   * @param wanted Breakpoints that are set now: a hit condition needs the place where the counter would be.
   * @throws DebugError `unsupported` for a hit condition that cannot be counted
   */
  async install(
    options?: CallOptions,
    contextId = MAIN_CONTEXT,
    wanted: readonly Pick<WantedBreakpoint, 'hitCondition'>[] = [],
  ): Promise<void> {
    const known = this.#installed.get(contextId) ?? this.#install(contextId, options);
    const isNew = !this.#installed.has(contextId);
    this.#installed.set(contextId, known);
    if (isNew && contextId === MAIN_CONTEXT) for (const listener of this.#installListeners) listener();
    const mustCount = wanted.some(({ hitCondition }) => hitCondition !== undefined);
    await (mustCount ? known : known.catch(() => {}));
  }

  async #install(contextId: number, options?: CallOptions): Promise<void> {
    const { result } = await this.#realms.run(conditionCounter(COUNT_BINDING), contextId, options);
    if (result.value !== true) throw notHeld('counts');
  }
}
