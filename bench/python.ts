import { pythonWith } from '../tests/support/pythons.ts';
import type { Bench, Measurement } from './bench.ts';
import { PythonFloor, starterOf } from './python-floor.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const LINE = 4;
const LOOP_LINE = 6;
const WORKER_LINE = 7;
const BOTTOM_LINE = 7;

/** Launch, step and evaluate in Python. */
export const python: Measurement = {
  name: 'python',
  counted:
    'the same three in Python. Floor: the debuggee connects to a plain client, started as the server starts it; locals by stackTrace, scopes and variables, each awaited, as each needs the one before. Server: one call each. "MCP relay": see evaluate. "3,000 frames deep": a step out of a call, each from the caller of the last; floor: by the plain client, with the stack\'s first 20 frames. "Worker thread": a step there, beside four threads that sleep; floor: a step in the main thread, by the server, too.',
  run: async (bench) => {
    const interpreter = pythonWith('newest');
    const server = await Server.start(bench);
    try {
      const launched = await launchRow(bench, server, interpreter);
      const stopped = await stoppedRows(bench, server, interpreter);
      return [launched, ...stopped, await deepRow(bench, interpreter), await workerRow(bench, server, interpreter)];
    } finally {
      await server.close();
    }
  },
};

async function launchRow(bench: Bench, server: Server, interpreter: string): Promise<Row> {
  const program = bench.program('stop.py');
  const floor = async () => {
    const began = performance.now();
    const debuggee = await PythonFloor.stoppedAt({
      python: interpreter,
      starter: starterOf(bench),
      program,
      line: LINE,
    });
    await debuggee.locals();
    const ms = performance.now() - began;
    await debuggee.end();
    return ms;
  };
  const args = { program, language: 'python', breakpoints: [`${program}:${LINE}`], runtimeExecutable: interpreter };
  const ours = async () => {
    const ms = await timed(() => server.call('debug_launch', args, 'price: int = 3'));
    await server.call('debug_stop', {}, 'ended');
    return ms;
  };
  const repetition = { count: bench.quick ? 2 : 15, budgetMs: 12_000, warmUp: 1 };
  const [plain, served] = await interleaved([floor, ours], repetition);
  return { name: 'launch to locals, Python', unit: 'ms', target: { ratio: 1.2 }, floor: plain, server: served };
}

async function deepRow(bench: Bench, interpreter: string): Promise<Row> {
  const program = bench.program('deep.py');
  const place = { python: interpreter, starter: starterOf(bench), program, line: BOTTOM_LINE };
  const [floor, server] = [await PythonFloor.stoppedAt(place), await Server.start(bench)];
  try {
    const breakpoints = [`${program}:${BOTTOM_LINE}`];
    const args = { program, language: 'python', breakpoints, runtimeExecutable: interpreter };
    await server.call('debug_launch', args, 'Stopped (breakpoint)');
    const plainly = async () => {
      await floor.stepOut();
      await floor.topFrames();
    };
    const repetition = { count: bench.quick ? 3 : 50, budgetMs: 15_000, warmUp: 2 };
    const [plain, served] = await interleaved(
      [() => timed(plainly), () => timed(() => server.call('debug_step', { action: 'step_out' }, 'Stopped (step)'))],
      repetition,
    );
    const name = 'step out, 3,000 frames deep, Python';
    return { name, unit: 'ms', target: { ratio: 1.5 }, floor: plain, server: served };
  } finally {
    await Promise.all([server.close(), floor.end()]);
  }
}

/** @param inMain Stopped in a loop of the main thread. */
async function workerRow(bench: Bench, inMain: Server, interpreter: string): Promise<Row> {
  const inWorker = await Server.start(bench);
  const program = bench.program('worker.py');
  const args = {
    program,
    language: 'python',
    breakpoints: [`${program}:${WORKER_LINE}`],
    runtimeExecutable: interpreter,
  };
  const step = (server: Server) => () => timed(() => server.call('debug_step', {}, 'Stopped ('));
  try {
    await inWorker.call('debug_launch', args, 'Stopped (breakpoint)');
    const repetition = { count: bench.quick ? 10 : 100, budgetMs: 8_000, warmUp: 5 };
    const [plain, threaded] = await interleaved([step(inMain), step(inWorker)], repetition);
    return {
      name: 'step in a worker thread, Python',
      unit: 'ms',
      target: { ratio: 2 },
      floor: plain,
      server: threaded,
    };
  } finally {
    await inWorker.close();
  }
}

async function stoppedRows(bench: Bench, server: Server, interpreter: string): Promise<Row[]> {
  const program = bench.program('loop.py');
  const floor = await PythonFloor.stoppedAt({
    python: interpreter,
    starter: starterOf(bench),
    program,
    line: LOOP_LINE,
  });
  const args = {
    program,
    language: 'python',
    breakpoints: [`${program}:${LOOP_LINE}`],
    runtimeExecutable: interpreter,
  };
  const ofRelay = ['python', interpreter, program, String(LOOP_LINE), starterOf(bench)];
  const mcpRelay = await Server.start({ ...bench, serverPath: bench.mcpRelayPath }, ofRelay);
  try {
    await server.call('debug_launch', args, 'Stopped (breakpoint)');
    const repetition = { count: bench.quick ? 10 : 200, budgetMs: 8_000, warmUp: 10 };
    const [stepped, ourSteps] = await interleaved(
      [
        () =>
          timed(async () => {
            await floor.step();
            await floor.locals();
          }),
        () => timed(() => server.call('debug_step', {}, 'Stopped (')),
      ],
      repetition,
    );
    const frameId = await floor.topFrame();
    let asked = 0;
    const expression = () => `sum + customer["total"] + ${asked++}`;
    const [evaluated, ourValues] = await interleaved(
      [
        () => timed(() => floor.evaluate(frameId, expression())),
        () => timed(() => server.call('debug_evaluate', { expression: expression() }, '(int)')),
      ],
      repetition,
    );
    const [plain, relayed] = await interleaved(
      [
        () => timed(() => floor.evaluate(frameId, expression())),
        () => timed(() => mcpRelay.call('evaluate', { expression: expression() }, 'text')),
      ],
      repetition,
    );
    const target = { ratio: 1.5 };
    return [
      { name: 'step, Python', unit: 'ms', target, floor: stepped, server: ourSteps },
      { name: 'evaluate, Python', unit: 'ms', target, floor: evaluated, server: ourValues },
      { name: 'evaluate, Python, MCP relay', unit: 'ms', floor: plain, server: relayed },
    ];
  } finally {
    await Promise.all([mcpRelay.close(), floor.end()]);
  }
}
