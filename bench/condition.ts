import type { NodeVersion } from '../tests/support/node-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee } from './floor.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const CONDITION = 'index === 10000';

/** The breakpoint whose condition is asked. */
interface Asked {
  readonly what: string;
  readonly program: string;
  /** The file of the breakpoint; left out, the program itself. */
  readonly file?: string;
  readonly line: number;
  /** Uncaught exceptions stop the program, too, for which V8 pauses at the first hundred passes. */
  readonly isStopping?: boolean;
}

const FUNCTION: Asked = { what: 'a function', program: 'passes-function.cjs', line: 4 };
/** Programs in which V8's work is the same on every version: these are measured on the newest Node. */
const OTHERS: readonly Asked[] = [
  { what: 'a method', program: 'passes-method.cjs', line: 6 },
  { what: 'an export', program: 'passes-export.mjs', file: 'passes-exported.mjs', line: 3 },
  { what: 'TypeScript', program: 'passes-typed.ts', line: 3 },
  { ...FUNCTION, what: 'a function, exceptions stopped at', isStopping: true },
];

/** A condition that becomes true late. */
export const condition: Measurement = {
  name: 'condition',
  counted:
    'from nothing to stopped on the 10,000th pass, with the locals. Floor: the bare condition, asked by V8 at each pass. Server: one debug_launch with "file:line if condition", which counts the passes, too; exceptions stop neither, but for the last row.',
  run: async (bench) => {
    const newest = bench.nodes.at(-1);
    const asked = [
      ...bench.nodes.map((node) => ({ node, asked: FUNCTION })),
      ...(newest ? OTHERS.map((each) => ({ node: newest, asked: each })) : []),
    ];
    const rows: Row[] = [];
    for (const each of asked) rows.push(await row(bench, each.node, each.asked));
    return rows;
  },
};

async function row(bench: Bench, { major, path }: NodeVersion, asked: Asked): Promise<Row> {
  const server = await Server.start(bench);
  try {
    const samplers = [() => floorCondition(bench, path, asked), () => serverCondition(bench, server, path, asked)];
    const repetition = { count: bench.quick ? 2 : 7, budgetMs: 20_000, warmUp: bench.quick ? 0 : 1 };
    const [floor, ours] = await interleaved(samplers, repetition);
    const name = `condition true on pass 10,000 of ${asked.what}, Node ${major}`;
    const target = asked.isStopping ? {} : { target: { ratio: 1.1 } };
    return { name, unit: 'ms', ...target, floor, server: ours };
  } finally {
    await server.close();
  }
}

async function floorCondition(bench: Bench, node: string, { program, file, line }: Asked): Promise<number> {
  const began = performance.now();
  const place = { node, program: bench.program(program), file: bench.program(file ?? program), line };
  const { debuggee, paused } = await FloorDebuggee.stoppedAt(place, CONDITION);
  await debuggee.locals(paused);
  const ms = performance.now() - began;
  await debuggee.end();
  return ms;
}

async function serverCondition(bench: Bench, server: Server, node: string, asked: Asked): Promise<number> {
  const place = `${bench.program(asked.file ?? asked.program)}:${asked.line} if ${CONDITION}`;
  const exceptions = asked.isStopping ? 'uncaught' : 'none';
  const args = { program: bench.program(asked.program), breakpoints: [place], runtimeExecutable: node, exceptions };
  const ms = await timed(() => server.call('debug_launch', args, 'index: number = 10000'));
  await server.call('debug_stop', {}, 'ended');
  return ms;
}
