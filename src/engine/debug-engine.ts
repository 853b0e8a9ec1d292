import { resolve } from 'node:path';
import type { AttachRequest, LaunchRequest } from '../adapter/debug-adapter.ts';
import type { AdapterFactory, Language, Rehearsal } from '../adapter/language.ts';
import { attachedLanguage, BUILT_IN, languageOf } from '../adapter/languages/languages.ts';
import { preloadFollowers, treeAdapters } from '../adapter/languages/tree-adapters.ts';
import type { PlainProgram } from '../adapter/plain-program.ts';
import { readTextOrArchived } from '../files/archive-text.ts';
import { didYouMean } from '../files/missing-program.ts';
import { statOf } from '../files/read-file.ts';
import type { ExceptionBreakMode } from '../model/breakpoints/breakpoint.ts';
import { optionsOf } from '../model/breakpoints/breakpoint-options.ts';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { SessionObserver } from '../model/session-event.ts';
import type { SourceLocation } from '../model/source-location.ts';
import { removeAbandonedFolders } from '../process/folders/temporary-folder.ts';
import type { BreakpointRequest } from '../session/breakpoints/breakpoint-book.ts';
import type { DebugSession } from '../session/debug-session.ts';
import type { StartOptions } from '../session/run/start-debuggee.ts';
import type { StartRequest } from '../session/start-request.ts';
import { refuseSuspended } from './attached-process.ts';
import { existingPath } from './existing-path.ts';
import { assertAddress, assertLocal } from './local-only.ts';
import { meantPath } from './meant-path.ts';
import { assertProgramIsOne } from './projects/program-check.ts';
import { ProjectPrograms } from './projects/project-programs.ts';
import { RecoveryFile } from './recovery-file.ts';
import { FileRoots } from './roots/file-roots.ts';
import { SavedTraces } from './saved-traces.ts';
import { SessionRegistry } from './session-registry.ts';
import { StartsUnderWay } from './starts-under-way.ts';
import { WireTrace } from './wire-trace.ts';

export interface DebugEngineOptions {
  /** The folder that relative paths of callers start from, absolute. */
  readonly cwd: string;
  /** File to append every message from and to debuggees to. */
  readonly traceWire?: string | undefined;
  /** The configuration file to read languages from, instead of mcp-debugger.json in `cwd`. */
  readonly config?: string | undefined;
  /** The folders that callers may name files in; left out or empty: all of them. */
  readonly roots?: readonly string[] | undefined;
  /** Lines for a shell, and code in calls, are run although there are roots. */
  readonly allowShell?: boolean | undefined;
  /** Programs on other machines may be attached to. */
  readonly allowRemote?: boolean | undefined;
  /** Receives session events. */
  readonly observe?: SessionObserver | undefined;
  /** Takes secrets out of a text that is written into a project. */
  readonly mask?: ((text: string) => string) | undefined;
  /** Breakpoints are not written down for a later server. */
  readonly isForgetful?: boolean | undefined;
}

/** The settings of a session before its debuggee starts. */
export interface SessionSetup {
  /** Name of the session; left out, one is made up. */
  readonly name?: string | undefined;
  readonly language?: string | undefined;
  /** Given the session, because paths are relative to its folder. */
  readonly breakpoints: readonly BreakpointRequest[];
  readonly exceptionMode?: ExceptionBreakMode | undefined;
}

/** A session that has been started, and where its breakpoints came from beside those asked for. */
export interface StartedSession {
  readonly session: DebugSession;
  /** `restarted`: from the session of the same program before. `recovered`: from that of a server that died. */
  readonly origin:
    | { readonly kind: 'new' }
    | { readonly kind: 'recovered'; readonly breakpoints: number }
    /** @property patched Files whose patches ended with the run before. */
    | { readonly kind: 'restarted'; readonly breakpoints: number; readonly patched: readonly string[] };
}

/** The adapters for the programs of one language. */
export interface LanguageAdapters extends AdapterFactory {
  /** The language, as answers call it: `python`. */
  readonly language: string;
}

/** All debugging of one server: its sessions, how debuggees are made, and what outlives the server. */
export class DebugEngine {
  readonly cwd: string;
  readonly sessions: SessionRegistry;
  /** The programs that the project names. */
  readonly projects: ProjectPrograms;
  /** Recorded traces to which later runs can be compared. */
  readonly traces = new SavedTraces();
  /** Receives session events, those of investigations included. */
  readonly observe: SessionObserver | undefined;
  readonly #starts = new StartsUnderWay();
  readonly #roots: FileRoots;
  readonly #allowRemote: boolean;
  readonly #recovery: RecoveryFile;
  readonly #traceWire: WireTrace | undefined;
  readonly #config: string | undefined;
  readonly #isForgetful: boolean;

