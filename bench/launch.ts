import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee } from './floor.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const TARGET = { ratio: 1.15 };
const LINE = 4;

/** Launch to stopped with locals. */
export const launch: Measurement = {
  name: 'launch',
  counted:
    'from nothing to stopped at a breakpoint with the locals read. Floor: spawn, one batch, Runtime.getProperties. Server: one debug_launch; "first" is the first of a new server.',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const node of bench.nodes) rows.push(await warm(bench, node.major, node.path));
    const [oldest] = bench.nodes;
    return oldest ? [...rows, await first(bench, oldest.major, oldest.path)] : rows;
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
      target: TARGET,
      floor,
      server: ours,
    };
  } finally {
    await server.close();
  }
}

async function first(bench: Bench, major: number, node: string): Promise<Row> {
  const fresh = async () => {
    const server = await Server.start(bench);
    // As clients do; it also gives the server the time to load its tools that it has in use.
    await server.request('tools/list', {});
    const ms = await serverLaunch(bench, server, node);
    await server.close();
    return ms;
  };
  const repetition = { count: bench.quick ? 2 : 11, budgetMs: 10_000 };
  const [floor, ours] = await interleaved([() => floorLaunch(bench, node), fresh], repetition);
  return {
    name: `launch to locals, Node ${major}, first`,
    unit: 'ms',
    floor,
    server: ours,
  };
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
