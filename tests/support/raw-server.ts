import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { CdpConnection } from '../../src/cdp/cdp-connection.ts';
import type { CdpSession } from '../../src/cdp/cdp-session.ts';
import { connectInspector } from '../../src/cdp/connect.ts';
import { NodeWorkerSession } from '../../src/cdp/node-worker-session.ts';
import { SERVER_PATH } from './mcp-client.ts';

/** A message of the server's, as it stands in its line. */
export interface Answer {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: { readonly content?: readonly { readonly type: string; readonly text: string }[] };
  readonly error?: { readonly code: unknown; readonly message: unknown };
}

/** Settings of a server's start; all but its folder may be left out. */
interface Start {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The Node.js binary that runs it. */
  readonly node?: string;
  /** With V8's inspector on both of its threads. */
  readonly inspected?: boolean;
}

/** The built server, with its stdin, stdout and end in the test's own hands. */
export class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  /** The server's messages on stdout, in order. */
  readonly answers: Answer[] = [];
  stderr = '';
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  #main: CdpConnection | undefined;
  #tools: CdpSession | undefined;
  #lastId = 0;

  private constructor({ cwd, args = [], env, node = process.execPath, inspected = false }: Start) {
    const command = [...(inspected ? ['--inspect=127.0.0.1:0'] : []), SERVER_PATH, ...args];
    this.child = spawn(node, command, { cwd, stdio: 'pipe', ...(env && { env }) });
    this.child.stderr.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  /** Starts it, shakes hands, and has its tools loaded. */
  static async start(start: Start): Promise<RawServer> {
    const server = new RawServer(start);
    const clientInfo = { name: 'tests', version: '1' };
    await server.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    await server.request('tools/list', {});
    if (start.inspected) await server.#inspect();
    return server;
  }

  /** The thread that the tools run on. */
  get tools(): CdpSession {
    if (this.#tools === undefined) throw new Error('Its thread of the tools is not inspected');
    return this.#tools;
  }

  write(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  request(method: string, params: unknown): Promise<Answer> {
    const id = `own-${++this.#lastId}`;
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.answerTo(id);
  }

  /** The answer that is still to come to a request that the test has written. */
  answerTo(id: unknown): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    return result?.content?.map(({ text }) => text).join('\n') ?? JSON.stringify(error);
  }

  /** Bytes that are in use on both of its heaps, once nothing is left that could be collected. */
  async heapBytes(): Promise<number> {
    const used = await Promise.all(
      [this.#main, this.#tools].map(async (session) => {
        // What is freed in one collection may have held what only the next one finds.
        for (const _ of [1, 2, 3]) await session?.send('HeapProfiler.collectGarbage', undefined, { timeoutMs: 60_000 });
        return (await session?.send('Runtime.getHeapUsage'))?.usedSize ?? 0;
      }),
    );
    return used.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Closes the inspector: a process that is inspected waits at its end until no inspector is connected. */
  letGo(): void {
    this.#main?.close();
  }

  /** The exit code and signal. */
  async ended(withinMs: number): Promise<unknown[]> {
    return once(this.child, 'exit', { signal: AbortSignal.timeout(withinMs) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.letGo();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async #inspect(): Promise<void> {
    const [url = ''] = /ws:\S+/.exec(this.stderr) ?? [];
    this.#main = await connectInspector(url, { peer: 'node' });
    const main = this.#main;
    main.on('NodeWorker.attachedToWorker', ({ sessionId }) => {
      this.#tools = new NodeWorkerSession(main, sessionId);
    });
    await main.send('NodeWorker.enable', { waitForDebuggerOnStart: false });
  }

  #receive(answer: Answer): void {
    this.answers.push(answer);
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
