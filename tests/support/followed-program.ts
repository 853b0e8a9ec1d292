import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PythonFollower } from '../../src/adapter/languages/python/follow/python-follower.ts';
import type { ExceptionBreakMode, SourceBreakpoint } from '../../src/model/breakpoints/breakpoint.ts';
import { DebugError } from '../../src/model/debug-error.ts';
import type { StoppedInfo } from '../../src/model/stop-outcome.ts';
import { type DebuggeeProcess, startProcess } from '../../src/process/debuggee-process.ts';
import { definedOnly } from '../../src/process/defined-only.ts';
import { pythonWith } from './pythons.ts';
import { ProgramFiles } from './temporary-folder.ts';

/** Several processes start, each with a debugger, beside other tests. */
const WAIT_MS = 25_000;

interface FollowOptions {
  /** In which files to stop, at the line that contains a text. */
  readonly breakpoints?: readonly { readonly file: string; readonly at: string }[];
  readonly functions?: readonly string[];
  readonly exceptions?: ExceptionBreakMode;
  readonly env?: Readonly<Record<string, string>>;
  /** The command in place of `python`; left out, the Python with the newest debugpy. */
  readonly python?: string;
}

/** A command in a folder of files, and the Python processes below it, debugged through their follower alone. Dispose of it. */
export class FollowedProgram {
  readonly follower: PythonFollower;
  /** The raw messages, for a failing test. */
  readonly wire: string[] = [];
  /** Output that is not the program's. */
  readonly logs: string[] = [];
  output = '';
  readonly #files: ProgramFiles;
  readonly #stops: StoppedInfo[] = [];
  readonly #waiting: ((stop: StoppedInfo) => void)[] = [];
  #process: DebuggeeProcess | undefined;

  private constructor(files: Readonly<Record<string, string>>) {
    this.#files = new ProgramFiles('follow-', files);
    this.follower = new PythonFollower({ traceWire: (line) => this.wire.push(line) });
    const { events } = this.follower.adapter;
    events.on('stopped', (stop) => {
      const waiting = this.#waiting.shift();
      if (waiting) waiting(stop);
      else this.#stops.push(stop);
    });
    events.on('output', ({ text }) => this.logs.push(text));
  }

  /** @param command For a shell; `$PYTHON` in it is the interpreter. */
  static async start(
    files: Readonly<Record<string, string>>,
    command: string,
    { breakpoints = [], functions = [], exceptions, env = {}, python = pythonWith('newest') }: FollowOptions = {},
  ): Promise<FollowedProgram> {
    const program = new FollowedProgram(files);
    for (const file of new Set(breakpoints.map((each) => each.file))) {
      const lines = breakpoints.filter((each) => each.file === file).map(({ at }) => at);
      await program.setBreakpoints(file, lines);
    }
    const { adapter } = program.follower;
    await adapter.setFunctionBreakpoints(functions.map((name, index) => ({ id: 100 + index, name })));
    if (exceptions !== undefined) await adapter.setExceptionBreakpoints(exceptions);
    const whole = definedOnly({ ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHON: python, ...env });
    const added = await program.follower.follow({ cwd: program.folder, env: whole }, {});
    program.#process = startProcess({
      command: '/bin/sh',
      args: ['-c', command],
      cwd: program.folder,
      env: { ...whole, ...added },
    });
    program.#process.onOutput((_, text) => {
      program.output += text;
    });
    return program;
  }

  get folder(): string {
    return this.#files.folder;
  }

  path(name: string): string {
    return this.#files.path(name);
  }

  setBreakpoints(file: string, lines: readonly string[]) {
    const wanted: SourceBreakpoint[] = lines.map((at, index) => ({
      id: index + 1,
      line: this.#files.lineOf(at, file),
    }));
    return this.follower.adapter.setBreakpoints(this.path(file), wanted);
  }

  async stop(): Promise<StoppedInfo> {
    const there = this.#stops.shift();
    if (there) return there;
    return await within(new Promise((resolve) => this.#waiting.push(resolve)), () => this.#state('did not stop'));
  }

  /** The next stop, as `breakpoint: worker.py:3`. */
  async stopPlace(): Promise<string> {
    const stop = await this.stop();
    return `${stop.reason}: ${basename(stop.location.path)}:${stop.location.line}`;
  }

  /** A process may end before it has answered. */
  async go({ threadId }: StoppedInfo): Promise<void> {
    await this.follower.adapter.continue(threadId, { timeoutMs: WAIT_MS }).catch((error: unknown) => {
      if (!(error instanceof DebugError && error.code === 'connection_closed')) throw error;
    });
  }

  /** Lets each stop go on until the program ends. @returns the stops, and how it ended */
  async runToEnd(): Promise<{ readonly stops: readonly string[]; readonly exitCode: number | null }> {
    const stops: string[] = [];
    const exited = this.exited();
    for (;;) {
      const next = await Promise.race([this.stop(), exited.then(() => undefined)]);
      if (next === undefined) return { stops, exitCode: await exited };
      stops.push(`${next.reason}: ${basename(next.location.path)}:${next.location.line}`);
      await this.go(next);
    }
  }

  /** Waits until the program's output has a match of a pattern. @returns the first group */
  async written(pattern: RegExp): Promise<string> {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(10)) {
      const found = pattern.exec(this.output)?.[1];
      if (found !== undefined) return found;
    }
    throw new Error(this.#state(`did not write ${pattern}`));
  }

  /** Waits for output that is not the program's. */
  async saidLines(): Promise<string[]> {
    for (const until = Date.now() + WAIT_MS; Date.now() < until && this.logs.length === 0; ) await sleep(10);
    return this.logs
      .join('')
      .split('\n')
      .filter((line) => line !== '');
  }

  async exited(): Promise<number | null> {
    const exited = this.#process?.exited ?? Promise.reject(new Error('not started'));
    return (await within(exited, () => this.#state('did not end'))).exitCode;
  }

  #state(what: string): string {
    return `The program ${what}.\n${this.output}\n${this.logs.join('')}\n${this.wire.slice(-20).join('\n').slice(0, 6_000)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.kill();
    await this.follower.adapter.terminate();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function within<T>(work: Promise<T>, why: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(why())), WAIT_MS);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
