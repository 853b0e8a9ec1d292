import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PatchVerdict } from '../../../model/program/patch-outcome.ts';
import type { EntryPatcher } from '../pauses/pause-reader.ts';
import type { ReplaceOutcome } from '../scripts/replace-source.ts';
import type { Script } from '../scripts/script-table.ts';
import { type ExactPosition, SourceLines } from '../source/source-lines.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { alignedSteps } from './aligned-steps.ts';
import { ReadBack } from './function-read-back.ts';
import { movedPlaces } from './moved-places.ts';
import { type FunctionChange, type PatchPlan, planPatch } from './plan-patch.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** A function that runs, and gets its new text where it is called next. */
export interface WaitingChange {
  readonly script: Script;
  readonly change: FunctionChange;
  /** The start of the function's own text, in the text that runs. */
  readonly start: ExactPosition;
  /** The CDP breakpoint at the function's first statement, and V8's place of it. */
  readonly breakpointId: string | undefined;
  readonly entry: ExactPosition | undefined;
}

/** The outcome of a new text of a script: a verdict for each function that differs. */
export type ScriptOutcome =
  | Extract<PatchPlan, { kind: 'refused' }>
  | {
      readonly kind: 'patched';
      readonly verdicts: readonly { readonly change: FunctionChange; readonly verdict: PatchVerdict }[];
    };

const UNANSWERED = 'the program did not answer in time';
/** A call that begins waits for its new text. */
const ENTRY_TIMEOUT_MS = 5_000;
/** Limit of the wait for V8's answer, without which the running text is not known. */
const SETTLE_MS = 5_000;

/**
 * Gives functions of one thread new texts, one by one: V8 takes the code around several differences for changed, too, and a function
 * that runs stands in the way of its own change only.
 */
export class ThreadPatches implements EntryPatcher {
  readonly #thread: V8Thread;
  readonly #loaded = new Map<string, string>();
  readonly #wanted = new Map<string, string>();
  /** For each script, those in which V8 has left functions of it behind. */
  readonly #orphans = new Map<string, Set<string>>();
  #waiting: readonly WaitingChange[] = [];

  constructor(thread: V8Thread) {
    this.#thread = thread;
    thread.readers.entryPatcher = this;
  }

  get waiting(): readonly WaitingChange[] {
    return this.#waiting;
  }

  /** The wanted text of a script so far, also if a part of it waits. */
  async wanted(script: Script, options?: CallOptions): Promise<string> {
    return this.#wanted.get(script.id) ?? (await this.#thread.texts.of(script.id, options));
  }

  /** The text with which it was loaded; undefined where it has no other one. */
  loaded(script: Script): string | undefined {
    return this.#loaded.get(script.id);
  }

