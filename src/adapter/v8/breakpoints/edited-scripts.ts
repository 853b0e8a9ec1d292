import { extname } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { applyLiveEdit, type LiveEditOutcome } from '../live-edit/apply-live-edit.ts';
import { type LiveEditPlan, type PlacedEdit, placedEditAt, type WantedEdit } from '../live-edit/live-edit-plan.ts';
import { planLiveEdit } from '../live-edit/plan-live-edit.ts';
import { type PausedFrames, readText } from '../live-edit/read-back.ts';
import { type ScriptStart, scriptStart } from '../live-edit/script-start.ts';
import type { CdpLocation, Script } from '../scripts/script-table.ts';
import type { ExactPosition } from '../source/source-lines.ts';
import { readSource } from '../source/source-structure.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** A script whose text is or may be changed in the debuggee. Every plan is made from the original text. */
interface EditedScript {
  /** The program's own text: as it was loaded, or as a patch made it. */
  original: string;
  start: ScriptStart | undefined;
  /** The text in the debuggee, and what was put into it. */
  current: string;
  placed: readonly PlacedEdit[];
  edits: readonly WantedEdit[];
  /** What a change under way puts into it: V8 may stop there before its reply has been heard. */
  underWay: readonly PlacedEdit[];
  /** What V8 made of a change is not known, or not what was wanted: no reply came, or the functions have another text. */
  isLost: boolean;
}

/** What a change of a script's text may do, and where the thread is. */
export interface EditSituation {
  /** Where the thread is paused; undefined while it runs, when texts can only be taken out: nothing can be read back. */
  readonly frames: PausedFrames | undefined;
  /** Asked with the numbers of the edits that the new text would have; false keeps the text as it is. */
  readonly permits: (placed: ReadonlySet<number>) => boolean;
  /** To be called before a change that begins the paused frame anew: resolves with the pause that follows. */
  readonly nextPause: () => { readonly paused: Promise<Paused | undefined>; readonly cancel: () => void };
}

/** What came of it. */
export interface EditResult {
  /** V8 has taken a new text, and has lost all CDP breakpoints of the script. */
  readonly isChanged: boolean;
  /** Why not all is as wanted: V8 refused it, or it was not permitted. */
  readonly open?: 'blocked' | 'forbidden';
  /** The pause after the frame began anew. */
  readonly restarted?: Paused;
}

/** Another text for a program's own one. */
export interface ScriptPatch {
  readonly text: string;
  readonly move: (place: ExactPosition) => ExactPosition;
  /** The texts that lead V8 from one that it has to another one, the last. */
  readonly steps: (from: string, to: string) => readonly string[];
  /** The paused top frame stands at its first statement, and may begin anew. */
  readonly restartsTopFrame: boolean;
}

/** What V8 made of a new text. @property restarted The pause after the frame began anew. */
export interface PatchResult {
  readonly outcome: LiveEditOutcome;
  readonly restarted?: Paused;
}

const UNCHANGED: EditResult = { isChanged: false };

/** One change of a script's text: the edits that it has then. */
interface EditStep {
  readonly edits: readonly WantedEdit[];
  readonly plan: LiveEditPlan;
}

/** The scripts of one thread with conditions edited into their text. */
export class EditedScripts {
  readonly #session: CdpSession;
  readonly #scripts = new Map<string, EditedScript>();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** The edit inside whose text a place lies, and whether the place is where V8 stops because its condition was true. */
  at({ scriptId, lineNumber, columnNumber = 0 }: CdpLocation): { edit: PlacedEdit; isHit: boolean } | undefined {
    const script = this.#scripts.get(scriptId);
    if (!script) return undefined;
    const edits = [...script.placed, ...script.underWay];
    const hit = edits.find(
      ({ debuggerAt }) => debuggerAt.lineNumber === lineNumber && debuggerAt.columnNumber === columnNumber,
    );
    if (hit) return { edit: hit, isHit: true };
    const edit = placedEditAt(edits, { lineNumber, columnNumber });
    return edit && { edit, isHit: false };
  }

  get isEmpty(): boolean {
    return this.#scripts.size === 0;
  }

  /** The program's own text of a script that is or was edited. */
  originalOf(scriptId: string): string | undefined {
    return this.#scripts.get(scriptId)?.original;
  }

  /** The text that V8 has of it. */
  currentOf(scriptId: string): string | undefined {
    return this.#scripts.get(scriptId)?.current;
  }

  /** Whether the text of a script contains the edit of that number. */
  has(scriptId: string, number: number): boolean {
    const script = this.#scripts.get(scriptId);
    return script !== undefined && !script.isLost && script.placed.some(({ id }) => id === number);
  }

