import { pythonWith } from '../tests/support/pythons.ts';
import type { Bench, Measurement } from './bench.ts';
import { PythonFloor, starterOf } from './python-floor.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const PASSED_LINE = 9;
const BEFORE_LINE = 13;
const AFTER_LINE = 16;
const LOGGED = 10_000;

/** The breakpoint's options, which debugpy evaluates at each pass of the loop. */
type Asked = { readonly condition: string } | { readonly hitCondition: string } | { readonly logMessage: string };

/** The measured part of a run, between a stop before the loop and one behind it. */
interface Passing {
  readonly asked: Asked;
  readonly passes: number;
  readonly measured: 'time' | 'processorTime';
  /** Both have stopped at module level before, which makes pydevd slower. */
  readonly hasStopped: boolean;
}

const NEVER_TRUE = { condition: 'index == 1000000' };
const NEVER_MET = { hitCondition: '1000000' };
const LONG = { passes: 100_000, measured: 'processorTime' } as const;

const ROWS: readonly (Passing & { readonly name: string })[] = [
  { name: 'condition never true', asked: NEVER_TRUE, ...LONG, hasStopped: false },
  { name: 'number of hits never met', asked: NEVER_MET, ...LONG, hasStopped: false },
  { name: 'condition never true, after a stop', asked: NEVER_TRUE, ...LONG, hasStopped: true },
  { name: 'number of hits never met, after a stop', asked: NEVER_MET, ...LONG, hasStopped: true },
  {
    name: 'log breakpoint',
    asked: { logMessage: 'index is {index}' },
    passes: LOGGED,
    measured: 'time',
    hasStopped: true,
  },
];

/** The cost of a breakpoint's passes that do not stop. */
export const pythonPasses: Measurement = {
  name: 'python-passes',
  counted:
    'the processor time that the program itself sees its loop use while a breakpoint in it is passed; for the log breakpoint, from the stop before the loop to the one behind it, with all messages. "After a stop": both have stopped at the module\'s level before. Floor: the same breakpoint by plain debugpy, as in "python".',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { name, ...passing } of ROWS) {
      const repetition = { count: bench.quick ? 1 : 7, budgetMs: 25_000 };
      const samplers = [() => plainly(bench, passing), () => served(bench, passing)];
      const [floor, server] = await interleaved(samplers, repetition);
      const passes = passing.passes.toLocaleString('en');
      rows.push({
        name: `${name}, ${passes} passes, Python`,
        unit: 'ms',
        against: 'plain debugpy',
        target: { ratio: 0.7 },
        floor,
        server,
      });
    }
    return rows;
  },
};

async function plainly(bench: Bench, { asked, passes, measured, hasStopped }: Passing): Promise<number> {
  const program = bench.program('passes.py');
  const passed = { line: PASSED_LINE, ...asked };
  const floor = await PythonFloor.stoppedAt({
    python: pythonWith('newest'),
    starter: starterOf(bench),
    program,
    line: hasStopped ? BEFORE_LINE : AFTER_LINE,
    more: hasStopped ? [] : [passed],
    env: { PASSES: String(passes) },
  });
  try {
    if (hasStopped) await floor.setBreakpoints(program, [passed, { line: AFTER_LINE }]);
    const ms = hasStopped ? await timed(() => floor.goOn()) : 0;
    return measured === 'time' ? ms : secondsIn(await floor.evaluate(await floor.topFrame(), 'took'));
  } finally {
    await floor.end();
  }
}

async function served(bench: Bench, { asked, passes, measured, hasStopped }: Passing): Promise<number> {
  const server = await Server.start(bench);
  try {
    const program = bench.program('passes.py');
    const stop = hasStopped ? { breakpoints: [`${program}:${BEFORE_LINE}`] } : {};
    const env = { PASSES: String(passes) };
    const launch = { program, ...stop, env, language: 'python', runtimeExecutable: pythonWith('newest') };
    await server.call('debug_launch', launch, hasStopped ? 'Stopped (breakpoint)' : 'Ready');
    await server.call('debug_breakpoint', { file: program, line: PASSED_LINE, ...asked }, `:${PASSED_LINE}`);
    await server.call('debug_breakpoint', { file: program, line: AFTER_LINE }, `:${AFTER_LINE}`);
    const ms = await timed(() => server.call('debug_continue', {}, `:${AFTER_LINE}`));
    if (measured === 'processorTime')
      return secondsIn(await server.call('debug_evaluate', { expression: 'took' }, '(float)'));
    await server.call('debug_output', {}, `index is ${LOGGED - 1}`);
    return ms;
  } finally {
    await server.close();
  }
}

/** Milliseconds of the seconds that a text has. */
function secondsIn(text: string): number {
  return Number(/\d+\.\d+/.exec(text)?.[0]) * 1_000;
}
