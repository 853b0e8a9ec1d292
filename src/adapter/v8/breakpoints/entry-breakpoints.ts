import { dirname } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import { scriptStart } from '../live-edit/script-start.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';
import { readSource } from '../source/source-structure.ts';

/**
 * Why a script is to stop where it begins. `stop`: the user wants that. `edit`: its text is to be changed before it runs.
 * `bind`: its source map is to be read, to find out where its breakpoints go.
 */
export type EntryPurpose = 'stop' | 'edit' | 'bind';

interface Entry {
  readonly purposes: Set<EntryPurpose>;
  /** Where it stands: for a file that may be compiled as it is loaded, more than one place is watched. */
  readonly traps: Map<string, Trap>;
}

interface Trap {
  readonly set: Promise<CdpResult<'Debugger.setBreakpointByUrl'>>;
  id: string | undefined;
}

/** Whether the beginnings of what is compiled while the program runs are watched. `suspended`: not for the time of a step. */
type OutputWatch =
  | { readonly kind: 'free' | 'givenUp' }
  | { readonly kind: 'watched'; readonly folders: readonly string[]; readonly trap: Trap }
  | { readonly kind: 'suspended'; readonly folders: readonly string[] };

const FIRST_CHARACTER: GeneratedPosition = { lineNumber: 0, columnNumber: 0 };

/**
 * Breakpoints where scripts begin that are about to be loaded. Each serves once.
 *
 * V8 knows no place before all code of a script. A stop asked for at its first character is one in the first function, where the
 * script begins with that: its top level runs past it. So the lines that breakpoints were asked for are watched, too: where the
 * script is its file as it was written, the first of them that runs stops it.
 */
export class EntryBreakpoints {
  readonly #session: CdpSession;
  readonly #naming: ScriptNaming;
  readonly #entries = new Map<string, Entry>();
  #outputs: OutputWatch = { kind: 'free' };
  /** Scripts that stopped where they begin because outputs are watched. */
  readonly #begun = new Set<string>();
  /** Files whose entries are not watched for the time of a step. */
  readonly #suspended = new Set<string>();

  constructor(session: CdpSession, naming: ScriptNaming) {
    this.#session = session;
    this.#naming = naming;
  }

  /** Sets one. A file whose start cannot be found stops at its first line for `stop`, and not at all for `edit`. */
  async set(path: string, purpose: 'stop' | 'edit', options?: CallOptions): Promise<void> {
    const known = this.#entries.get(path);
    if (known) {
      known.purposes.add(purpose);
      return;
    }
    const start = scriptStart(readSource(path) ?? '')?.position;
    if (!start && purpose === 'edit') return;
    const { locations } = await this.#watch(path, purpose, start ?? FIRST_CHARACTER, options);
    // Loaded already, as only an attached process can have it: its entry has passed.
    if (locations.length > 0) this.remove(path, 'edit');
  }

