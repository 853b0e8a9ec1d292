import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { WantedEdit } from '../live-edit/live-edit-plan.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import type { BoundBreakpoint } from './bound-breakpoint.ts';
import { failureStatement, retireExpression } from './breakpoint-condition.ts';
import { EditedScripts, type EditSituation, type PatchResult, type ScriptPatch } from './edited-scripts.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** How a pause lies to the texts that were edited into the program. */
export type EditedPosition =
  /** Nowhere near. */
  | { readonly kind: 'none' }
  /** In such a text. `hitNumber`: the number of the breakpoint whose condition was true, be it retired meanwhile. */
  | { readonly kind: 'inserted'; readonly target: CdpLocation; readonly hitNumber?: number }
  /** In a function that a condition calls. */
  | { readonly kind: 'condition'; readonly target: CdpLocation };

/** What the edits need of the thread's breakpoints. */
export interface EditHost {
  readonly breakpoints: () => Iterable<BoundBreakpoint>;
  /** Whether the script has breakpoints that would not stop the running program for the moment of a change. */
  readonly hasArmed: (scriptId: string, except: ReadonlySet<number>) => boolean;
  readonly isPaused: () => boolean;
  /** Whether the script's text will be changed at the stop where it begins. */
  readonly stopsAtEntry: (scriptId: string) => boolean;
  /** Sets the breakpoints again that V8 lost with a script's text. */
  readonly rearm: (scriptId: string, options?: CallOptions) => Promise<void>;
  readonly nextPause: EditSituation['nextPause'];
  /** Moves what is known of places in a script to where they are in its new text. */
  readonly move: (scriptId: string, move: ScriptPatch['move']) => void;
}

/**
 * Conditions as part of the running text: which belong into which script, and when that can be changed.
 *
 * Each breakpoint is a CDP breakpoint with a condition first, which holds wherever its script cannot be edited: V8 loses it
 * in a script with the text that it replaces. Changes are made where the thread is paused: at the entry of a script, and
 * when it leaves a stop. While it runs, they are made only where nothing else could be missed meanwhile.
 */
