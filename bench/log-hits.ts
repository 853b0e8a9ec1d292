import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const HITS = 1_000;
const HIT_LINE = 2;
const BEFORE_LINE = 11;
const AFTER_LINE = 12;

/** The speed at which a log breakpoint collects values. */
export const logHits: Measurement = {
  name: 'log',
  counted: 'values that a log breakpoint collects in a second, over 1,000 hits between two stops (no target).',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes) {
      const repetition = { count: bench.quick ? 1 : 5, budgetMs: 6_000 };
      const [server] = await interleaved([() => valuesPerSecond(bench, path)], repetition);
      rows.push({ name: `log breakpoint, Node ${major}`, unit: 'values/s', server });
    }
    return rows;
  },
};

async function valuesPerSecond(bench: Bench, node: string): Promise<number> {
  const program = bench.program('hits.cjs');
  const server = await Server.start(bench);
  try {
    const breakpoints = [`${program}:${BEFORE_LINE}`, `${program}:${AFTER_LINE}`];
    await server.call('debug_launch', { program, breakpoints, runtimeExecutable: node }, 'Stopped (breakpoint)');
    const log = { file: program, line: HIT_LINE, logMessage: 'value {index}' };
    await server.call('debug_breakpoint', log, `:${HIT_LINE}`);
    const ms = await timed(() => server.call('debug_continue', {}, `:${AFTER_LINE}`));
    await server.call('debug_output', {}, `value ${HITS - 1}`);
    return (HITS * 1_000) / ms;
  } finally {
    await server.close();
  }
}
