import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { ASYNC_STACK, type AsyncParent, parseAsyncParents } from '../pauses/async-parents.ts';
import { IS_NOBODYS, isUncaught, LEAVES_PROGRAM } from '../pauses/pause-verdict.ts';
import type { Script, ScriptTable } from '../scripts/script-table.ts';
import { type ThrowSite, throwSiteAt } from '../source/catch-sites.ts';
import type { Summariser } from '../summary/summariser.ts';

type Paused = CdpEventParams<'Debugger.paused'>;
/** What can be requested of V8: it has no word for a library that catches. */
type PauseOnExceptions = 'none' | 'uncaught' | 'all';
type Site = ThrowSite | undefined;

/** Caught exceptions that a thread may be stopped by for nothing, at about a millisecond each, before V8's word is taken. */
const MAX_IN_VAIN = { uncaught: 50, userUnhandled: 1_000 };
/** One that the program itself catches counts as so many: it may go on like that, while what Node throws ends with its start. */
const PROGRAM_WEIGHT = 5;

/** Code of the program, which may be loaded later than that of the tools that load it. */
interface AwaitedProgram {
  readonly hasCome: boolean;
  watch(options?: CallOptions): Promise<void>;
}

/**
 * Which exceptions stop a thread.
 *
 * Node evaluates ES modules inside a `try` of its own and throws again what it caught, so V8 takes whatever leaves a module's
 * top level for caught, and `uncaught` would never stop an ES module. Therefore V8 is asked for all exceptions at first, and
 * those that it takes for caught are looked at here: the program does not catch one if no frame of its own does, up to a
 * module's top level. In the same way those are found that leave the program's own code for a library that catches them; before any of that code
 * is loaded, there are none. Node 20 alone throws one for each package that is imported by its name.
 *
 * @see CDP Debugger.setPauseOnExceptions
 */
export class UncaughtExceptions {
  readonly #session: CdpSession;
  readonly #scripts: ScriptTable;
  readonly #summariser: Summariser;
  readonly #program: AwaitedProgram;
  readonly #sources = new Map<string, Promise<string>>();
  /** What is known of places, which throw again and again. */
  readonly #sites = new Map<string, Promise<Site>>();
  #mode: ExceptionBreakMode = 'none';
  /** What was requested of V8. */
  #requested: PauseOnExceptions = 'none';
  #inVain = 0;
  #isRecorded = false;

  constructor(session: CdpSession, scripts: ScriptTable, summariser: Summariser, program: AwaitedProgram) {
    this.#session = session;
    this.#scripts = scripts;
    this.#summariser = summariser;
    this.#program = program;
  }

  /** Whether any of them stop it. */
  get areStopping(): boolean {
    return this.#mode !== 'none';
  }