  /** Brings a script as near to a text as V8 can. */
  async change(script: Script, wanted: string, options?: CallOptions): Promise<ScriptOutcome> {
    const { texts } = this.#thread;
    const sourceType = script.isModule ? 'module' : 'commonjs';
    let running = await texts.of(script.id, options);
    const first = planPatch(running, wanted, sourceType);
    if (first.kind === 'refused') return first;
    if (!this.#loaded.has(script.id)) this.#loaded.set(script.id, running);
    await this.#forget(script, options);
    const verdicts = new Map<string, { readonly change: FunctionChange; readonly verdict: PatchVerdict }>();
    let plan = first;
    for (;;) {
      const change = plan.changes.find(({ id, obstacle }) => !verdicts.has(id) && obstacle === undefined);
      if (!change) break;
      const verdict = await this.#make(script, change, options).catch((error: unknown) => {
        // What has been applied before is to be reported all the same.
        if (verdicts.size === 0) throw error;
        return { kind: 'notApplied', why: UNANSWERED } as const;
      });
      verdicts.set(change.id, { change, verdict });
      if (verdict.kind === 'notApplied' && verdict.why === UNANSWERED) break;
      running = await texts.of(script.id, options);
      const next = planPatch(running, wanted, sourceType);
      if (next.kind === 'refused') break;
      plan = next;
    }
    for (const change of plan.changes) {
      if (verdicts.has(change.id)) continue;
      verdicts.set(change.id, { change, verdict: { kind: 'notApplied', why: change.obstacle ?? UNANSWERED } });
    }
    await this.#noteWanted(script, options);
    return { kind: 'patched', verdicts: [...verdicts.values()] };
  }

  /** Records the wanted text of a script, without changes that could not be applied: no later patch begins with those. */
  async #noteWanted(script: Script, options?: CallOptions): Promise<void> {
    let text = await this.#thread.texts.of(script.id, options);
    const own = this.#waiting.filter((each) => each.script.id === script.id);
    for (const { change } of own.toSorted((a, b) => b.change.span.start - a.change.span.start))
      text = text.slice(0, change.span.start) + change.text + text.slice(change.span.end);
    this.#wanted.set(script.id, text);
    if (text === this.#loaded.get(script.id) && own.length === 0) this.#loaded.delete(script.id);
  }

  async #make(script: Script, change: FunctionChange, options?: CallOptions): Promise<PatchVerdict> {
    const { outcome, verdict } = await this.#apply(script, change, false, options);
    if (verdict) return verdict;
    if (outcome.kind === 'applied') return { kind: 'applied', kept: 0 };
    if (outcome.reason !== 'active_function') return { kind: 'notApplied', why: whyBlocked(outcome.reason) };
    if (change.isAsync)
      return { kind: 'notApplied', why: 'a call of it runs now, and V8 restarts no async function or generator' };
    await this.#waitFor(script, change, options);
    return { kind: 'nextCall', restartable: true };
  }

  /** Makes one change, and looks what became of the functions that exist. */
  async #apply(
    script: Script,
    change: FunctionChange,
    restartsTopFrame: boolean,
    options?: CallOptions,
  ): Promise<{ readonly outcome: ReplaceOutcome; readonly verdict?: PatchVerdict; readonly restarted?: Paused }> {
    const { texts } = this.#thread;
    const running = await texts.of(script.id, options);
    const { span, text } = change;
    const move = movedPlaces(running, span, text);
    const readBack = await this.#readBack(script, change, running, options);
    const patched = running.slice(0, span.start) + text + running.slice(span.end);
    const settling = { timeoutMs: Math.max(options?.timeoutMs ?? 0, SETTLE_MS) };
    const ends = [endIn(running, span.end), endIn(patched, span.start + text.length)] as const;
    const steps = (current: string) => alignedSteps({ text: current, end: ends[0] }, { text: patched, end: ends[1] });
    const patch = { text: patched, move, steps, restartsTopFrame };
    const { outcome, restarted } = await this.#thread.replaceText(script.id, patch, settling);
    if (outcome.kind === 'blocked') {
      await readBack.release();
      return { outcome };
    }
    this.#thread.currentPause?.move(script.id, move);
    const verdict = await readBack.verdict(settling);
    if (verdict.kind === 'notApplied') {
      await this.#takeBack(script, { running, patched, change }, settling);
      return { outcome, verdict, ...(restarted ? { restarted } : {}) };
    }
    await this.#moveWaiting(script, change, move, settling);
    return { outcome, verdict, ...(restarted ? { restarted } : {}) };
  }

  #readBack(script: Script, { span, isMadeAnew }: FunctionChange, running: string, options?: CallOptions) {
    const orphans = this.#orphans.get(script.id) ?? new Set();
    this.#orphans.set(script.id, orphans);
    return ReadBack.begin(this.#thread, { script, orphans, running, span, isMadeAnew }, options);
  }

  /** Gives a script the text again that its functions run. */
  async #takeBack(
    script: Script,
    {
      running,
      patched,
      change,
    }: { readonly running: string; readonly patched: string; readonly change: FunctionChange },
    options: CallOptions,
  ): Promise<void> {
    const { span, text } = change;
    const now = { start: span.start, end: span.start + text.length };
    const move = movedPlaces(patched, now, running.slice(span.start, span.end));
    const patch = { text: running, move, steps: () => [running], restartsTopFrame: false };
    const { outcome } = await this.#thread.replaceText(script.id, patch, options);
    if (outcome.kind === 'applied') this.#thread.currentPause?.move(script.id, move);
  }

  /** Moves waiting changes above or below in the same script, where V8 has lost the breakpoints. */
  async #moveWaiting(
    script: Script,
    { id, span, text }: FunctionChange,
    move: (place: ExactPosition) => ExactPosition,
    options?: CallOptions,
  ): Promise<void> {
    const others = this.#waiting.filter((each) => each.script.id === script.id && each.change.id !== id);
    await this.#forget(script, options);
    const shift = text.length - (span.end - span.start);
    for (const { change, start } of others) {
      const by = change.span.start > span.start ? shift : 0;
      const moved = { ...change, span: { start: change.span.start + by, end: change.span.end + by } };
      await this.#waitFor(script, moved, options, move(start));
    }
  }

  async #waitFor(script: Script, change: FunctionChange, options?: CallOptions, at?: ExactPosition): Promise<void> {
    const { session, texts } = this.#thread;
    const start = at ?? new SourceLines(await texts.of(script.id, options)).positionOf(change.span.start);
    const location = { scriptId: script.id, ...start };
    // Where a breakpoint of the user's stands already, V8 stops all the same.
    const set = await session.send('Debugger.setBreakpoint', { location }, options).catch(() => undefined);
    const { lineNumber, columnNumber = 0 } = set?.actualLocation ?? start;
    const entry = { lineNumber, columnNumber };
    this.#waiting = [...this.#waiting, { script, change, start, breakpointId: set?.breakpointId, entry }];
  }

  /** Nothing of a script waits any more. */
  async #forget(script: Script, options?: CallOptions): Promise<void> {
    const gone = this.#waiting.filter((each) => each.script.id === script.id);
    this.#waiting = this.#waiting.filter((each) => !gone.includes(each));
    const removed = gone.map(({ breakpointId }) =>
      breakpointId === undefined
        ? undefined
        : this.#thread.session.send('Debugger.removeBreakpoint', { breakpointId }, options),
    );
    await Promise.allSettled(removed);
  }

  wants(params: Paused): boolean {
    return this.#waitingAt(params) !== undefined;
  }

  #waitingAt({ callFrames }: Paused): WaitingChange | undefined {
    const top = callFrames[0]?.location;
    return this.#waiting.find(
      ({ script, entry }) =>
        script.id === top?.scriptId &&
        entry?.lineNumber === top.lineNumber &&
        entry.columnNumber === (top.columnNumber ?? 0),
    );
  }

  async patch(params: Paused): Promise<Paused> {
    const waiting = this.#waitingAt(params);
    if (!waiting) return params;
    const { script, change } = waiting;
    try {
      const { restarted } = await this.#apply(script, change, true, { timeoutMs: ENTRY_TIMEOUT_MS });
      return restarted ? { ...params, callFrames: restarted.callFrames } : params;
    } catch {
      // The connection is gone, or V8 does not answer: the call runs as it was.
      return params;
    }
  }
}

function endIn(text: string, offset: number): ExactPosition {
  return new SourceLines(text).positionOf(offset);
}

function whyBlocked(
  reason: Exclude<Extract<ReplaceOutcome, { kind: 'blocked' }>['reason'], 'active_function'>,
): string {
  switch (reason) {
    case 'active_generator':
      return 'calls of it wait at an await or a yield, and V8 changes it only when they have ended';
    case 'es_module_top_level':
      return 'V8 takes it for a change of the top level of an ES module';
    case 'compile_error':
      return 'V8 cannot compile it';
    case 'unavailable':
      return 'this V8 changes no text of a running program';
  }
}
