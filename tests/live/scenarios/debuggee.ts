import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { AttachRequest, LaunchRequest, ValueLimits } from '../../../src/adapter/debug-adapter.ts';
import type { ExceptionBreakMode } from '../../../src/model/breakpoints/breakpoint.ts';
import type { BreakpointTarget } from '../../../src/model/breakpoints/breakpoint-record.ts';
import type { EvaluateOutcome } from '../../../src/model/evaluate-outcome.ts';
import type { StopOutcome, StoppedInfo } from '../../../src/model/stop-outcome.ts';
import type { ScopeKind } from '../../../src/model/variable.ts';
import type { BreakpointRequest } from '../../../src/session/breakpoints/breakpoint-book.ts';
import { DebugSession } from '../../../src/session/debug-session.ts';
import type { ResumeCommand } from '../../../src/session/run/run-control.ts';
import type { StartRequest } from '../../../src/session/start-request.ts';
import type { LanguageHost } from './language-host.ts';

const LIMITS: ValueLimits = { depth: 0, maxChildren: 100, maxTextLength: 200 };
const WAIT_MS = 25_000;

/** Settings of a scenario's start. */
export interface StartOptions
  extends Partial<Pick<LaunchRequest, 'args' | 'env' | 'cwd' | 'stopOnEntry' | 'runtimeArgs'>> {
  /** Marks (`sum` for the line that ends with `@sum`), with what the breakpoint is to be like; or whole requests. */
  readonly breakpoints?: readonly (string | MarkedBreakpoint | BreakpointRequest)[];
  readonly exceptionMode?: ExceptionBreakMode;
  readonly traceWire?: (line: string) => void;
}

/** A breakpoint at a mark; in the launched program's own file, unless another one is named. */
interface MarkedBreakpoint extends Omit<BreakpointRequest, 'target'> {
  readonly mark: string;
  readonly program?: string;
}

/** A debugged program in a scenario; `await using` ends it. */
export class Debuggee implements AsyncDisposable {
  readonly host: LanguageHost;
  readonly session: DebugSession;
  readonly #program: string;

  private constructor(host: LanguageHost, program: string, session: DebugSession) {
    this.host = host;
    this.session = session;
    this.#program = program;
  }

  /** Starts a debuggee by name; an absolute path or a command line is taken as it is. */
  static async launch(host: LanguageHost, program: string, options: StartOptions = {}): Promise<Debuggee> {
    const { breakpoints, exceptionMode, traceWire, args = [], ...rest } = options;
    const isName = /^[\w-]+$/.test(program);
    const request = { ...host.launchRequest(isName ? host.program(program) : program, args), ...rest };
    return Debuggee.#start(host, isName ? program : 'cart', { kind: 'launch', ...request }, options);
  }

  /** Attaches to a process that runs a debuggee already. */
  static attach(
    host: LanguageHost,
    program: string,
    target: AttachRequest,
    options: StartOptions = {},
  ): Promise<Debuggee> {
    return Debuggee.#start(host, program, { kind: 'attach', target, cwd: process.cwd(), label: program }, options);
  }

