import { basename, dirname } from 'node:path';
import { NodeAdapter } from '../../src/adapter/node/node-adapter.ts';
import type { ExceptionBreakMode } from '../../src/model/breakpoints/breakpoint.ts';
import type { StopOutcome } from '../../src/model/stop-outcome.ts';
import { DebugSession } from '../../src/session/debug-session.ts';
import type { ResumeCommand } from '../../src/session/run/run-control.ts';
import { linkTools } from './run-modes/tools.ts';
import { ProgramFiles } from './temporary-folder.ts';

/** A breakpoint of a test. The line is the one that contains `at`, in the main file unless `file` is given. */
export interface PlannedBreakpoint {
  readonly at: string;
  readonly file?: string;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

interface StartOptions {
  readonly breakpoints?: readonly PlannedBreakpoint[];
  /** Names of functions to stop in. */
  readonly functions?: readonly string[];
  readonly stopOnEntry?: boolean;
  readonly followChildren?: boolean;
  readonly exceptionMode?: ExceptionBreakMode;
  /** Runs this command in the folder of the files, instead of the first of them. */
  readonly command?: { readonly program: string; readonly args: readonly string[] };
  /** Changes what lies in its folder before it is started. */
  readonly prepare?: (folder: string) => void;
  /** True if the program has test runners and compilers as its dependencies. */
  readonly hasTools?: boolean;
}

const EVALUATE = { depth: 0, maxChildren: 0, maxTextLength: 200, readOnly: false };

/** A program of one or more files, written to a folder of its own and debugged through a session. Dispose of it. */
export class DebuggedProgram {
  readonly session: DebugSession;
  readonly #files: ProgramFiles;
  readonly #main: string;
  readonly #wire: string[] = [];

  private constructor(node: string, files: Readonly<Record<string, string>>, options: StartOptions) {
    this.#files = new ProgramFiles('debugged-', files);
    const { folder } = this.#files;
    if (options.hasTools) linkTools(folder);
    options.prepare?.(folder);
    this.#main = Object.keys(files)[0] ?? '';
    const adapter = { traceWire: (line: string) => this.#wire.push(line) };
    this.session = new DebugSession(
      { id: 'test', language: 'node', createAdapter: () => new NodeAdapter(adapter) },
      {
        kind: 'launch',
        program: this.#main,
        args: [],
        ...options.command,
        cwd: folder,
        env: {},
        runtimeExecutable: node,
        stopOnEntry: options.stopOnEntry ?? false,
        followChildren: options.followChildren,
      },
    );
    if (options.exceptionMode) this.session.exceptionMode = options.exceptionMode;
  }

  /** Starts the first of the files, with the breakpoints in place. */
  static async start(
    node: string,
    files: Readonly<Record<string, string>>,
    options: StartOptions = {},
  ): Promise<DebuggedProgram> {
    const program = new DebuggedProgram(node, files, options);
    for (const each of options.breakpoints ?? []) await program.session.breakpoints.plan(program.#requestOf(each));
    for (const name of options.functions ?? [])
      await program.session.breakpoints.plan({ target: { kind: 'function', name } });
    await program.session.start();
    return program;
  }

  #requestOf({ at, file = this.#main, ...rest }: PlannedBreakpoint) {
    return { target: { kind: 'line' as const, path: this.path(file), line: this.line(at, file) }, ...rest };
  }

  /** The 1-based line that contains a text. */
  line(text: string, file = this.#main): number {
    return this.#files.lineOf(text, file);
  }

  /** Absolute path of one of its files. */
  path(file = this.#main): string {
    return this.#files.path(file);
  }

  /** Sets or changes a breakpoint. */
  breakpoint(wanted: PlannedBreakpoint) {
    return this.session.breakpoints.set(this.#requestOf(wanted));
  }

  /** Goes on, or waits on; where and why it stopped then as one text: `breakpoint [1] main.cjs:3`, `exited 0`. */
  async go(command: ResumeCommand = 'continue'): Promise<string> {
    const outcome = await this.session.resume(command, { timeoutMs: 20_000 });
    return this.describe(outcome);
  }

  /**
   * Goes on until the program has ended well; each stop on the way, as the caller shows it.
   *
   * @throws Error when it ends otherwise, or never
   */
  async stopsToEnd(shown: (stop: Extract<StopOutcome, { kind: 'stopped' }>) => string): Promise<string[]> {
    const seen: string[] = [];
    for (;;) {
      const outcome = await this.session.resume('continue', { timeoutMs: 20_000 });
      if (outcome.kind === 'stopped') seen.push(shown(outcome));
      else if (this.describe(outcome) === 'exited 0') return seen;
      else throw new Error(`It came to ${this.describe(outcome)} behind ${seen.length} stops.`);
    }
  }

  /** The first stop of a program that has been started. */
  async firstStop(): Promise<string> {
    return this.describe(await this.session.waitForStop({ timeoutMs: 20_000 }));
  }

  describe(outcome: StopOutcome): string {
    if (outcome.kind === 'exited') return `exited ${outcome.exitCode ?? outcome.signal}`;
    if (outcome.kind !== 'stopped') return outcome.kind;
    const { reason, location, hitBreakpointIds } = outcome;
    const ids = hitBreakpointIds.length > 0 ? ` [${hitBreakpointIds.join(', ')}]` : '';
    const inFolder = dirname(location.path) === this.#files.folder;
    return `${reason}${ids} ${inFolder ? basename(location.path) : location.path}:${location.line}`;
  }

  /** The one-line text of an expression at the stop. */
  async value(expression: string): Promise<string> {
    const outcome = await this.session.inspection.evaluate({ ...EVALUATE, expression });
    return outcome.kind === 'value' ? outcome.value : JSON.stringify(outcome);
  }

  /** The value of an expression at each stop until the program ends, with the stop where `where` is given. */
  async valuesAtStops(expression: string): Promise<string[]> {
    const values: string[] = [];
    for (let stop = await this.firstStop(); !stop.startsWith('exited'); stop = await this.go()) {
      if (stop.includes('running') || stop.includes('lost')) throw new Error(stop);
      values.push(await this.value(expression));
    }
    return values;
  }

  /** Everything of one category that the program put out. */
  output(category: 'stdout' | 'stderr' | 'log'): string {
    const { chunks } = this.session.output.since(0, 1_000_000);
    return chunks.flatMap((chunk) => (chunk.category === category ? chunk.text : [])).join('');
  }

  /** The raw messages, for a failing test. */
  get wire(): readonly string[] {
    return this.#wire;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.end();
    this.#files[Symbol.dispose]();
  }
}
