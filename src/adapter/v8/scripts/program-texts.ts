import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { type ReplaceOutcome, replaceSource } from './replace-source.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The number of texts that are kept: several questions about one stop, and many breakpoints, are about the same few scripts. */
const MAX_KEPT = 3;

/** Another text for a script of the program. */
export interface TextPatch {
  readonly text: string;
  /** The texts that lead V8 from the one that it has to the other one, which comes last. */
  readonly steps: (from: string) => readonly string[];
  /**
   * The paused top frame stands at its first statement, and may be restarted: to be called before each step, it resolves with the pause
   * that follows. Undefined where no frame may be.
   */
  readonly nextPause: (() => { readonly paused: Promise<Paused | undefined>; readonly cancel: () => void }) | undefined;
  /** Called when V8 has taken it, before another text of a script is replaced: V8 has lost all breakpoints of the script. */
  readonly renew: () => Promise<void>;
}

/** V8's answer to a new text. @property restarted The pause after the frame was restarted. */
export interface PatchResult {
  readonly outcome: ReplaceOutcome;
  readonly restarted?: Paused;
}

/**
 * The texts of scripts as V8 runs them: as it compiled them, or as they were replaced.
 *
 * @see CDP Debugger.getScriptSource, Debugger.setScriptSource
 */
export class ProgramTexts {
  readonly #session: CdpSession;
  readonly #patched = new Map<string, string>();
  /** Scripts of which V8 gave no answer to a new text: which one it runs is not known. */
  readonly #lost = new Set<string>();
  readonly #kept = new Map<string, Promise<string>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  of(scriptId: ScriptId, options?: CallOptions): Promise<string> {
    const patched = this.#patched.get(scriptId);
    if (patched !== undefined) return Promise.resolve(patched);
    const text = this.#kept.get(scriptId) ?? this.#ask(scriptId, options);
    this.#kept.delete(scriptId);
    this.#kept.set(scriptId, text);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return text;
  }

  /** True if the program was given another text than the one that it loaded. */
  isPatched(scriptId: ScriptId): boolean {
    return this.#patched.has(scriptId);
  }

  /**
   * Gives a script another text. Where V8 does not take it, the script keeps the one that it had.
   *
   * @throws DebugError `request_timeout`, `cancelled`, `connection_closed`
   */
  replace(scriptId: ScriptId, patch: TextPatch, options?: CallOptions): Promise<PatchResult> {
    // One change after another: two at once would each undo what the other needs (a flag of V8, the pause to wait for).
    const result = this.#last.then(() => this.#replace(scriptId, patch, options));
    this.#last = result.catch(() => {});
    return result;
  }

  async #replace(
    scriptId: ScriptId,
    { text, steps, nextPause, renew }: TextPatch,
    options?: CallOptions,
  ): Promise<PatchResult> {
    if (this.#lost.has(scriptId)) return { outcome: { kind: 'blocked', reason: 'unavailable' } };
    const before = await this.of(scriptId, options);
    let restarted: Paused | undefined;
    for (const source of steps(before)) {
      const restart = nextPause?.();
      const outcome = await this.#step(scriptId, { before, source, restartsTopFrame: restart !== undefined }, options);
      if (outcome.kind === 'blocked') {
        restart?.cancel();
        return { outcome };
      }
      restarted = await restart?.paused;
    }
    this.#patched.set(scriptId, text);
    await renew();
    return { outcome: { kind: 'applied' }, ...(restarted ? { restarted } : {}) };
  }

  /** One text on the way to another one. Where V8 does not take it, the script has the one again that it had before. */
  async #step(
    scriptId: ScriptId,
    edit: { readonly before: string; readonly source: string; readonly restartsTopFrame: boolean },
    options?: CallOptions,
  ): Promise<ReplaceOutcome> {
    const { before, source, restartsTopFrame } = edit;
    try {
      const outcome = await replaceSource(this.#session, { scriptId, source, restartsTopFrame }, options);
      if (outcome.kind === 'blocked') await replaceSource(this.#session, { scriptId, source: before }, options);
      return outcome;
    } catch (error) {
      this.#lost.add(scriptId);
      throw error;
    }
  }

  clear(): void {
    this.#kept.clear();
  }

  async #ask(scriptId: ScriptId, options?: CallOptions): Promise<string> {
    try {
      return (await this.#session.send('Debugger.getScriptSource', { scriptId }, options)).scriptSource;
    } catch (error) {
      // The next one who asks may have more time.
      this.#kept.delete(scriptId);
      throw error;
    }
  }
}
