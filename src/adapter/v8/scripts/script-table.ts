import { isAbsolute } from 'node:path';
import type { ScriptId } from '../../../cdp/ids.ts';
import { type CdpPosition, toSourcePosition } from '../../../cdp/positions.ts';
import type { CdpEventParams, CdpResult } from '../../../cdp/protocol.ts';
import { statOf } from '../../../files/read-file.ts';
import { isBeside, isCalledSource } from '../../../files/source-places.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { SourceMap } from '../../../sourcemap/source-map.ts';
import { bareUrl } from './bare-url.ts';
import { mapBeside } from './map-beside.ts';
import { ScriptMap } from './script-maps.ts';

/**
 * The owner of a script. `program`: the user's own. `dependency`: a package's. `internal`: the host's own, or evaluated by the
 * debugger.
 */
export type ScriptOrigin = 'program' | 'dependency' | 'internal';

/** A host's names of its scripts: handed in, because a file that Node loads has another url than a file that a page loads. */
export interface ScriptNaming {
  /** Every url under which V8 may report a script of this file, most likely first. */
  urlsOf(path: string): readonly string[];
  /** The name of a script's url for users: an absolute path for a file, the url itself for everything else. */
  nameOf(url: string): string;
  originOf(url: string): ScriptOrigin;
  /** A pattern for V8, of urls of the program's scripts, without those that the debugger has the program load. */
  readonly programUrls: string;
  /** A pattern for V8, of urls of packages' scripts. */
  readonly dependencyUrls: string;
  /** The url of a script that the debugger evaluates itself; its origin is `internal`. */
  ownUrl(name: string): string;
  /** True if a script of the host loads modules: it catches what a module throws, and throws it again. */
  isModuleLoader(url: string): boolean;
  /** True if a script is a test runner's, or an assertion library's. */
  isTestRunner(url: string): boolean;
  /** True if a script of the host starts the main script, so that nothing has called it. */
  startsMain(url: string): boolean;
}

/** A script that the debuggee has compiled. */
export interface Script {
  readonly id: string;
  readonly url: string;
  /** Absolute path, or the url where it is no file. */
  readonly path: string;
  readonly origin: ScriptOrigin;
  readonly isModule: boolean;
  /** The url of the script's source map, as the script says; empty if it has none. */
  readonly sourceMapUrl: string;
  /** The JavaScript world that it runs in: each `vm` context has one of its own. */
  readonly contextId: number;
  /** The time at which V8 compiled the script; undefined if that was before we came. */
  readonly loadedAtMs: number | undefined;
  /** 0-based, the line behind a text whose last line has an end: no text stands there, and V8 has the end of the program in it. */
  readonly emptyLine?: number | undefined;
}

/** A place in a loaded script, 0-based. */
export type CdpLocation = CdpResult<'Debugger.setBreakpoint'>['actualLocation'];

/** A place in a script, in written lines. */
export interface LocatedPlace extends SourceLocation {
  /** `source`: it stands in a written file. `generated`: a compiler put it there, for no line of a source. */
  readonly kind: 'source' | 'generated';
}

/**
 * Scripts that are remembered although no file is behind them, or the same file again. A template engine evaluates one for each
 * page, for as long as it runs; V8 itself drops them, too.
 */
const MAX_PASSING_SCRIPTS = 5_000;
const DROPPED_AT_ONCE = 1_000;
/** From so many on, a url of a file counts as one only where there is a file: a `sourceURL` comment may say any. */
const MAX_UNSEEN_FILES = 20_000;

type Parsed = Pick<Script, 'url' | 'isModule' | 'sourceMapUrl' | 'contextId' | 'loadedAtMs' | 'emptyLine'>;

const UNKNOWN: Parsed = { url: '', isModule: false, sourceMapUrl: '', contextId: 0, loadedAtMs: undefined };

/**
 * The scripts of one debuggee thread, by id. CDP leaves `callFrames[].url` empty in Node, so this table is the only way from
 * a frame to its file.
 */
export class ScriptTable {
  readonly naming: ScriptNaming;
  readonly #root: string;
  readonly #urls = new Map<string, Parsed>();
  /** Made when first asked for: most of the hundred scripts that Node itself loads are never looked at. */
  readonly #scripts = new Map<string, Script>();
  readonly #maps = new Map<string, ScriptMap>();
  /** Files of which a script is remembered for good: there are as many as the program has. */
  readonly #files = new Set<string>();
  /** Ids of the others, oldest first. */
  readonly #passing = new Set<string>();
  #isCurrent = false;

  /** @param root Folder of the program, absolute: relative sources of maps start from there. */
  constructor(root: string, naming: ScriptNaming) {
    this.naming = naming;
    this.#root = root;
  }

  /** V8 has reported all scripts that it had: what comes from here on is compiled now. */
  becomeCurrent(): void {
    this.#isCurrent = true;
  }

  /** Records a `Debugger.scriptParsed` event. What has no url is the debugger's own, and there is no end of it. */
  add(params: CdpEventParams<'Debugger.scriptParsed'>): void {
    const { scriptId, url, isModule = false, sourceMapURL: sourceMapUrl = '', executionContextId: contextId } = params;
    if (url === '') return;
    const loadedAtMs = this.#isCurrent ? Date.now() : undefined;
    const emptyLine = params.endColumn === 0 ? params.endLine : undefined;
    this.#urls.set(scriptId, { url, isModule, sourceMapUrl, contextId, loadedAtMs, emptyLine });
    this.#scripts.delete(scriptId);
    this.#keepFew(scriptId, url);
  }

