import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { DapConnection } from '../src/dap/dap-connection.ts';
import type { Dap } from '../src/dap/protocol.ts';
import { listenForStreams, type StreamListener } from '../src/wire/stream/stream-listener.ts';
import type { Transport } from '../src/wire/transport.ts';
import type { Bench } from './bench.ts';

/** A line of a Python program to stop at, 1-based. */
interface PythonPlace {
  readonly python: string;
  /** The built start_debuggee.py: debugpy itself sleeps a tenth of a second at its start, which is not the program's need. */
  readonly starter: string;
  readonly program: string;
  readonly line: number;
  /** Breakpoints beside the one at the line. */
  readonly more?: readonly Dap.SourceBreakpoint[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The file that starts a program under debugpy, in the built server. */
export function starterOf({ serverPath }: Pick<Bench, 'serverPath'>): string {
  return join(dirname(serverPath), 'in-debuggee', 'start_debuggee.py');
}

/**
 * A Python debuggee driven by plain protocol messages: it connects to us, without an adapter in between, over our own
 * connection, which acknowledges early, and nothing else of the product. What this costs is what debugpy costs.
 */
export class PythonFloor {
  readonly #child: ChildProcess;
  readonly #listener: StreamListener;
  readonly #dap: DapConnection;
  #threadId = 0;
  #wake: (() => void) | undefined;

  private constructor(child: ChildProcess, listener: StreamListener, dap: DapConnection) {
    this.#child = child;
    this.#listener = listener;
    this.#dap = dap;
    dap.on('stopped', ({ threadId = 0 }) => {
      this.#threadId = threadId;
      this.#wake?.();
    });
  }

  /** From nothing to stopped at a breakpoint. */
  static async stoppedAt({ python, starter, program, line, more = [], env }: PythonPlace): Promise<PythonFloor> {
    let connected: (transport: Transport<string>) => void = () => {};
    const transport = new Promise<Transport<string>>((resolve) => {
      connected = resolve;
    });
    const listener = await listenForStreams({ nudge: true, onTransport: connected });
    const debugpy = [starter, '', '--connect', `${listener.host}:${listener.port}`, '--configure-subProcess', 'true'];
    const child = spawn(python, ['-X', 'frozen_modules=off', ...debugpy, program], {
      stdio: 'ignore',
      env: { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1', ...env },
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${python} ended with ${code} before it connected`);
    });
    const floor = new PythonFloor(child, listener, new DapConnection(await Promise.race([transport, ended])));
    ended.catch(() => {});
    await floor.#begin(program, [{ line }, ...more]);
    return floor;
  }

  async #begin(program: string, breakpoints: Dap.SourceBreakpoint[]): Promise<void> {
    const dap = this.#dap;
    const initialized = new Promise<void>((resolve) => dap.on('initialized', () => resolve()));
    const stopped = this.#nextStop();
    const sent = [
      dap.request('initialize', { adapterID: 'debugpy', pathFormat: 'path' }),
      dap.request('attach', { justMyCode: true, redirectOutput: false }),
    ];
    await initialized;
    await Promise.all([
      ...sent,
      dap.request('setBreakpoints', { source: { path: program }, breakpoints }),
      dap.request('setExceptionBreakpoints', { filters: ['uncaught'] }),
      dap.request('configurationDone', {}),
    ]);
    await stopped;
  }

  /** Steps over one line until stopped again. */
  async step(): Promise<void> {
    const stopped = this.#nextStop();
    await Promise.all([this.#dap.request('next', { threadId: this.#threadId }), stopped]);
  }

  /** Steps out of a call until stopped again. */
  async stepOut(): Promise<void> {
    const stopped = this.#nextStop();
    await Promise.all([this.#dap.request('stepOut', { threadId: this.#threadId }), stopped]);
  }

  /** The first frames of the stack, as many as an editor asks for. */
  async topFrames(): Promise<void> {
    await this.#dap.request('stackTrace', { threadId: this.#threadId, startFrame: 0, levels: 20 });
  }

  /** The top frame's locals, by the three requests that it takes. */
  async locals(): Promise<void> {
    const frameId = await this.#topFrame();
    const { scopes } = await this.#dap.request('scopes', { frameId });
    const [local] = scopes;
    const { variables } = await this.#dap.request('variables', { variablesReference: local?.variablesReference ?? 0 });
    if (!variables.some(({ name }) => name === 'sum')) throw new Error('the locals are not those of the program');
  }

  /** @param frameId Of {@link topFrame}. */
  async evaluate(frameId: number, expression: string): Promise<string> {
    return (await this.#dap.request('evaluate', { expression, frameId, context: 'repl' })).result;
  }

  /** Replaces the breakpoints of a file. */
  async setBreakpoints(path: string, breakpoints: Dap.SourceBreakpoint[]): Promise<void> {
    await this.#dap.request('setBreakpoints', { source: { path }, breakpoints });
  }

  /** Goes on until stopped again. */
  async goOn(): Promise<void> {
    const stopped = this.#nextStop();
    await Promise.all([this.#dap.request('continue', { threadId: this.#threadId }), stopped]);
  }

  /** The frame that expressions are evaluated in, until the next step. */
  topFrame(): Promise<number> {
    return this.#topFrame();
  }

  async #topFrame(): Promise<number> {
    const { stackFrames } = await this.#dap.request('stackTrace', { threadId: this.#threadId });
    return stackFrames[0]?.id ?? 0;
  }

  #nextStop(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async end(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
    this.#dap.close();
    this.#listener.close();
  }
}
