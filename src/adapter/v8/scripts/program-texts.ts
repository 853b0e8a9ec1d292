import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';

/** Several questions about one stop, and many breakpoints, are about the same few scripts. */
const MAX_KEPT = 3;

/**
 * The texts of scripts as V8 compiled them. They are those of the program: what is edited into one for a condition is left out.
 *
 * @see CDP Debugger.getScriptSource
 */
export class ProgramTexts {
  readonly #session: CdpSession;
  readonly #originalOf: (scriptId: string) => string | undefined;
  readonly #patched = new Set<string>();
  readonly #kept = new Map<string, Promise<string>>();

  /** @param originalOf The text of a script that was edited for a condition. */
  constructor(session: CdpSession, originalOf: (scriptId: string) => string | undefined) {
    this.#session = session;
    this.#originalOf = originalOf;
  }

  of(scriptId: string, options?: CallOptions): Promise<string> {
    const original = this.#originalOf(scriptId);
    if (original !== undefined) return Promise.resolve(original);
    const text = this.#kept.get(scriptId) ?? this.#ask(scriptId, options);
    this.#kept.delete(scriptId);
    this.#kept.set(scriptId, text);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return text;
  }

  /** Whether the program was given another text than the one that it loaded. */
  isPatched(scriptId: string): boolean {
    return this.#patched.has(scriptId);
  }

  /** To be called with each text that the program is given. */
  notePatch(scriptId: string): void {
    this.#patched.add(scriptId);
  }

  clear(): void {
    this.#kept.clear();
  }

  async #ask(scriptId: string, options?: CallOptions): Promise<string> {
    try {
      return (await this.#session.send('Debugger.getScriptSource', { scriptId }, options)).scriptSource;
    } catch (error) {
      // The next one who asks may have more time.
      this.#kept.delete(scriptId);
      throw error;
    }
  }
}
