import type { Script } from '../../scripts/script-table.ts';
import type { BreakpointHost } from '../breakpoint-host.ts';
import type { ThreadBreakpoint } from '../thread-breakpoint.ts';

/** Sets breakpoints in scripts, and takes them away. */
interface ScriptArming {
  /** Takes away what was set by the file's own url. */
  disarm(bound: ThreadBreakpoint, url: string): Promise<void>;
  /** Sets a breakpoint in one loaded script that was compiled from its file, or that is its file. */
  armInScript(bound: ThreadBreakpoint, script: Script): Promise<void>;
}

/**
 * Breakpoints in files that are edited, and loaded again by the process that runs them: a server that takes in changes without a
 * restart (Vite, Next.js, Astro) has several texts of a file, and a breakpoint goes with its statement into each new one.
 */
export class LoadedAgain {
  readonly #host: Pick<BreakpointHost, 'scripts' | 'texts' | 'edits'>;
  readonly #arming: ScriptArming;

  constructor(host: Pick<BreakpointHost, 'scripts' | 'texts' | 'edits'>, arming: ScriptArming) {
    this.#host = host;
    this.#arming = arming;
  }

  isEdited({ path }: ThreadBreakpoint): boolean {
    return this.#host.edits.isEdited(path);
  }

  /** The line of a breakpoint's statement in the text that a script was made of; undefined if the text does not have it. */
  async lineIn({ path, wanted }: ThreadBreakpoint, script: Script): Promise<number | undefined> {
    const { scripts, texts, edits } = this.#host;
    const isCompiled = scripts.isCompiledFrom(script, path);
    const text = isCompiled ? scripts.mapOf(script)?.contentOf(path) : await texts.of(script.id);
    return text === undefined ? wanted.line : edits.lineIn(path, wanted, text);
  }

  /** Lets a breakpoint go to where its statement is in a script that is loaded now. */
  async follow(bound: ThreadBreakpoint, script: Script): Promise<void> {
    const line = await this.lineIn(bound, script);
    if (line !== undefined) bound.follow(line);
  }

  /**
   * Takes breakpoints along into a file that is loaded again under its own url, where V8 has set them at their earlier lines by itself.
   *
   * @returns undefined where there is none; until it resolves, a pause in the script counts for nothing
   */
  takeAlong(bounds: readonly ThreadBreakpoint[], script: Script): Promise<unknown> | undefined {
    const moving = bounds.filter((each) => each.isIn(script) && each.urls.has(script.url) && this.isEdited(each));
    return moving.length === 0 ? undefined : Promise.all(moving.map((bound) => this.#takeOne(bound, script)));
  }

  async #takeOne(bound: ThreadBreakpoint, script: Script): Promise<void> {
    const line = await this.lineIn(bound, script);
    if (line === undefined || line === bound.wanted.line || bound.isRetired) return;
    await this.#arming.disarm(bound, script.url);
    bound.urls.clear();
    bound.follow(line);
    await this.#arming.armInScript(bound, script);
  }
}