  /** Stops a script that may be another text than its file before the first of these lines of it runs. */
  async bind(path: string, line: GeneratedPosition, options?: CallOptions): Promise<void> {
    await Promise.all([FIRST_CHARACTER, line].map((place) => this.#watch(path, 'bind', place, options)));
  }

  /**
   * Stops each JavaScript file in hidden folders of these where it begins, until {@link freeOutputs}. Bundlers write there while the
   * program runs: what such a file was made from shows only when it is loaded, and its code may be called before a breakpoint
   * arrives.
   *
   * @param folders Absolute.
   */
  async bindOutputs(folders: readonly string[], options?: CallOptions): Promise<void> {
    const roots = folders.filter((folder) => folder !== dirname(folder)).map((folder) => this.#patternOf(folder));
    if (roots.length === 0 || this.#outputs.kind !== 'free') return;
    const hidden = '(?!(?:.*/)?node_modules/)(?:.*/)?\\.[^/]+/.*\\.[cm]?js';
    const params = { urlRegex: `^(?:${roots.join('|')})/${hidden}(?:[?#].*)?$`, ...FIRST_CHARACTER };
    const trap: Trap = { set: this.#session.send('Debugger.setBreakpointByUrl', params, options), id: undefined };
    this.#outputs = { kind: 'watched', folders, trap };
    trap.id = (await trap.set).breakpointId;
  }

  get watchesOutputs(): boolean {
    return this.#outputs.kind === 'watched' || this.#outputs.kind === 'suspended';
  }

  /** No breakpoint waits any more for what is compiled while the program runs. */
  freeOutputs(): void {
    if (this.#outputs.kind === 'watched') this.#removeTrap(this.#outputs.trap);
    if (this.#outputs.kind !== 'givenUp') this.#outputs = { kind: 'free' };
  }

  /**
   * Whether one of the hit breakpoints watches outputs. In a script that begins with a function it stands inside of that, and would
   * stop each call of it.
   */
  takeOutput(hitIds: readonly string[] | undefined, scriptId: string): boolean {
    if (this.#outputs.kind !== 'watched' || !this.#isOutput(hitIds)) return false;
    if (this.#begun.has(scriptId)) {
      this.#removeTrap(this.#outputs.trap);
      this.#outputs = { kind: 'givenUp' };
    }
    this.#begun.add(scriptId);
    return true;
  }

  #isOutput(cdpIds: readonly string[] = []): boolean {
    const id = this.#outputs.kind === 'watched' ? this.#outputs.trap.id : undefined;
    return id !== undefined && cdpIds.includes(id);
  }

  #patternOf(path: string): string {
    // Node 22 gives the path of a file that it compiles, as a `sourceURL` comment writes it.
    return [...this.#naming.urlsOf(path), path].map((url) => url.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  }

  #watch(
    path: string,
    purpose: EntryPurpose,
    place: GeneratedPosition,
    options?: CallOptions,
  ): Promise<CdpResult<'Debugger.setBreakpointByUrl'>> {
    const entry = this.#entries.get(path) ?? { purposes: new Set(), traps: new Map<string, Trap>() };
    this.#entries.set(path, entry);
    entry.purposes.add(purpose);
    const key = `${place.lineNumber}:${place.columnNumber}`;
    const known = entry.traps.get(key);
    if (known) return known.set;
    // A pattern instead of the url: V8 refuses a second breakpoint at a place, and the user may have one there.
    const params = { urlRegex: `^(?:${this.#patternOf(path)})(?:[?#].*)?$`, ...place };
    const trap: Trap = { set: this.#session.send('Debugger.setBreakpointByUrl', params, options), id: undefined };
    entry.traps.set(key, trap);
    return trap.set.then((reply) => {
      trap.id = reply.breakpointId;
      return reply;
    });
  }

  /** Whether a stop at the entry of a file is wanted, be it not at this moment. */
  has(path: string): boolean {
    return this.#entries.has(path) || this.#suspended.has(path);
  }

  /** Takes away those for edits and for outputs: V8 forgets a step that one of them interrupts. */
  suspend(): void {
    if (this.#outputs.kind === 'watched') {
      this.#removeTrap(this.#outputs.trap);
      this.#outputs = { kind: 'suspended', folders: this.#outputs.folders };
    }
    for (const [path, { purposes }] of this.#entries) {
      if (!purposes.has('edit')) continue;
      this.remove(path, 'edit');
      this.#suspended.add(path);
    }
  }

  /** Sets those again that were taken away, where the file has not been loaded meanwhile. */
  restore(): void {
    const paths = [...this.#suspended];
    this.#suspended.clear();
    if (this.#outputs.kind === 'suspended') {
      const { folders } = this.#outputs;
      this.#outputs = { kind: 'free' };
      this.bindOutputs(folders).catch(() => {});
    }
    // Fails only with the connection, which the command that follows reports.
    for (const path of paths) this.set(path, 'edit').catch(() => {});
  }

  isOne(cdpId: string): boolean {
    return this.#isOutput([cdpId]) || [...this.#entries.values()].some((entry) => isAmong(entry, [cdpId]));
  }

  /** Takes a purpose away, and the breakpoint with its last one. */
  remove(path: string, purpose: EntryPurpose): void {
    if (purpose === 'edit') this.#suspended.delete(path);
    const entry = this.#entries.get(path);
    if (!entry?.purposes.delete(purpose) || entry.purposes.size > 0) return;
    this.#drop(path, entry);
  }

  /** What the entry among the hit breakpoints was set for; empty when there is none. It is removed. */
  take(hitIds: readonly string[] | undefined): ReadonlySet<EntryPurpose> {
    const purposes = new Set<EntryPurpose>();
    for (const [path, entry] of this.#entries) {
      if (!isAmong(entry, hitIds)) continue;
      for (const purpose of entry.purposes) purposes.add(purpose);
      this.#drop(path, entry);
    }
    return purposes;
  }

  #drop(path: string, { traps }: Entry): void {
    this.#entries.delete(path);
    for (const trap of traps.values()) this.#removeTrap(trap);
  }

  #removeTrap({ id, set }: Trap): void {
    const remove = (breakpointId: string) => this.#session.send('Debugger.removeBreakpoint', { breakpointId });
    // At once where it can be: a command that follows must find it gone.
    const removed = id === undefined ? set.then(({ breakpointId }) => remove(breakpointId)) : remove(id);
    // Fails only with the connection, and the breakpoint goes with that.
    removed.catch(() => {});
  }
}

function isAmong({ traps }: Entry, cdpIds: readonly string[] = []): boolean {
  return [...traps.values()].some(({ id }) => id !== undefined && cdpIds.includes(id));
}