  /** The thread has ended: its scripts are not needed any more, and a session may be kept for long. */
  clear(): void {
    for (const each of [this.#urls, this.#scripts, this.#maps, this.#files, this.#passing]) each.clear();
  }

  #keepFew(scriptId: ScriptId, url: string): void {
    const isFirst = this.#isFirstOfFile(bareUrl(url));
    if (isFirst) this.#files.add(bareUrl(url));
    if (isFirst || this.naming.originOf(url) === 'internal') return;
    this.#passing.add(scriptId);
    if (this.#passing.size <= MAX_PASSING_SCRIPTS) return;
    // Many at once: to find the oldest costs more, the more were taken out before it.
    for (const oldest of [...this.#passing].slice(0, DROPPED_AT_ONCE)) {
      for (const each of [this.#urls, this.#scripts, this.#maps, this.#passing]) each.delete(oldest);
    }
  }

  #isFirstOfFile(url: string): boolean {
    if (!url.startsWith('file:') || this.#files.has(url)) return false;
    return this.#files.size < MAX_UNSEEN_FILES || statOf(this.naming.nameOf(url)) !== undefined;
  }

  get(scriptId: ScriptId): Script {
    const known = this.#scripts.get(scriptId);
    if (known) return known;
    const parsed = this.#urls.get(scriptId) ?? UNKNOWN;
    const path = this.naming.nameOf(parsed.url) || '(evaluated code)';
    const origin = this.naming.originOf(parsed.url);
    const isNamed = parsed.sourceMapUrl !== '' || origin !== 'program' || !parsed.url.startsWith('file:');
    const sourceMapUrl = isNamed ? parsed.sourceMapUrl : (mapBeside(path) ?? '');
    const script = { id: scriptId, path, origin, ...parsed, sourceMapUrl };
    if (parsed.url !== '') this.#scripts.set(scriptId, script);
    return script;
  }

  /** The source map of a script of the program; undefined when there is none to be had. */
  mapOf(script: Script): SourceMap | undefined {
    return this.#scriptMapOf(script)?.decoded;
  }

  /** True if a script was compiled from a file, absolute. */
  isCompiledFrom(script: Script, path: string): boolean {
    const map = this.#scriptMapOf(script);
    if (!map?.isFrom(path)) return false;
    // By a map that maps nothing, it is its file as it was written, if that is called so.
    return script.path !== path || map.decoded !== undefined;
  }

  /** True if a source of a script may be called so; false is certain. */
  mayHaveSource(script: Script, name: string): boolean {
    return this.#scriptMapOf(script)?.mentions(name) ?? false;
  }

  #scriptMapOf(script: Script): ScriptMap | undefined {
    if (script.origin !== 'program' || script.sourceMapUrl === '') return undefined;
    const map = this.#maps.get(script.id) ?? new ScriptMap(script, this.#root);
    this.#maps.set(script.id, map);
    return map;
  }

  /** The written place, for a place in a script. */
  locate(at: CdpPosition & { readonly scriptId: ScriptId }): LocatedPlace {
    const script = this.get(at.scriptId);
    const map = this.mapOf(script);
    const original = map?.originalOf({ lineNumber: at.lineNumber, columnNumber: at.columnNumber ?? 0 });
    if (original) return { kind: 'source', path: original.path, line: original.line, column: original.column };
    const { line, column } = toSourcePosition(at);
    return { kind: map ? 'generated' : 'source', path: script.path, line, column };
  }

  /** The loaded scripts that contain code of a file: those of its own url, and those compiled from it. */
  containing(path: string, urls: readonly string[]): Script[] {
    const own = this.withUrl(urls);
    const compiled = this.ofProgram().filter((script) => !own.includes(script) && this.isCompiledFrom(script, path));
    return [...own, ...compiled];
  }

  /** The scripts compiled from one of these urls, a `?…` or `#…` suffix aside; several when a file was loaded repeatedly. */
  withUrl(urls: readonly string[]): Script[] {
    const found: Script[] = [];
    for (const [id, { url }] of this.#urls) {
      if (urls.includes(bareUrl(url))) found.push(this.get(id));
    }
    return found;
  }

  /** The loaded scripts that are called so towards users. */
  named(path: string): Script[] {
    return [...this.#urls.keys()].map((id) => this.get(id)).filter((script) => script.path === path);
  }

  /**
   * True if a file outside of the program's folders is a source of a script nevertheless: the script itself, called like one, or a
   * source of its map that lies beside it.
   */
  isOwnSource(path: string): boolean {
    if (isCalledSource(path) && this.named(path).length > 0) return true;
    return this.ofProgram().some(
      (script) => isAbsolute(script.path) && isBeside(path, script.path) && this.isCompiledFrom(script, path),
    );
  }

  /** All scripts of the program itself. */
  ofProgram(): Script[] {
    const found: Script[] = [];
    for (const id of this.#urls.keys()) {
      const script = this.get(id);
      if (script.origin === 'program') found.push(script);
    }
    return found;
  }
}