  static async #start(
    host: LanguageHost,
    program: string,
    request: StartRequest,
    { breakpoints = [], exceptionMode = 'uncaught', traceWire }: StartOptions,
  ): Promise<Debuggee> {
    const session = new DebugSession(
      { id: 'scenario', language: host.id, createAdapter: () => host.createAdapter(traceWire) },
      request,
    );
    const debuggee = new Debuggee(host, program, session);
    session.exceptionMode = exceptionMode;
    for (const each of breakpoints) await session.breakpoints.plan(debuggee.#requestOf(each));
    try {
      await session.start({ timeoutMs: WAIT_MS });
    } catch (error) {
      await session.end();
      throw error;
    }
    return debuggee;
  }

  #requestOf(wanted: string | MarkedBreakpoint | BreakpointRequest): BreakpointRequest {
    if (typeof wanted === 'string') return { target: this.at(wanted) };
    if (!('mark' in wanted)) return wanted;
    const { mark, program, ...rest } = wanted;
    return { target: this.at(mark, program), ...rest };
  }

  /** The place of a mark. */
  at(mark: string, program = this.#program): Extract<BreakpointTarget, { kind: 'line' }> {
    return { kind: 'line', path: this.host.program(program), line: lineOf(this.host.program(program), mark) };
  }

  wait(timeoutMs = WAIT_MS): Promise<StopOutcome> {
    return this.session.waitForStop({ timeoutMs });
  }

  resume(command: ResumeCommand, timeoutMs = WAIT_MS): Promise<StopOutcome> {
    return this.session.resume(command, { timeoutMs });
  }

  /** Waits for a stop and says where it is: `breakpoint @sum`, with the number of the line where it has no mark. */
  async stop(): Promise<StoppedInfo> {
    return asStop(await this.wait());
  }

  async continue(): Promise<StoppedInfo> {
    return asStop(await this.resume('continue'));
  }

  async step(command: ResumeCommand): Promise<StoppedInfo> {
    return asStop(await this.resume(command));
  }

  /** Lets it run to its end. */
  async finish(): Promise<{ exitCode: number | null; signal: string | null; stdout: string }> {
    const outcome = this.session.state.kind === 'stopped' ? await this.resume('continue') : await this.wait();
    if (outcome.kind !== 'exited') throw new Error(`It did not end: ${JSON.stringify(outcome)}`);
    return { exitCode: outcome.exitCode, signal: outcome.signal, stdout: this.output('stdout') };
  }

  /** Everything it wrote so far to one of its streams. */
  output(category: 'stdout' | 'stderr' | 'log'): string {
    const { chunks } = this.session.output.since(0, Number.POSITIVE_INFINITY);
    return chunks.flatMap((chunk) => (chunk.category === category ? chunk.text : [])).join('');
  }

  /** One-line texts of the variables of a scope, by name. */
  async variables(kind: ScopeKind, frameIndex?: number): Promise<Record<string, string>> {
    const scope = (await this.session.inspection.scopes(frameIndex)).find((each) => each.kind === kind);
    if (!scope) return {};
    const variables = await this.session.inspection.variables(scope.variablesReference, LIMITS);
    return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  }

  evaluate(
    expression: string,
    options: { frameIndex?: number; readOnly?: boolean; timeoutMs?: number } = {},
  ): Promise<EvaluateOutcome> {
    const { frameIndex, readOnly = false, timeoutMs } = options;
    return this.session.inspection.evaluate({ expression, frameIndex, readOnly, ...LIMITS }, { timeoutMs });
  }

  /** The text of an expression's value. */
  async valueOf(expression: string, frameIndex?: number): Promise<string> {
    const outcome = await this.evaluate(expression, frameIndex === undefined ? {} : { frameIndex });
    return outcome.kind === 'value' ? outcome.value : JSON.stringify(outcome);
  }

  /** The place of a stop: the mark of the line, or the file and line if there is none. */
  static mark(stop: StoppedInfo): string {
    return markAt(stop.location.path, stop.location.line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.end();
  }
}

/** The mark of a line, or `path:line`. */
function markAt(path: string, line: number): string {
  let text: string | undefined;
  try {
    text = readFileSync(path, 'utf8').split('\n')[line - 1];
  } catch {
    // A built-in has no file.
  }
  return /@([\w-]+)\s*$/.exec(text ?? '')?.[1] ?? `${path}:${line}`;
}

/** The outcome as a stop; anything else fails the test with what came instead. */
function asStop(outcome: StopOutcome): StoppedInfo {
  expect(outcome).toMatchObject({ kind: 'stopped' });
  if (outcome.kind !== 'stopped') throw new Error('unreachable');
  return outcome;
}

/** Both together, for short assertions: `breakpoint @sum`. */
export function where(stop: StoppedInfo): string {
  return `${stop.reason} @${Debuggee.mark(stop)}`;
}

function lineOf(path: string, mark: string): number {
  const lines = readFileSync(path, 'utf8').split('\n');
  const index = lines.findIndex((line) => new RegExp(`@${mark}\\s*$`).test(line));
  if (index === -1) throw new Error(`There is no @${mark} in ${path}.`);
  return index + 1;
}
