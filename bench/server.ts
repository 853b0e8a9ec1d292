import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

const ANSWER_TIMEOUT_MS = 240_000;
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A part of a JSON-RPC answer, as far as it is used here. */
interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * The built server in a process of its own, over stdio. Requests are lines of JSON and nothing is validated: what a client
 * library does with an answer would otherwise be counted as the server's time.
 */
export class Server {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, Waiting>();
  #incomplete = '';
  #lastId = 0;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    child.stderr.resume();
    child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the server has ended'));
      this.#waiting.clear();
    });
  }

  /** Starts a server in a folder of its own (breakpoints outlive a server there); resolves when it has answered `initialize`. */
  static start(bench: Bench, args: readonly string[] = []): Promise<Server> {
    return Server.startIn(mkdtempSync(join(bench.folder, 'server-')), bench.serverPath, args);
  }

  /** Starts a server in the folder of a project. */
  static async startIn(cwd: string, serverPath: string, args: readonly string[], env = process.env): Promise<Server> {
    const server = new Server(spawn(process.execPath, [serverPath, ...args], { cwd, env }));
    await server.request('initialize', INITIALIZE);
    server.#write({ method: 'notifications/initialized' });
    return server;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async request(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#write({ id, method, params });
    const timer = setTimeout(
      () => this.#waiting.get(id)?.reject(new Error(`no answer to ${method}`)),
      ANSWER_TIMEOUT_MS,
    );
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The text of a tool's answer. @throws Error unless it contains `expected`: a refusal is quick, and would look like speed */
  async call(name: string, args: object, expected: string): Promise<string> {
    const result = await this.request('tools/call', { name, arguments: args });
    const text = JSON.stringify(result);
    if (text.includes(expected)) return text;
    throw new Error(`${name} ${JSON.stringify(args)} did not answer "${expected}" but ${text}`);
  }

  /** Ends the server with its debuggees. */
  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #receive(text: string): void {
    const lines = (this.#incomplete + text).split('\n');
    this.#incomplete = lines.pop() ?? '';
    for (const line of lines) this.#settle(JSON.parse(line) as Answer);
  }

  #settle({ id, result, error }: Answer): void {
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
