import { basename } from 'node:path';
import type { LaunchRequest } from '../../src/adapter/debug-adapter.ts';
import { DebugEngine, type SessionSetup } from '../../src/engine/debug-engine.ts';
import type { StopOutcome } from '../../src/model/stop-outcome.ts';
import type { DebugSession } from '../../src/session/debug-session.ts';
import { ProgramFiles } from './temporary-folder.ts';

const WAIT_MS = 30_000;

interface MixedOptions extends Partial<Omit<LaunchRequest, 'program' | 'cwd'>> {
  /** Each `file: text of the line`. */
  readonly breakpoints?: readonly string[];
  /** Functions to stop in. */
  readonly functions?: readonly string[];
  readonly exceptionMode?: SessionSetup['exceptionMode'];
}

/** A program whose processes run several languages, launched by an engine as a tool does it. Dispose of it. */
export class MixedProgram {
  readonly #engine: DebugEngine;
  readonly #files: ProgramFiles;
  #session: DebugSession | undefined;

  private constructor(files: Readonly<Record<string, string>>) {
    this.#files = new ProgramFiles('mixed-', files);
    this.#engine = new DebugEngine({ cwd: this.folder });
  }

  /** @param program A file, or a command. */
  static async launch(
    files: Readonly<Record<string, string>>,
    program: string,
    { breakpoints = [], functions = [], exceptionMode, ...launch }: MixedOptions,
  ): Promise<MixedProgram> {
    const mixed = new MixedProgram(files);
    const lines = breakpoints.map((each) => {
      const [file = '', at = ''] = each.split(': ');
      return { target: { kind: 'line', path: mixed.path(file), line: mixed.line(file, at) } } as const;
    });
    const named = functions.map((name) => ({ target: { kind: 'function', name } }) as const);
    const request = { program, args: [], cwd: mixed.folder, env: {}, stopOnEntry: false, ...launch };
    const started = await mixed.#engine.launch(
      request,
      { breakpoints: [...lines, ...named], exceptionMode },
      { timeoutMs: WAIT_MS },
    );
    mixed.#session = started.session;
    return mixed;
  }

  get session(): DebugSession {
    if (this.#session) return this.#session;
    throw new Error('not launched');
  }

  get folder(): string {
    return this.#files.folder;
  }

  path(file: string): string {
    return this.#files.path(file);
  }

  /** The 1-based line of a file that contains a text. */
  line(file: string, at: string): number {
    return this.#files.lineOf(at, file);
  }

  /** The first stop, or the end: `breakpoint work.py:3`, `exited 0`. */
  async first(): Promise<string> {
    return describe(await this.session.waitForStop({ timeoutMs: WAIT_MS }));
  }

  /** Goes on to the next. */
  async go(): Promise<string> {
    return describe(await this.session.resume('continue', { timeoutMs: WAIT_MS }));
  }

  /** All stops to the end, with it. */
  async all(): Promise<string[]> {
    const seen = [await this.first()];
    while (!/^(exited|running|lost)/.test(seen.at(-1) ?? '')) seen.push(await this.go());
    return seen;
  }

  /** The program's output. */
  output(): string {
    return this.session.output
      .since(0, 100_000)
      .chunks.map(({ text }) => text)
      .join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    this.#files[Symbol.dispose]();
  }
}

function describe(outcome: StopOutcome): string {
  if (outcome.kind === 'exited') return `exited ${outcome.exitCode ?? outcome.signal}`;
  if (outcome.kind !== 'stopped') return JSON.stringify(outcome);
  return `${outcome.reason} ${basename(outcome.location.path)}:${outcome.location.line}`;
}
