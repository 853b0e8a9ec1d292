import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpBreakpointId } from '../../../../cdp/ids.ts';
import type { CdpResult } from '../../../../cdp/protocol.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { GeneratedPosition } from '../../../../sourcemap/source-map.ts';
import type { ScriptNaming } from '../../scripts/script-table.ts';
import { lineBelowFunctions, scriptStart } from '../../source/script-start.ts';
import { readSource } from '../../source/source-structure.ts';
import { OutputWatch } from './output-watch.ts';
import { ProgramArrival } from './program-arrival.ts';
import { ReloadTraps } from './reload-traps.ts';
import { FIRST_CHARACTER, Trap } from './trap.ts';
import { spellings, urlPattern } from './url-pattern.ts';

/**
 * The reason why a script is to stop at its start. `stop`: the user wants that. `bind`: its source map is to be read, to find the
 * places of its breakpoints.
 */
export type EntryPurpose = 'stop' | 'bind';

interface ScriptEntry {
  readonly purposes: Set<EntryPurpose>;
  /** The traps of the file: for a file that may be compiled as it is loaded, at more than one place. */
  readonly traps: Map<string, Trap>;
}

/** Each is looked for in all scripts that are loaded until then. */
const MAX_LINES_ABOVE = 200;

/**
 * Breakpoints where scripts begin that are about to be loaded. Each serves once.
 *
 * V8 knows no place before all code of a script. A stop asked for at its first character is one in the first function, where the
 * script begins with that: its top level runs past it. So the lines that breakpoints were asked for are watched, too: where the
 * script is its file as it was written, the first of them that runs stops it.
 */
export class EntryBreakpoints {
  /** The traps for scripts that are loaded again; these serve more than once. */
  readonly reloads: ReloadTraps;
  /** The traps for files that are compiled while the program runs. */
  readonly outputs: OutputWatch;
  /** The trap for the first code of the program. */
  readonly program: ProgramArrival;
  readonly #session: CdpSession;
  readonly #naming: ScriptNaming;
  readonly #entries = new Map<string, ScriptEntry>();

  constructor(session: CdpSession, naming: ScriptNaming) {
    this.#session = session;
    this.#naming = naming;
    this.reloads = new ReloadTraps(session);
    this.outputs = new OutputWatch(session, naming);
    this.program = new ProgramArrival(session, naming);
  }

  /** Stops a script where it begins, at its first line where its start cannot be found. */
  async stop(path: string, options?: CallOptions): Promise<void> {
    const known = this.#entries.get(path);
    if (known) known.purposes.add('stop');
    else await this.#watch(path, 'stop', scriptStart(readSource(path) ?? '') ?? FIRST_CHARACTER, options);
  }

  /** Stops a script that may be another text than its file before the first of these lines of it runs. */
  async bind(path: string, line: GeneratedPosition, options?: CallOptions): Promise<void> {
    const known = this.#entries.get(path)?.purposes.has('bind') ?? false;
    const places = [FIRST_CHARACTER, line, ...(known ? [] : placesAbove(lineBelowFunctions(readSource(path) ?? '')))];
    await Promise.all(places.map((place) => this.#watch(path, 'bind', place, options)));
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
    const trap = new Trap(this.#session, urlPattern(spellings(path, this.#naming)), place, options);
    entry.traps.set(key, trap);
    return trap.set;
  }

  /**
   * Takes away those for outputs: V8 forgets a step that one of them interrupts.
   *
   * @returns when all are on their way, for a step to begin then; undefined: they are
   */
  suspend(): Promise<unknown> | undefined {
    const removed = [...this.reloads.suspend(), this.outputs.suspend(), this.program.suspend()];
    const open = removed.filter((each) => each !== undefined);
    return open.length > 0 ? Promise.all(open) : undefined;
  }

  /** Sets entries again that were taken away, if the file has not been loaded meanwhile. */
  restore(): void {
    this.reloads.restore();
    this.outputs.restore();
    this.program.restore();
  }

  isOne(cdpId: CdpBreakpointId): boolean {
    return (
      this.outputs.isOne(cdpId) ||
      this.program.isOne(cdpId) ||
      this.reloads.isOne(cdpId) ||
      [...this.#entries.values()].some((entry) => isAmong(entry, [cdpId]))
    );
  }

  /** Takes a purpose away, and the breakpoint with its last one. @returns as Trap.remove */
  remove(path: string, purpose: EntryPurpose): readonly (Promise<void> | undefined)[] {
    const entry = this.#entries.get(path);
    if (!entry?.purposes.delete(purpose) || entry.purposes.size > 0) return [];
    return this.#drop(path, entry);
  }

  /** Removes the entry among the hit breakpoints. @returns its purposes; empty if there is none */
  take(hitIds: readonly string[] | undefined): ReadonlySet<EntryPurpose> {
    const purposes = new Set<EntryPurpose>();
    for (const [path, entry] of this.#entries) {
      if (!isAmong(entry, hitIds)) continue;
      for (const purpose of entry.purposes) purposes.add(purpose);
      this.#drop(path, entry);
    }
    return purposes;
  }

  #drop(path: string, { traps }: ScriptEntry): readonly (Promise<void> | undefined)[] {
    this.#entries.delete(path);
    return [...traps.values()].map((trap) => trap.remove());
  }
}

/**
 * Compilers drop blank lines and comments, so that what stands below a file's functions may come on any line above its own; a breakpoint
 * asked for above it would be one in a function.
 */
function placesAbove(lineNumber = 0): GeneratedPosition[] {
  const count = Math.min(lineNumber, MAX_LINES_ABOVE);
  return Array.from({ length: count }, (_, index) => ({ lineNumber: lineNumber - index, columnNumber: 0 }));
}

function isAmong({ traps }: ScriptEntry, cdpIds: readonly string[] | undefined): boolean {
  return [...traps.values()].some((trap) => trap.isAmong(cdpIds));
}
