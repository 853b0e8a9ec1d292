import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Bench } from './bench.ts';
import type { Place } from './floor.ts';

/** The request to step; every other one is an expression. */
export const STEP = 'step';

/** A bare relay (relay.ts) in a process of its own, stopped one step behind a place. */
export class Relay {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
  }

  static async start({ relayPath }: Bench, { node, program, line }: Place): Promise<Relay> {
    const args = [relayPath, node, program, String(line)];
    const relay = new Relay(spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
    await relay.#answer();
    return relay;
  }

  async ask(request: string): Promise<void> {
    const answer = this.#answer();
    this.#child.stdin.write(`${request}\n`);
    await answer;
  }

  /** Ends it with its debuggee. */
  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }

  /** Answers are one short line, which comes in one piece. */
  async #answer(): Promise<void> {
    await once(this.#child.stdout, 'data');
  }
}
