import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';

/** Spawn to the answer to `initialize`. */
export const start: Measurement = {
  name: 'start',
  counted: 'from spawn to the answer to initialize. Floor: `node -e 0` from spawn to exit.',
  run: async (bench) => {
    const repetition = { count: bench.quick ? 5 : 25, budgetMs: 10_000, warmUp: 1 };
    const [floor, server] = await interleaved([bareNode, () => initialized(bench)], repetition);
    return [
      {
        name: 'spawn to initialize',
        unit: 'ms',
        target: { ratio: 2 },
        floor,
        server,
      },
    ];
  },
};

function bareNode(): Promise<number> {
  return timed(() => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit'));
}

async function initialized(bench: Bench): Promise<number> {
  const began = performance.now();
  const server = await Server.start(bench);
  const ms = performance.now() - began;
  await server.close();
  return ms;
}