  /**
   * Brings the wanted edits into a script's text, as far as that is safe and possible now, and takes all others out. What comes
   * in is read back from the function that holds it.
   *
   * One at a time: V8 finds out by itself what differs between two texts, and with several differences it may take the code
   * around them for changed, too. And a function that is active only stands in the way of its own edits then.
   */
  async change(
    script: Script,
    wanted: readonly WantedEdit[],
    situation: EditSituation,
    options?: CallOptions,
  ): Promise<EditResult> {
    const edited = await this.#open(script, wanted, options);
    if (!edited || edited.isLost) return UNCHANGED;
    const sourceType = script.isModule ? 'module' : 'commonjs';
    const { frames } = situation;
    const started = !isAtStart(edited.start, script, frames?.[0]?.location);
    const pausedAt = started ? undefined : edited.start?.position;
    const plan = (edits: readonly WantedEdit[]) => {
      const marked = edits.map((each) => ({ ...each, inPlace: isAmong(each, edited.edits) }));
      return planLiveEdit({ source: edited.original, sourceType, started, pausedAt, edits: marked });
    };
    const fit = plan(wanted).placed.filter(({ reader }) => reader !== undefined);
    const leaving = edited.edits.filter((each) => !isAmong(each, wanted));
    const missing = wanted.filter((each) => isAmong(each, fit) && !isAmong(each, edited.edits));
    const coming = frames ? missing : [];
    if (leaving.length + missing.length === 0) return UNCHANGED;
    const kept = [...edited.edits.filter((each) => !leaving.includes(each)), ...coming];
    const isPermitted = leaving.length + coming.length > 0 && situation.permits(new Set(kept.map(({ id }) => id)));
    if (!isPermitted) return { isChanged: false, open: 'forbidden' };
    const results: EditResult[] = coming.length < missing.length ? [{ isChanged: false, open: 'forbidden' }] : [];
    let now = situation;
    for (const each of leaving) {
      const edits = edited.edits.filter(({ id }) => id !== each.id);
      results.push(await this.#apply(script.id, edited, { edits, plan: plan(edits) }, now, options));
    }
    for (const each of coming) {
      const edits = [...edited.edits, each];
      const result = await this.#add(script.id, edited, { edits, plan: plan(edits), added: each.id }, now, options);
      results.push(result);
      if (result.restarted) now = { ...now, frames: result.restarted.callFrames };
    }
    return together(results);
  }

  /** Gives the program itself another text, with the edits that are in it and keep a place. */
  async patch(
    script: Script,
    { text, move, steps, restartsTopFrame }: ScriptPatch,
    nextPause: EditSituation['nextPause'],
    options?: CallOptions,
  ): Promise<PatchResult> {
    const edited = this.#scripts.get(script.id) ?? (await this.#read(script, options));
    if (edited.isLost) return { outcome: { kind: 'blocked', reason: 'unavailable' } };
    this.#scripts.set(script.id, edited);
    const sourceType = script.isModule ? 'module' : 'commonjs';
    const edits = edited.edits.map((each) => ({ ...each, ...move(withColumn(each)), inPlace: true }));
    const plan = planLiveEdit({ source: text, sourceType, started: true, edits });
    let restarted: Paused | undefined;
    for (const source of steps(edited.current, plan.source)) {
      const restart = restartsTopFrame ? nextPause() : undefined;
      const outcome = await this.#step(script.id, edited, { source, restartsTopFrame }, options);
      if (outcome.kind === 'blocked') {
        restart?.cancel();
        return { outcome };
      }
      restarted = await restart?.paused;
    }
    edited.original = text;
    edited.start = scriptStart(text);
    edited.current = plan.source;
    edited.placed = plan.placed;
    edited.edits = edits.filter(({ id }) => plan.placed.some((each) => each.id === id));
    return { outcome: { kind: 'applied' }, ...(restarted ? { restarted } : {}) };
  }

  /** One text on the way to another one. Where V8 does not take it, it has the one again that it had before. */
  async #step(
    scriptId: string,
    edited: EditedScript,
    edit: { readonly source: string; readonly restartsTopFrame: boolean },
    options?: CallOptions,
  ): Promise<LiveEditOutcome> {
    try {
      const outcome = await applyLiveEdit(this.#session, { scriptId, ...edit }, options);
      if (outcome.kind === 'blocked') await applyLiveEdit(this.#session, { scriptId, source: edited.current }, options);
      return outcome;
    } catch (error) {
      // Without a reply nobody knows which text runs.
      edited.isLost = true;
      throw error;
    }
  }

  /** Makes one edit, and looks whether the function that holds it has it then. */
  async #add(
    scriptId: string,
    edited: EditedScript,
    { edits, plan, added }: EditStep & { readonly added: number },
    situation: EditSituation,
    options?: CallOptions,
  ): Promise<EditResult> {
    const { reader, text } = plan.placed.find(({ id }) => id === added) ?? {};
    const { frames } = situation;
    if (reader === undefined || text === undefined || frames === undefined) return UNCHANGED;
    const before = await readText(this.#session, { frames, scriptId, reader }, options);
    const isOwn = before !== undefined && (edited.current.includes(before) || before.includes(edited.current));
    if (!isOwn) return { isChanged: false, open: 'blocked' };
    const earlier = edited.current;
    const result = await this.#apply(scriptId, edited, { edits, plan }, situation, options);
    if (!result.isChanged || edited.isLost) return result;
    const now = { frames: result.restarted?.callFrames ?? frames, scriptId, reader };
    const after = await readText(this.#session, now, options).catch(() => undefined);
    if (after?.includes(text)) return result;
    // The function runs its old text all the same: a CDP condition decides, as where no text is changed at all.
    edited.isLost = true;
    await applyLiveEdit(this.#session, { scriptId, source: earlier }, options).catch(() => {});
    return result;
  }

  async #apply(
    scriptId: string,
    edited: EditedScript,
    { edits, plan }: EditStep,
    situation: EditSituation,
    options?: CallOptions,
  ): Promise<EditResult> {
    if (plan.source === edited.current || edited.isLost) return UNCHANGED;
    const restart = plan.restartsTopFrame ? situation.nextPause() : undefined;
    edited.underWay = plan.placed;
    try {
      const edit = { scriptId, source: plan.source, restartsTopFrame: plan.restartsTopFrame };
      const outcome = await applyLiveEdit(this.#session, edit, options);
      if (outcome.kind === 'blocked') {
        restart?.cancel();
        return { isChanged: false, open: 'blocked' };
      }
    } catch {
      // Without a reply nobody knows which text runs: CDP conditions decide again, whatever the text does.
      restart?.cancel();
      edited.isLost = true;
      edited.placed = [...edited.placed, ...plan.placed];
      return { isChanged: true };
    } finally {
      edited.underWay = [];
    }
    edited.current = plan.source;
    edited.placed = plan.placed;
    edited.edits = edits.filter(({ id }) => plan.placed.some((each) => each.id === id));
    const restarted = await restart?.paused;
    return { isChanged: true, ...(restarted ? { restarted } : {}) };
  }

  async #open(script: Script, wanted: readonly WantedEdit[], options?: CallOptions): Promise<EditedScript | undefined> {
    const known = this.#scripts.get(script.id);
    if (known || wanted.length === 0 || !isPlainScript(script.path)) return known;
    const edited = await this.#read(script, options);
    this.#scripts.set(script.id, edited);
    return edited;
  }

  async #read(script: Script, options?: CallOptions): Promise<EditedScript> {
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId: script.id }, options);
    return {
      original: scriptSource,
      start: scriptStart(scriptSource),
      current: scriptSource,
      placed: [],
      edits: [],
      underWay: [],
      isLost: false,
    };
  }
}

/** True for JavaScript on disk that is short enough to be parsed: what a transpiler made of another language stays as it is. */
export function isPlainScript(path: string): boolean {
  return ['.js', '.cjs', '.mjs', ''].includes(extname(path)) && readSource(path) !== undefined;
}

function withColumn({ lineNumber, columnNumber = 0 }: WantedEdit): ExactPosition {
  return { lineNumber, columnNumber };
}

function isAmong({ id }: WantedEdit, edits: readonly Pick<WantedEdit, 'id'>[]): boolean {
  return edits.some((each) => each.id === id);
}

function together(results: readonly EditResult[]): EditResult {
  const open = results.find((each) => each.open)?.open;
  const restarted = results.findLast((each) => each.restarted)?.restarted;
  return {
    isChanged: results.some(({ isChanged }) => isChanged),
    ...(open ? { open } : {}),
    ...(restarted ? { restarted } : {}),
  };
}

function isAtStart(start: ScriptStart | undefined, script: Script, top: CdpLocation | undefined): boolean {
  return (
    start?.isPristine === true &&
    top?.scriptId === script.id &&
    top.lineNumber === start.position.lineNumber &&
    (top.columnNumber ?? 0) === start.position.columnNumber
  );
}