  constructor(options: DebugEngineOptions) {
    this.cwd = options.cwd;
    this.observe = options.observe;
    const { roots = [], cwd, allowShell = false } = options;
    this.#roots = new FileRoots({ roots, cwd, allowShell });
    this.sessions = new SessionRegistry({
      observe: options.observe,
      checkFile: (path) => this.#roots.check(path),
      mayShow: (path) => this.#roots.has(path),
    });
    this.projects = new ProjectPrograms(options.cwd, (path) => this.#roots.check(path, 'program'));
    this.#config = options.config;
    this.#isForgetful = options.isForgetful ?? false;
    this.#allowRemote = options.allowRemote ?? false;
    this.#recovery = new RecoveryFile(options.cwd, options.mask ?? ((text) => text));
    this.#traceWire =
      options.traceWire === undefined ? undefined : new WireTrace(resolve(options.cwd, options.traceWire));
  }

  /**
   * Loads the adapters for the language of a start.
   *
   * @param name The language; left out, the program decides, or the process that is attached to, or what answers at its port.
   * @throws DebugError `unsupported`; `attach_refused` where nothing can be attached to; `invalid_argument` when mcp-debugger.json is
   *   wrong, or the trace cannot be written
   */
  async adapterFor(
    name: string | undefined,
    start: StartRequest,
    options: CallOptions = {},
  ): Promise<LanguageAdapters> {
    const language = await this.#languageOf(name, start, options);
    const traceWire = await this.#traceWire?.open();
    // Of a program that runs already, the processes below it were started without us.
    if (start.kind === 'attach') return { language: language.id, ...(await language.load({ traceWire })) };
    return { language: language.id, ...(await treeAdapters(language, BUILT_IN, { traceWire })) };
  }

  /** Loads what a launch is likely to need, which costs the first one a tenth of its time otherwise. Starts and opens nothing. */
  async preload(): Promise<Rehearsal | undefined> {
    await removeAbandonedFolders();
    // What cannot be loaded is an error when it is needed.
    await preloadFollowers(BUILT_IN).catch(() => {});
    const rehearsed = BUILT_IN.find(({ loadRehearsal }) => loadRehearsal !== undefined);
    return rehearsed?.loadRehearsal?.().catch(() => undefined);
  }

  #languageOf(name: string | undefined, start: StartRequest, options: CallOptions): Promise<Language> {
    const configuration = { cwd: this.cwd, configFile: this.#config };
    switch (start.kind) {
      case 'launch':
        return languageOf(name, start, configuration);
      case 'attach':
        return attachedLanguage(name, start.target, configuration, options);
      case 'none':
        return languageOf(name, { program: '', cwd: start.cwd, env: {} }, configuration);
    }
  }

  /**
   * Starts a program without a debugger, for the caller to end; undefined where its language offers none without.
   *
   * @throws DebugError `invalid_argument`, `unsupported`, and as Language.startPlainly
   */
  async startPlainly(name: string | undefined, request: LaunchRequest): Promise<PlainProgram | undefined> {
    await this.checkStart({ kind: 'launch', ...request });
    const language = await this.#languageOf(name, { kind: 'launch', ...request }, {});
    return language.startPlainly?.(request);
  }

  /**
   * The environment of a program whose processes, in every language that has a tracer, record what a request asks.
   *
   * @param env What the caller adds to this process's own.
   * @param requestFile Absolute path of a {@link TraceRequest}, as JSON.
   */
  async traceEnvironment(
    env: Readonly<Record<string, string>>,
    requestFile: string,
  ): Promise<Readonly<Record<string, string>>> {
    const whole = { ...process.env, ...env };
    const parts = await Promise.all(BUILT_IN.map((language) => language.traceEnvironment?.(whole)));
    return Object.assign({}, env, ...parts, { MCP_DEBUGGER_TRACE: requestFile });
  }

  /** The environment that hooks inside of test runners need for {@link placeOf}. @param file Absolute; for this run alone. */
  async placeEnvironment(file: string): Promise<Readonly<Record<string, string>>> {
    const parts = await Promise.all(BUILT_IN.map((language) => language.placeEnvironment?.(file)));
    return Object.assign({}, ...parts);
  }

  /** The place of a process without a debugger in its own code; undefined if the process does not report its place. */
  async placeOf(
    { pid, language }: { readonly pid: number; readonly language: string },
    file: string,
    options: CallOptions,
  ): Promise<SourceLocation | undefined> {
    return BUILT_IN.find(({ id }) => id === language)?.placeOf?.(pid, file, options);
  }

  /** The environment that hooks inside of test runners need to describe values of any language. */
  async describingEnvironment(): Promise<Readonly<Record<string, string>>> {
    const parts = await Promise.all(BUILT_IN.map((language) => language.describingEnvironment?.()));
    return Object.assign({}, ...parts);
  }

  /**
   * A file that a caller names, as an absolute path.
   *
   * @param elsewhere The folder in which it is, where the first one has no such file.
   * @throws DebugError `invalid_argument` outside of the roots
   */
  resolvePath(path: string, folder: string = this.cwd, elsewhere: string = folder): string {
    const meant = meantPath(path);
    const file = resolve(folder, meant);
    this.#roots.check(file);
    const other = resolve(elsewhere, meant);
    if (other === file || statOf(file)) return file;
    this.#roots.check(other);
    return statOf(other) ? other : file;
  }

  /**
   * The same for a file that should be there.
   *
   * @throws DebugError `source_not_found`, naming the nearest files of that name; `invalid_argument` outside of the roots
   */
  existingPath(path: string, folder: string): string {
    // What lies outside is not even looked for.
    const meant = meantPath(path);
    this.#roots.check(resolve(folder, meant));
    const file = existingPath({ path: meant, cwd: folder, serverCwd: this.cwd });
    this.#roots.check(file);
    return file;
  }

  /**
   * Refuses what this server may not debug: a program outside of the roots, one on another machine.
   *
   * @throws DebugError `invalid_argument`, `attach_refused`
   */
  async checkStart(request: StartRequest): Promise<void> {
    switch (request.kind) {
      case 'none':
        return;
      case 'launch':
        this.#roots.checkLaunch(request);
        assertProgramIsOne(request);
        return;
      case 'attach': {
        const { target } = request;
        assertAddress(target);
        if (!this.#allowRemote) assertLocal(target);
        await this.#roots.checkAttach(target);
        if (target.kind !== 'port') return;
        for (const { localRoot } of target.pathMappings ?? []) this.#roots.check(localRoot);
      }
    }
  }

  /**
   * Refuses breakpoints that can never be hit (no such file, a line past its end) before anything is started: the program
   * would run to its end, with all that it does, for nothing. So are those outside of the roots.
   *
   * @throws DebugError `invalid_argument`
   */
  async checkBreakpoints(adapters: AdapterFactory, requests: readonly BreakpointRequest[]): Promise<void> {
    for (const { target, ...asked } of requests) {
      if (target.kind !== 'line') continue;
      this.#roots.check(target.path);
      const wanted = { id: 0, line: target.line, ...optionsOf(asked) };
      const problem = await adapters.breakpointProblem(target.path, wanted);
      if (problem === undefined) continue;
      throw new DebugError('invalid_argument', `A breakpoint can never be hit: ${problem}.`, {
        advice: `Nothing was started. ${this.#likelyFile(target.path) ?? 'Correct its file or line, and call again.'}`,
        details: { argument: 'breakpoints', path: target.path, line: target.line },
      });
    }
  }

  /** `Did you mean src/app.js?` for a file that is not there. */
  #likelyFile(path: string): string | undefined {
    // It may lie in an archive.
    const isThere = statOf(path) !== undefined || readTextOrArchived(path) !== undefined;
    return isThere ? undefined : didYouMean({ program: path, cwd: this.cwd });
  }

  /**
   * Starts a program. One that has a session already is restarted in it, with the breakpoints that it has.
   *
   * @throws DebugError `already_running` while another call starts that session, and as DebugSession.start
   */
  async launch(request: LaunchRequest, setup: SessionSetup, options: StartOptions): Promise<StartedSession> {
    const start: StartRequest = { kind: 'launch', ...request };
    await this.checkStart(start);
    const adapters = await this.adapterFor(setup.language, start);
    await this.checkBreakpoints(adapters, setup.breakpoints);
    const limits = startLimits(options, adapters.leastStartMs);
    const earlier = this.#sessionOf(start, setup.name, adapters.language);
    if (earlier) {
      const kept = earlier.breakpoints.list().length;
      const patched = earlier.patches.files;
      await this.#starts.run(earlier, async () => {
        await this.#setUp(earlier, setup, options);
        await earlier.restart(start, limits);
      });
      this.#keep(earlier);
      return { session: earlier, origin: { kind: 'restarted', breakpoints: kept, patched } };
    }
    const recovered = this.#recoveredBreakpoints(request);
    const session = this.sessions.create(start, adapters, setup.name);
    await this.#start(session, setup, limits, recovered);
    this.#keep(session);
    return {
      session,
      origin: recovered.length > 0 ? { kind: 'recovered', breakpoints: recovered.length } : { kind: 'new' },
    };
  }

  /** Attaches to a program that runs already. @throws DebugError as DebugSession.start */
  async attach(target: AttachRequest, label: string, setup: SessionSetup, options: CallOptions): Promise<DebugSession> {
    const start: StartRequest = { kind: 'attach', target, cwd: this.cwd, label };
    await this.checkStart(start);
    await refuseSuspended(start);
    const adapters = await this.adapterFor(setup.language, start, options);
    await this.checkBreakpoints(adapters, setup.breakpoints);
    const session = this.sessions.create(start, adapters, setup.name);
    await this.#start(session, setup, options);
    return session;
  }

  /**
   * Makes a session without a debuggee, which `begin` starts. Breakpoints may be set before.
   *
   * @param label What it is called until then.
   * @throws DebugError `unsupported`
   */
  async create(language: string, label: string, name?: string): Promise<DebugSession> {
    const start: StartRequest = { kind: 'none', cwd: this.cwd, label };
    return this.sessions.create(start, await this.adapterFor(language, start), name);
  }

  /**
   * Starts a session that was created, or restarts it.
   *
   * @throws DebugError `already_running` while another call starts that session, `cancelled` where it was ended meanwhile, and as
   *   DebugSession.start
   */
  async begin(session: DebugSession, request: StartRequest, options: StartOptions): Promise<void> {
    await this.checkStart(request);
    await refuseSuspended(request);
    await this.#starts.run(session, () =>
      session.state.kind === 'created' ? session.start(options, request) : session.restart(request, options),
    );
  }

  /** Records what a session wants now, for a server that comes after this one. */
  remember(session: DebugSession): void {
    if (!session.ended) this.#keep(session);
  }

  #keep(session: DebugSession): void {
    if (!this.#isForgetful) this.#recovery.save(session);
  }

  /** Ends a session for good. */
  async end(session: DebugSession, options: CallOptions): Promise<void> {
    this.#recovery.remove(session);
    this.sessions.forget(session);
    await session.end(options);
  }

  /** Ends everything, for the server's shutdown. Breakpoints stay written down only by a server that dies. */
  close(): Promise<void> {
    this.#recovery.close();
    return this.sessions.endAll();
  }

  #sessionOf(
    start: Extract<StartRequest, { kind: 'launch' }>,
    name: string | undefined,
    wantedLanguage: string,
  ): DebugSession | undefined {
    return this.sessions.list().find(({ id, request, language }) => {
      if ((name !== undefined && id !== name) || language !== wantedLanguage) return false;
      return request.kind === 'launch' && request.program === start.program && request.cwd === start.cwd;
    });
  }

  /** The server before this one may have had other roots. */
  #recoveredBreakpoints(request: LaunchRequest): readonly BreakpointRequest[] {
    return this.#recovery
      .breakpointsOf(request)
      .filter(({ target }) => target.kind === 'function' || this.#roots.has(target.path));
  }

  /** The file lies in the user's folder, where anybody may have written into it. @throws DebugError `invalid_argument` */
  async #restore(session: DebugSession, recovered: readonly BreakpointRequest[], options: CallOptions): Promise<void> {
    try {
      for (const each of recovered) await session.breakpoints.plan(each, options);
    } catch (error) {
      const { path } = this.#recovery;
      throw new DebugError('invalid_argument', `${path} holds a breakpoint that cannot be set: ${messageOf(error)}`, {
        advice: 'It was written by an earlier server, or by hand. Nothing was started. Remove it, and call again.',
        details: { argument: 'breakpoints', path },
        cause: error,
      });
    }
  }

  async #setUp(
    session: DebugSession,
    { breakpoints, exceptionMode }: SessionSetup,
    options: CallOptions,
  ): Promise<void> {
    if (exceptionMode !== undefined) session.exceptionMode = exceptionMode;
    for (const each of breakpoints) await session.breakpoints.plan(each, options);
  }

  async #start(
    session: DebugSession,
    setup: SessionSetup,
    options: StartOptions,
    recovered: readonly BreakpointRequest[] = [],
  ): Promise<void> {
    try {
      await this.#starts.run(session, async () => {
        await this.#restore(session, recovered, options);
        await this.#setUp(session, setup, options);
        await session.start(options);
      });
    } catch (error) {
      this.sessions.forget(session);
      session.release();
      throw error;
    }
  }
}

/** A caller that is answered before the start is over need not wait for a build: the start goes on. */
function startLimits(options: StartOptions, leastMs: number | undefined): StartOptions {
  if (options.answerBy === undefined || leastMs === undefined) return options;
  return { ...options, timeoutMs: Math.max(options.timeoutMs ?? 0, leastMs) };
}
