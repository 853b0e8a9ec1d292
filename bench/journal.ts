import type { Bench, Measurement } from './bench.ts';
import { interleaved, type Repetition, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const LINE = 4;
/** Steps of one sample: the journal is written several times during it, so that its share is in every sample. */
const STEPS = 100;

/** The cost of the journal for a step. */
export const journal: Measurement = {
  name: 'journal',
  counted: `${STEPS} steps over one line of a loop, one after another. Floor: the server without a journal (--no-log). Server: the same with it; each step is some six entries.`,
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes)
      rows.push(await stepsRow(bench, `${STEPS} steps, Node ${major}, journal`, path));
    return rows;
  },
};

async function stepsRow(bench: Bench, name: string, node: string): Promise<Row> {
  const servers = await Promise.all([Server.start(bench, ['--no-log']), Server.start(bench)]);
  try {
    const program = bench.program('loop.cjs');
    const launch = { program, breakpoints: [`${program}:${LINE}`], runtimeExecutable: node };
    for (const server of servers) await server.call('debug_launch', launch, 'Stopped (breakpoint)');
    const samplers = servers.map((server) => () => timed(() => steps(server)));
    const [without, withJournal] = await interleaved(samplers, repetition(bench.quick));
    return {
      name,
      unit: 'ms',
      against: 'itself, without the journal',
      target: { ratio: 1.05 },
      floor: without,
      server: withJournal,
    };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

async function steps(server: Server): Promise<void> {
  for (let step = 0; step < STEPS; step++) await server.call('debug_step', {}, 'Stopped (step)');
}

function repetition(quick: boolean): Repetition {
  return quick ? { count: 10, budgetMs: 4_000, warmUp: 4 } : { count: 100, budgetMs: 12_000, warmUp: 10 };
}
