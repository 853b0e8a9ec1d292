import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee } from './floor.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const WARM_TARGET = { ratio: 1.15 };
const COLD_TARGET = { ratio: 1.5 };
const LINE = 4;
/** The least time of a model between the list of tools and its first call. */
const THINKING_MS = 1_000;

/** Launch to stopped with locals. */
export const launch: Measurement = {
  name: 'launch',
  counted:
    'from nothing to stopped at a breakpoint with the locals read. Floor: spawn, one batch, Runtime.getProperties. Server: one debug_launch, from its request to its answer over stdio: a later one of a server (warm). "Cold": the first one of a new server, a second after the list of its tools; "at once": right behind the list.',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes) {
      rows.push(await warm(bench, major, path), ...(await cold(bench, major, path)));
    }
    return rows;
  },
};

async function warm(bench: Bench, major: number, node: string): Promise<Row> {
  const server = await Server.start(bench);
  try {
    const repetition = { count: bench.quick ? 3 : 25, budgetMs: 9_000, warmUp: bench.quick ? 1 : 3 };
    const [floor, ours] = await interleaved(
      [() => floorLaunch(bench, node), () => serverLaunch(bench, server, node)],
      repetition,
    );
    return {
      name: `launch to locals, Node ${major}`,
      unit: 'ms',
      target: WARM_TARGET,
      floor,
      server: ours,
    };
  } finally {
    await server.close();
  }
}

async function cold(bench: Bench, major: number, node: string): Promise<Row[]> {
  const fresh = async (waitMs: number) => {
    const server = await Server.start(bench);
    // As clients do; it also gives the server the time to load its tools that it has in use.
    await server.request('tools/list', {});
    await sleep(waitMs);
    const ms = await serverLaunch(bench, server, node);
    await server.close();
    return ms;
  };
  const repetition = { count: bench.quick ? 2 : 9, budgetMs: 18_000 };
  const samplers = [() => floorLaunch(bench, node), () => fresh(THINKING_MS), () => fresh(0)];
  const [floor, thought, atOnce] = await interleaved(samplers, repetition);
  const row = { unit: 'ms', target: COLD_TARGET, floor } as const;
  return [
    { ...row, name: `launch to locals, Node ${major}, cold`, server: thought },
    { ...row, name: `launch to locals, Node ${major}, cold, at once`, server: atOnce },
  ];
}

async function floorLaunch(bench: Bench, node: string): Promise<number> {
  const began = performance.now();
  const { debuggee, paused } = await FloorDebuggee.stoppedAt({ node, program: bench.program('stop.cjs'), line: LINE });
  await debuggee.locals(paused);
  const ms = performance.now() - began;
  await debuggee.end();
  return ms;
}

async function serverLaunch(bench: Bench, server: Server, node: string): Promise<number> {
  const program = bench.program('stop.cjs');
  const args = { program, breakpoints: [`${program}:${LINE}`], runtimeExecutable: node };
  const ms = await timed(() => server.call('debug_launch', args, 'sum: number = 12'));
  await server.call('debug_stop', {}, 'ended');
  return ms;
}
