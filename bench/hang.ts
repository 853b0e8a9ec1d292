import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench, Measurement } from './bench.ts';
import { interleaved } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const WATCH_MS = 60_000;

/** The cost for a program of being watched for a hang. */
export const hang: Measurement = {
  name: 'hang',
  counted:
    'processor time of a program that computes without a pause, as it says itself. Floor: run plainly. Server: run by debug_hang and looked at ten times a second.',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes) rows.push(await row(bench, major, path));
    return rows;
  },
};

async function row(bench: Bench, major: number, node: string): Promise<Row> {
  const server = await Server.start(bench);
  try {
    const samplers = [() => plainly(bench, node), () => watched(bench, server, node)];
    const repetition = { count: bench.quick ? 1 : 4, budgetMs: 20_000, warmUp: bench.quick ? 0 : 1 };
    const [floor, ours] = await interleaved(samplers, repetition);
    const against = 'the program by itself';
    return {
      name: `computing while watched, Node ${major}`,
      unit: 'ms',
      against,
      target: { ratio: 1.05 },
      floor,
      server: ours,
    };
  } finally {
    await server.close();
  }
}

async function plainly(bench: Bench, node: string): Promise<number> {
  const { stdout } = await promisify(execFile)(node, [bench.program('compute.cjs')]);
  return cpuIn(stdout);
}

async function watched(bench: Bench, server: Server, node: string): Promise<number> {
  const args = { program: bench.program('compute.cjs'), timeoutMs: WATCH_MS, runtimeExecutable: node };
  return cpuIn(await server.call('debug_hang', args, 'it finished'));
}

function cpuIn(text: string): number {
  return Number(/cpu (\d+)/.exec(text)?.[1] ?? Number.NaN);
}