export class LiveEdits {
  readonly #session: CdpSession;
  readonly #scripts: ScriptTable;
  readonly #host: EditHost;
  readonly #edited: EditedScripts;
  /** Scripts whose text is not what the breakpoints want; `blocked`: it was tried. */
  readonly #dirty = new Map<string, 'new' | 'blocked'>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: CdpSession, scripts: ScriptTable, host: EditHost) {
    this.#session = session;
    this.#scripts = scripts;
    this.#host = host;
    this.#edited = new EditedScripts(session);
  }

  /** Takes note that a breakpoint now has a place in a script. */
  placed(bound: BoundBreakpoint, scriptId: string): void {
    if (bound.condition !== undefined && !bound.isRetired) this.#dirty.set(scriptId, 'new');
  }

  /** Makes a removed or changed breakpoint count no more, before its condition can be taken out of the text. */
  async retire(bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const scriptIds = [...bound.places.keys()].filter((scriptId) => this.isIn(scriptId, bound));
    for (const scriptId of scriptIds) this.#dirty.set(scriptId, 'new');
    if (scriptIds.length === 0 && bound.wanted.hitCondition === undefined) return;
    const expression = retireExpression(bound.wanted, bound.number);
    await this.#session.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }, options);
  }

  /** Whether the text of the script has the breakpoint's condition in it. */
  isIn(scriptId: string, bound: BoundBreakpoint): boolean {
    return this.#edited.has(scriptId, bound.number);
  }

  /** The text that V8 has of a script that is or was edited. */
  currentOf(scriptId: string): string | undefined {
    return this.#edited.currentOf(scriptId);
  }

  /** The program's own text of a script that is or was edited. */
  originalOf(scriptId: string): string | undefined {
    return this.#edited.originalOf(scriptId);
  }

  editedPosition({ callFrames }: Pick<Paused, 'callFrames'>): EditedPosition {
    if (this.#edited.isEmpty) return { kind: 'none' };
    for (const [depth, { location }] of callFrames.entries()) {
      const found = this.#edited.at(location);
      if (!found) continue;
      const target = this.programPlace(location);
      if (depth > 0) return { kind: 'condition', target };
      return { kind: 'inserted', target, ...(found.isHit ? { hitNumber: found.edit.id } : {}) };
    }
    return { kind: 'none' };
  }

  /** A place in the program: the next statement, for one in a text that the program does not have. */
  programPlace(location: CdpLocation): CdpLocation {
    const edit = this.#edited.at(location)?.edit;
    if (!edit) return location;
    const { targetLineNumber: lineNumber, targetColumnNumber: columnNumber } = edit;
    return { scriptId: location.scriptId, lineNumber, columnNumber };
  }

  /** True as long as no text of the program was looked at, let alone changed. */
  get isUnused(): boolean {
    return this.#edited.isEmpty;
  }

  /** Whether something is to be changed at a pause. @param retry Also what could not be changed at an earlier one. */
  isWaiting(retry: boolean): boolean {
    return [...this.#dirty.values()].some((state) => retry || state === 'new');
  }

  /**
   * Changes texts while the thread is paused.
   *
   * @returns the pause as it is afterwards: another one when the paused frame had to begin anew
   */
  makeAtPause(paused: Paused, retry: boolean, options?: CallOptions): Promise<Paused> {
    return this.#inTurn(async () => {
      let now = paused;
      for (const [scriptId, state] of [...this.#dirty]) {
        if (state === 'blocked' && !retry) continue;
        const restarted = await this.#make(scriptId, { frames: now.callFrames, permits: () => true }, options);
        // Why it paused is what the first pause said: nothing has run since.
        if (restarted) now = { ...paused, callFrames: restarted.callFrames };
      }
      return now;
    });
  }

  /** Changes texts while the thread runs, as far as no other breakpoint could be missed and no entry will be stopped at. */
  makeWhileRunning(retry: boolean, options?: CallOptions): Promise<void> {
    return this.#inTurn(async () => {
      for (const [scriptId, state] of [...this.#dirty]) {
        // Asked in turn: the thread may have been stopped since, with a better time to change it.
        if ((state === 'blocked' && !retry) || this.#host.isPaused() || this.#host.stopsAtEntry(scriptId)) continue;
        const permits = (placed: ReadonlySet<number>) => !this.#host.hasArmed(scriptId, placed);
        await this.#make(scriptId, { frames: undefined, permits }, options);
      }
    });
  }

  /** Gives the program itself another text. Breakpoints move with their lines, and are set again. */
  patch(scriptId: string, patch: ScriptPatch, options?: CallOptions): Promise<PatchResult> {
    return this.#inTurn(async () => {
      const result = await this.#edited.patch(this.#scripts.get(scriptId), patch, this.#host.nextPause, options);
      if (result.outcome.kind === 'blocked') return result;
      this.#host.move(scriptId, patch.move);
      this.#dirty.set(scriptId, 'new');
      await this.#host.rearm(scriptId, options);
      return result;
    });
  }

  async #make(
    scriptId: string,
    situation: Pick<EditSituation, 'frames' | 'permits'>,
    options?: CallOptions,
  ): Promise<Paused | undefined> {
    this.#dirty.delete(scriptId);
    const nextPause = this.#host.nextPause;
    const script = this.#scripts.get(scriptId);
    const { isChanged, open, restarted } = await this.#edited.change(
      script,
      this.#wantedIn(scriptId),
      { ...situation, nextPause },
      options,
    );
    if (open && !this.#dirty.has(scriptId)) this.#dirty.set(scriptId, open === 'blocked' ? 'blocked' : 'new');
    if (isChanged) await this.#host.rearm(scriptId, options);
    return restarted;
  }

  #wantedIn(scriptId: string): WantedEdit[] {
    return [...this.#host.breakpoints()].flatMap((bound) => {
      const place = bound.places.get(scriptId);
      const condition = bound.editableCondition;
      if (!place || condition === undefined) return [];
      const { lineNumber, columnNumber } = place;
      const isFirstOnLine = bound.wanted.column === undefined && lineNumber === bound.wanted.line - 1;
      const failure = bound.wanted.condition === undefined ? undefined : failureStatement(bound.number);
      return { id: bound.number, lineNumber, columnNumber, isFirstOnLine, condition, failure };
    });
  }

  /** One change after another: two at once would each undo what the other needs (a flag of V8, the pause to wait for). */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}
