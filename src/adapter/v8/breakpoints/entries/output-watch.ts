import { dirname } from 'node:path';
import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpBreakpointId } from '../../../../cdp/ids.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { OutputFolders } from '../../scripts/output-folders.ts';
import type { Script, ScriptNaming } from '../../scripts/script-table.ts';
import { FIRST_CHARACTER, Trap } from './trap.ts';
import { escaped, spellings } from './url-pattern.ts';

/** `suspended`: not for the time of a step. */
type Watch =
  | { readonly kind: 'free' | 'givenUp' }
  | { readonly kind: 'watched'; readonly outputs: readonly OutputFolders[]; readonly trap: Trap }
  | { readonly kind: 'suspended'; readonly outputs: readonly OutputFolders[] };

/** Scripts that are stopped before it is given up: each costs a program that has nothing to do with a breakpoint some time. */
const MAX_STOPPED = 500;
const MAX_PASSED_BY = 50;

/**
 * Stops each JavaScript file where it begins that may have been compiled while the program runs, for as long as a breakpoint waits for
 * such a file: what it was made from shows only when it is loaded, and its code may be called before a breakpoint arrives.
 */
export class OutputWatch {
  readonly #session: CdpSession;
  readonly #naming: ScriptNaming;
  #watch: Watch = { kind: 'free' };
  /** Scripts that have stopped, by id. */
  readonly #begun = new Set<string>();
  /** Urls of scripts that begin with a function: a trap inside of that would stop each call. */
  readonly #passedBy = new Set<string>();

  constructor(session: CdpSession, naming: ScriptNaming) {
    this.#session = session;
    this.#naming = naming;
  }

  /** Begins, where it has not begun. */
  async begin(outputs: readonly OutputFolders[], options?: CallOptions): Promise<void> {
    if (this.#watch.kind === 'free') await this.#set(outputs, options);
  }

  get isWatching(): boolean {
    return this.#watch.kind === 'watched' || this.#watch.kind === 'suspended';
  }

  /** No breakpoint waits any more. */
  end(): void {
    if (this.#watch.kind === 'watched') this.#watch.trap.remove();
    if (this.#watch.kind !== 'givenUp') this.#watch = { kind: 'free' };
  }

  /** V8 forgets a step that a trap interrupts. @returns when it may begin; undefined: at once */
  suspend(): Promise<void> | undefined {
    if (this.#watch.kind !== 'watched') return undefined;
    const { trap, outputs } = this.#watch;
    this.#watch = { kind: 'suspended', outputs };
    return trap.remove();
  }

  restore(): void {
    // Fails only with the connection, which the command that follows reports.
    if (this.#watch.kind === 'suspended') this.#set(this.#watch.outputs).catch(() => {});
  }

  isOne(cdpId: CdpBreakpointId): boolean {
    return this.#watch.kind === 'watched' && this.#watch.trap.isAmong([cdpId]);
  }

  /** True if a script has stopped because it may have been compiled just now. */
  take(hitIds: readonly string[] | undefined, { id, url }: Script): boolean {
    if (this.#watch.kind !== 'watched' || !this.#watch.trap.isAmong(hitIds)) return false;
    const { outputs, trap } = this.#watch;
    const isAgain = this.#begun.has(id);
    this.#begun.add(id);
    if (isAgain) this.#passedBy.add(url);
    const isTooMuch = this.#begun.size > MAX_STOPPED || this.#passedBy.size > MAX_PASSED_BY;
    if (isAgain || isTooMuch) trap.remove();
    if (isTooMuch) this.#watch = { kind: 'givenUp' };
    else if (isAgain) this.#set(outputs).catch(() => {});
    return true;
  }

  async #set(outputs: readonly OutputFolders[], options?: CallOptions): Promise<void> {
    const files = outputs.filter(({ root }) => root !== dirname(root)).map((each) => this.#patternOf(each));
    if (files.length === 0) return;
    const others = [...this.#passedBy].map((url) => `${escaped(url)}$`).join('|');
    const except = others === '' ? '' : `(?!${others})`;
    const trap = new Trap(this.#session, `^${except}(?:${files.join('|')})(?:[?#].*)?$`, FIRST_CHARACTER, options);
    this.#watch = { kind: 'watched', outputs, trap };
    await trap.set;
  }

  #patternOf({ root, names }: OutputFolders): string {
    const roots = spellings(root, this.#naming).map(escaped).join('|');
    const folders = ['\\.[^/]+', ...names.map(escaped)].join('|');
    return `(?:${roots})/(?!(?:.*/)?node_modules/)(?:.*/)?(?:${folders})/.*\\.[cm]?js`;
  }
}
