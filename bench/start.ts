import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Bench, Measurement } from './bench.ts';
import { interleaved } from './samples.ts';
import { Server } from './server.ts';

/** Spawn to the answer to `initialize`. */
export const start: Measurement = {
  name: 'start',
  counted:
    'from spawn to the answer to initialize. Floor: a program of one line for Node.js, from spawn to its answer to the same message. "Whole SDK": beside a server with all of the MCP SDK in its bundle.',
  run: async (bench) => {
    const repetition = { count: bench.quick ? 5 : 25, budgetMs: 10_000, warmUp: 1 };
    const whole = { ...bench, serverPath: bench.wholeSdkServerPath };
    const samplers = [() => bareNode(), () => initialized(bench), () => initialized(whole)];
    const [floor, server, wholeSdk] = await interleaved(samplers, repetition);
    return [
      {
        name: 'spawn to initialize',
        unit: 'ms',
        against: 'a one-line Node.js program',
        target: { ratio: 2 },
        floor,
        server,
      },
      {
        name: 'spawn to initialize, whole SDK',
        unit: 'ms',
        against: 'itself, with the whole SDK',
        floor: wholeSdk,
        server,
      },
    ];
  },
};

/** The least that a server in Node.js does: it reads a message and answers. */
const BARE = "process.stdin.once('data', (text) => process.stdout.write(text))";

async function bareNode(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n');
  await once(child.stdout, 'data');
  const ms = performance.now() - began;
  child.stdin.end();
  await ended;
  return ms;
}

async function initialized(bench: Bench): Promise<number> {
  const began = performance.now();
  const server = await Server.start(bench);
  const ms = performance.now() - began;
  await server.close();
  return ms;
}
