import { type Answer, DebuggerToolbox } from './debugger-toolbox.ts';

/**
 * A program that runs whatever module it is given, again and again, and stops between them: one debuggee serves a hundred
 * generated programs.
 */
const BENCH = `globalThis.subject = undefined;
(async () => {
  for (;;) {
    debugger;
    if (globalThis.subject === undefined) continue;
    try {
      globalThis.result = await require(globalThis.subject);
    } catch (error) {
      globalThis.result = error;
    }
  }
})();
`;
const BENCH_LINE = 4;

/** One debugged process for many programs. Close it. */
export class DebuggerBench {
  readonly toolbox: DebuggerToolbox;
  readonly sessionId: string;
  readonly pid: number;
  readonly #path: string;
  #programs = 0;

  private constructor(toolbox: DebuggerToolbox, started: Answer) {
    this.toolbox = toolbox;
    this.#path = `${toolbox.folder}/bench.cjs`;
    this.sessionId = started.sessionId ?? '';
    this.pid = started.pid ?? 0;
  }

  /** Starts one; it stands between programs. @param toolbox Left out: one of its own, which ends with it. */
  static async start(toolbox: DebuggerToolbox = new DebuggerToolbox()): Promise<DebuggerBench> {
    toolbox.write('bench.cjs', BENCH);
    const bench = new DebuggerBench(toolbox, await toolbox.ok('start', { command: 'node', args: ['bench.cjs'] }));
    await bench.finish();
    return bench;
  }

  /** Calls a tool on the session; it must succeed. */
  ok(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.toolbox.ok(name, { sessionId: this.sessionId, ...args });
  }

  /** Calls a tool on the session. */
  call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.toolbox.call(name, { sessionId: this.sessionId, ...args });
  }

  /** Writes a program and has it loaded with the next continue. @returns Its absolute path. */
  async load(text: string, extension = 'cjs'): Promise<string> {
    const path = this.toolbox.write(`programs/program-${++this.#programs}.${extension}`, text);
    await this.subject(path);
    return path;
  }

  /** Has a module loaded with the next continue. */
  async subject(path: string): Promise<void> {
    await this.ok('inspect', { expression: `globalThis.subject = ${JSON.stringify(path)}` });
  }

  /** Runs a program to a line, from between programs. */
  async enter(text: string, line: number, extension?: string): Promise<{ path: string; stop: Answer }> {
    const path = await this.load(text, extension);
    const { breakpointId } = await this.ok('set_breakpoint', { file: path, line });
    const stop = await this.ok('continue');
    await this.ok('remove_breakpoint', { breakpointId });
    return { path, stop };
  }

  /** True if the bench stands between programs. */
  isBetween(answer: Answer): boolean {
    const { location } = answer;
    return typeof location === 'object' && location.file === this.#path && location.line === BENCH_LINE;
  }

  /** Lets the program of now run to its end, without any breakpoint; it stands between programs then. */
  async finish(): Promise<void> {
    const { breakpoints = [] } = await this.ok('list_breakpoints');
    for (const { id } of breakpoints) await this.ok('remove_breakpoint', { breakpointId: id });
    while (!(await this.#isAtLoop())) {
      const answer = await this.ok('continue');
      if (answer.state !== 'paused') throw new Error(`the bench is ${JSON.stringify(answer)}`);
    }
    await this.ok('inspect', { expression: 'globalThis.subject = undefined' });
  }

  async #isAtLoop(): Promise<boolean> {
    const { stack = [] } = await this.ok('get_stack');
    return stack[0]?.line === BENCH_LINE && stack[0].file === this.#path;
  }

  /** The value of an expression at the stop; the failure as a text. */
  async value(expression: string): Promise<unknown> {
    const answer = await this.call('inspect', { expression });
    return answer.status === 'success' ? answer.value : `${answer.code}: ${answer.message}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.toolbox[Symbol.asyncDispose]();
  }
}
