import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DapDebugAdapter } from '../../src/adapter/dap/dap-debug-adapter.ts';
import type { AdapterRecipe } from '../../src/adapter/dap/recipe/adapter-recipe.ts';
import type { AttachRequest } from '../../src/adapter/debug-adapter.ts';
import { pythonRecipe } from '../../src/adapter/languages/python/recipe.ts';
import type { ExceptionBreakMode } from '../../src/model/breakpoints/breakpoint.ts';
import type { CollectedHit } from '../../src/model/collected-value.ts';
import type { StopOutcome } from '../../src/model/stop-outcome.ts';
import { DebugSession } from '../../src/session/debug-session.ts';
import type { ResumeCommand } from '../../src/session/run/run-control.ts';
import type { StartRequest } from '../../src/session/start-request.ts';
import { pythonWith } from './pythons.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A breakpoint of a test: at the line that contains `at` in the main file, or at a function. */
interface PlannedBreakpoint {
  readonly at?: string;
  readonly file?: string;
  readonly function?: string;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  readonly collect?: readonly string[];
}

interface StartOptions {
  readonly breakpoints?: readonly PlannedBreakpoint[];
  readonly exceptionMode?: ExceptionBreakMode;
  readonly stopOnEntry?: boolean;
  /** Left out, the first of the files. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Left out, the one with the newest debugpy. */
  readonly python?: string;
  readonly recipe?: AdapterRecipe;
  /** The target to attach to instead of starting anything; given the folder of the files. */
  readonly attach?: (folder: string) => AttachRequest;
}

const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };
const WAIT = { timeoutMs: 20_000 };

/** A Python program of one or more files, written to a folder of its own and debugged through a session. Dispose of it. */
export class DebuggedPython {
  readonly session: DebugSession;
  /** The hits that breakpoints collected, in the order of arrival. */
  readonly collected: CollectedHit[] = [];
  /** The raw messages, for a failing test. */
  readonly wire: string[] = [];
  readonly folder: string;
  readonly #files: Readonly<Record<string, string>>;
  readonly #main: string;

  private constructor(files: Readonly<Record<string, string>>, options: StartOptions) {
    this.#files = files;
    this.#main = Object.keys(files)[0] ?? '';
    this.folder = temporaryFolder('python-');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), text);
    }
    const { program = this.#main, args = [], env = {}, stopOnEntry = false, recipe = pythonRecipe } = options;
    const request: StartRequest = options.attach
      ? { kind: 'attach', target: options.attach(this.folder), cwd: this.folder, label: 'test' }
      : {
          kind: 'launch',
          program,
          args,
          cwd: this.folder,
          env: { PYTHONDONTWRITEBYTECODE: '1', ...env },
          runtimeExecutable: options.python ?? pythonWith('newest'),
          stopOnEntry,
        };
    const createAdapter = () => {
      const adapter = new DapDebugAdapter({ recipe, traceWire: (line) => this.wire.push(line) });
      adapter.events.on('collected', (hit) => this.collected.push(hit));
      return adapter;
    };
    this.session = new DebugSession({ id: 'test', language: 'python', createAdapter }, request);
    if (options.exceptionMode) this.session.exceptionMode = options.exceptionMode;
  }

  /** Writes the files and starts the first of them, with the breakpoints in place. */
  static async start(files: Readonly<Record<string, string>>, options: StartOptions = {}): Promise<DebuggedPython> {
    const program = new DebuggedPython(files, options);
    try {
      for (const each of options.breakpoints ?? []) await program.session.breakpoints.plan(program.#requestOf(each));
      await program.session.start();
    } catch (error) {
      await program[Symbol.asyncDispose]();
      throw error;
    }
    return program;
  }

  /** Sets or changes a breakpoint. */
  breakpoint(wanted: PlannedBreakpoint) {
    return this.session.breakpoints.set(this.#requestOf(wanted));
  }

  #requestOf({ at = '', file = this.#main, function: name, ...rest }: PlannedBreakpoint) {
    if (name !== undefined) return { target: { kind: 'function' as const, name }, ...rest };
    return { target: { kind: 'line' as const, path: this.path(file), line: this.line(at, file) }, ...rest };
  }

  /** Absolute path of one of its files. */
  path(file = this.#main): string {
    return join(this.folder, file);
  }

  /** The 1-based line that contains a text. */
  line(text: string, file = this.#main): number {
    const index = (this.#files[file] ?? '').split('\n').findIndex((line) => line.includes(text));
    if (index === -1) throw new Error(`no line of ${file} contains "${text}"`);
    return index + 1;
  }

  /** The source line of the first stop of a program that was started, or how it ended. */
  async firstStop(): Promise<string> {
    return this.#describe(await this.session.waitForStop(WAIT));
  }

  /** Goes on; the source line of the stop then, or how it ended. */
  async go(command: ResumeCommand = 'continue'): Promise<string> {
    return this.#describe(await this.session.resume(command, WAIT));
  }

  /** `breakpoint: return value`, `exited 0`, `exited SIGKILL`. */
  #describe(outcome: StopOutcome): string {
    if (outcome.kind === 'exited') return `exited ${outcome.exitCode ?? outcome.signal}`;
    if (outcome.kind !== 'stopped') return outcome.kind;
    const { reason, location } = outcome;
    const file = location.path.startsWith(`${this.folder}/`) ? location.path.slice(this.folder.length + 1) : undefined;
    const text = file === undefined ? undefined : this.#files[file]?.split('\n')[location.line - 1];
    return `${reason}: ${text?.trim() ?? `${basename(location.path)}:${location.line}`}`;
  }

  /** The locals at the stop as `name = value`. */
  async locals(): Promise<string[]> {
    const { locals } = await this.session.report(LIMITS);
    return locals.map(({ name, value }) => `${name} = ${value}`);
  }

  /** The one-line text of an expression at the stop. */
  async value(expression: string, options = {}): Promise<string> {
    const outcome = await this.session.inspection.evaluate({ ...LIMITS, expression, readOnly: false }, options);
    if (outcome.kind === 'value') return outcome.value;
    if (outcome.kind === 'thrown') return `${outcome.exception.name}: ${outcome.exception.message}`;
    return outcome.kind;
  }

  /** Everything of one category that was put out. */
  output(category: 'stdout' | 'stderr' | 'log'): string {
    const { chunks } = this.session.output.since(0, 100_000_000);
    return chunks.flatMap((chunk) => (chunk.category === category ? chunk.text : [])).join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