  async setMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#mode = mode;
    const watched = mode === 'userUnhandled' ? this.#program.watch(options) : undefined;
    await Promise.all([this.#request(this.#wanted(), options), watched]);
  }

  /** Has V8 report all exceptions to whoever records them, whatever stops the thread. A step is not to be interrupted by them. */
  async record(isRecorded: boolean, options?: CallOptions): Promise<void> {
    if (this.#isRecorded === isRecorded) return;
    this.#isRecorded = isRecorded;
    await this.#request(this.#wanted(), options);
  }

  /** To be called before the thread goes on: a step that is interrupted by an exception that is no news would be lost. */
  beforeResume(command: 'continue' | 'step'): void {
    const state = command === 'step' ? this.#plainMode() : this.#wanted();
    // A failure means that the connection is gone, which the resuming command reports.
    if (state !== this.#requested) this.#request(state).catch(() => {});
  }

  /**
   * The pause at an exception, with our word for whether it is caught; undefined where the program catches it, while only
   * others are wanted.
   */
  async judge(paused: Paused): Promise<Paused | undefined> {
    if (this.#mode === 'none') return undefined;
    if (!this.#isLookedAt(this.#mode) || isUncaught(paused)) {
      const isNobodys = await this.#isNobodys(paused).catch(() => false);
      return isNobodys ? { ...paused, data: { ...paused.data, [IS_NOBODYS]: true } } : paused;
    }
    // What cannot be asked any more was caught by the end of the program.
    if (await this.#leavesModule(paused).catch(() => false)) {
      return { ...paused, data: { ...paused.data, uncaught: true } };
    }
    if (this.#mode === 'userUnhandled' && (await this.#leavesProgram(paused).catch(() => false))) {
      return { ...paused, data: { ...paused.data, [LEAVES_PROGRAM]: true } };
    }
    const isLookedFor = this.#mode === 'userUnhandled' && paused.callFrames.some((frame) => this.#isProgram(frame));
    this.passInVain(isLookedFor ? PROGRAM_WEIGHT : 1);
    return undefined;
  }

  /**
   * Whether no code of the program has anything to do with an exception. A test runner hands on what an assertion has thrown by
   * rejecting promises, which V8 takes for uncaught where they are awaited only later; so does Node, in its streams for one.
   */
  async #isNobodys(paused: Paused): Promise<boolean> {
    const { callFrames, reason } = paused;
    const scripts = callFrames.map(({ location }) => this.#scripts.get(location.scriptId));
    const isRunner = ({ url }: Script) => this.#scripts.naming.isTestRunner(url);
    if (!scripts.every((script) => script.origin === 'internal' || isRunner(script))) return false;
    if (scripts.some(isRunner)) return true;
    // What Node throws by itself, outside of a promise, ends the program: an `error` event that nobody listens to.
    if (reason !== 'promiseRejection' || !isUncaught(paused)) return false;
    return !(await this.#asyncParents()).some(({ location: { path } }) => this.#scriptOf(path)?.origin === 'program');
  }

  #scriptOf(path: string): Script | undefined {
    return this.#scripts.withUrl(this.#scripts.naming.urlsOf(path))[0];
  }

  #isProgram({ location }: Paused['callFrames'][number]): boolean {
    return this.#scripts.get(location.scriptId).origin === 'program';
  }

  /** Takes note of an exception that stopped the thread for nothing. */
  passInVain(weight = 1): void {
    if (this.#isRecorded) return;
    this.#inVain += weight;
    if (this.#isLookedAt(this.#mode) && this.#inVain >= MAX_IN_VAIN[this.#mode]) this.beforeResume('continue');
  }

  /** Whether caught exceptions are judged here. */
  #isLookedAt(mode: ExceptionBreakMode): mode is keyof typeof MAX_IN_VAIN {
    return mode in MAX_IN_VAIN;
  }

  #wanted(): PauseOnExceptions {
    if (this.#isRecorded) return 'all';
    if (this.#mode === 'userUnhandled' && !this.#program.hasCome) return 'uncaught';
    return this.#isLookedAt(this.#mode) && this.#inVain < MAX_IN_VAIN[this.#mode] ? 'all' : this.#plainMode();
  }

  #plainMode(): PauseOnExceptions {
    return this.#mode === 'userUnhandled' ? 'uncaught' : this.#mode;
  }

  async #request(state: PauseOnExceptions, options?: CallOptions): Promise<void> {
    this.#requested = state;
    await this.#session.send('Debugger.setPauseOnExceptions', { state }, options);
  }

  /** Whether nothing on the way from the throw to the top level of a module catches. */
  async #leavesModule({ callFrames }: Paused): Promise<boolean> {
    const frames = callFrames.map(({ functionName, location }) => {
      return { functionName, location, script: this.#scripts.get(location.scriptId) };
    });
    const isProgram = ({ script }: { script: Script }) => script.origin !== 'internal';
    const own = frames.slice(frames.findIndex(isProgram), frames.findLastIndex(isProgram) + 1);
    // A function of Node between two of the program may catch; what it does is not known.
    if (own.length === 0 || !own.every(isProgram)) return false;
    let outermost: ThrowSite | undefined;
    for (const { location, script } of own) {
      outermost = await this.#siteIn(script, location.lineNumber + 1, location.columnNumber ?? 0);
      if (outermost === undefined || outermost.caught) return false;
    }
    const reachesTop = outermost?.topLevel === true && own.at(-1)?.script.isModule === true;
    const parents = await this.#asyncParents();
    const from = reachesTop ? 'import' : bareName(own.at(-1)?.functionName ?? '');
    return this.#passThrough(parents, from);
  }

  /**
   * Whether the program's own code lets the exception through to code that is not its own, which catches it. What a library or
   * Node throws and catches by itself does not count.
   */
  async #leavesProgram({ callFrames }: Paused): Promise<boolean> {
    const frames = callFrames.map(({ location }) => ({ location, script: this.#scripts.get(location.scriptId) }));
    const first = frames.findIndex(({ script }) => script.origin === 'program');
    if (first === -1) return false;
    const end = frames.findIndex(({ script }, index) => index > first && script.origin !== 'program');
    for (const { location, script } of frames.slice(0, end === -1 ? undefined : end)) {
      const site = await this.#siteIn(script, location.lineNumber + 1, location.columnNumber ?? 0);
      if (site?.caught) return false;
    }
    return end !== -1 || this.#leavesAwaiting();
  }

  async #asyncParents(): Promise<AsyncParent[]> {
    return parseAsyncParents(await this.#summariser.callOn(ASYNC_STACK), this.#scripts.naming);
  }

  /** The same for the callers that await what runs now. */
  async #leavesAwaiting(): Promise<boolean> {
    for (const { location } of await this.#asyncParents()) {
      const script = this.#scriptOf(location.path);
      if (script?.origin !== 'program') return true;
      const site = await this.#siteIn(script, location.line, location.column - 1);
      if (site?.caught) return false;
    }
    return true;
  }

  /**
   * Whether awaiting callers let the exception through, up to the top level of a module.
   *
   * @param from Name of the function that throws, or `import` for a module.
   */
  async #passThrough(parents: readonly AsyncParent[], from: string): Promise<boolean> {
    let awaited = from;
    for (const { name, location } of parents) {
      const script = this.#scriptOf(location.path);
      if (script === undefined) {
        // Node's own way from one module to the one that imports it.
        if (awaited === 'import') continue;
        return false;
      }
      const site = await this.#siteIn(script, location.line, location.column - 1, awaited);
      if (site === undefined || site.caught) return false;
      awaited = site.topLevel && script.isModule ? 'import' : bareName(name);
    }
    return awaited === 'import';
  }

  #siteIn(script: Script, line: number, column: number, awaited?: string): Promise<Site> {
    const key = `${script.id}:${line}:${column}:${awaited ?? ''}`;
    const site = this.#sites.get(key) ?? this.#lookAt(script, line, column, awaited);
    this.#sites.set(key, site);
    return site;
  }

  async #lookAt(script: Script, line: number, column: number, awaited?: string): Promise<Site> {
    const known = this.#sources.get(script.id);
    const source = known ?? this.#sourceOf(script.id);
    this.#sources.set(script.id, source);
    return throwSiteAt(await source, line, column, awaited);
  }

  async #sourceOf(scriptId: string): Promise<string> {
    return (await this.#session.send('Debugger.getScriptSource', { scriptId })).scriptSource;
  }
}

/** `total` of `Cart.total` and `Object.total [as sum]`; a name that nothing has for a function without one. */
function bareName(name: string): string {
  return name.split(' ')[0]?.split('.').at(-1) || '(anonymous)';
}
