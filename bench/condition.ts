import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee } from './floor.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const LINE = 4;
const CONDITION = 'index === 100000';

/** A condition that becomes true late. */
export const condition: Measurement = {
  name: 'condition',
  counted:
    'from nothing to stopped on the 100,000th pass, with the locals. Floor: `if (condition) debugger;` edited into the source at the entry pause. Server: one debug_launch with "file:line if condition".',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes) rows.push(await row(bench, major, path));
    return rows;
  },
};

async function row(bench: Bench, major: number, node: string): Promise<Row> {
  const server = await Server.start(bench);
  try {
    const samplers = [() => floorCondition(bench, node), () => serverCondition(bench, server, node)];
    const repetition = { count: bench.quick ? 2 : 15, budgetMs: 8_000, warmUp: bench.quick ? 0 : 1 };
    const [floor, ours] = await interleaved(samplers, repetition);
    return {
      name: `condition true on pass 100,000, Node ${major}`,
      unit: 'ms',
      target: { ratio: 1.5 },
      floor,
      server: ours,
    };
  } finally {
    await server.close();
  }
}

async function floorCondition(bench: Bench, node: string): Promise<number> {
  const began = performance.now();
  const place = { node, program: bench.program('passes.cjs'), line: LINE };
  const { debuggee, paused } = await FloorDebuggee.stoppedWhen(place, CONDITION);
  await debuggee.locals(paused);
  const ms = performance.now() - began;
  await debuggee.end();
  return ms;
}

async function serverCondition(bench: Bench, server: Server, node: string): Promise<number> {
  const program = bench.program('passes.cjs');
  const args = { program, breakpoints: [`${program}:${LINE} if ${CONDITION}`], runtimeExecutable: node };
  const ms = await timed(() => server.call('debug_launch', args, 'index: number = 100000'));
  await server.call('debug_stop', {}, 'ended');
  return ms;
}
