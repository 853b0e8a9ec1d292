import type { Client } from '@modelcontextprotocol/client';
import type { NodeVersion } from '../tests/support/node-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee, type Paused } from './floor.ts';
import { interleaved, type Repetition, type Sampler, timed } from './samples.ts';
import { withSdkClient } from './sdk-client.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const LINE = 4;
const STEP_TARGET = { ratio: 1.5, atMost: 3 };
const EVALUATE_TARGET = { ratio: 1.5, atMost: 1.5 };
const EXPRESSION = 'sum + customer.total';

/** Step over one line. */
export const step: Measurement = {
  name: 'step',
  counted:
    'step over one line of a loop. Floor: Debugger.stepOver until paused, then the locals of the top frame; the bare step leaves them out. Server: one debug_step, which answers with source, locals and stack.',
  run: (bench) => perNode(bench, stepRows),
};

/** Evaluate an expression in the top frame. */
export const evaluate: Measurement = {
  name: 'evaluate',
  counted:
    'evaluate an expression in the top frame. Floor: one Debugger.evaluateOnCallFrame. Server: one debug_evaluate. "SDK client": the same through the client of the MCP SDK, whose validation of answers is in its time.',
  run: async (bench) => [...(await perNode(bench, evaluateRows)), ...(await sdkRows(bench))],
};

/** The same program stopped at the same line twice: by plain protocol messages and by the server. */
interface Pair {
  readonly floor: FloorDebuggee;
  readonly paused: Paused;
  readonly server: Server;
}

async function perNode(
  bench: Bench,
  rowsOf: (pair: Pair, name: string, quick: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { major, path } of bench.nodes) {
    const program = bench.program('loop.cjs');
    const { debuggee: floor } = await FloorDebuggee.stoppedAt({ node: path, program, line: LINE });
    const paused = await floor.step();
    const server = await Server.start(bench);
    try {
      await server.call('debug_launch', launchArguments(bench, path), 'Stopped (breakpoint)');
      await server.call('debug_step', {}, 'Stopped (step)');
      rows.push(...(await rowsOf({ floor, paused, server }, `Node ${major}`, bench.quick)));
    } finally {
      await server.close();
      await floor.end();
    }
  }
  return rows;
}

async function stepRows({ floor, server }: Pair, name: string, quick: boolean): Promise<Row[]> {
  const withLocals = () => timed(async () => floor.locals(await floor.step()));
  const bare = () => timed(() => floor.step());
  const ours = () => timed(() => server.call('debug_step', {}, 'Stopped (step)'));
  const [floorSeries, bareSeries, serverSeries] = await interleaved([withLocals, bare, ours], repetition(quick));
  return [
    {
      name: `step, ${name}`,
      unit: 'ms',
      target: STEP_TARGET,
      ...(floorSeries && { floor: floorSeries }),
      ...(serverSeries && { server: serverSeries }),
    },
    { name: `step without locals, ${name}`, unit: 'ms', ...(bareSeries && { floor: bareSeries }) },
  ];
}

async function evaluateRows({ floor, paused, server }: Pair, name: string, quick: boolean): Promise<Row[]> {
  const plain = () => timed(() => floor.evaluate(paused, EXPRESSION));
  const ours = () => timed(() => server.call('debug_evaluate', { expression: EXPRESSION }, '(number)'));
  const [floorSeries, serverSeries] = await interleaved([plain, ours], repetition(quick));
  return [
    {
      name: `evaluate, ${name}`,
      unit: 'ms',
      target: EVALUATE_TARGET,
      ...(floorSeries && { floor: floorSeries }),
      ...(serverSeries && { server: serverSeries }),
    },
  ];
}

async function sdkRows(bench: Bench): Promise<Row[]> {
  const node: NodeVersion | undefined = bench.nodes[0];
  if (!node) return [];
  return withSdkClient(bench, async (client) => {
    await client.callTool({ name: 'debug_launch', arguments: launchArguments(bench, node.path) });
    await client.callTool({ name: 'debug_step', arguments: {} });
    const samplers: Sampler[] = [
      caller(client, 'debug_step', {}),
      caller(client, 'debug_evaluate', { expression: EXPRESSION }),
    ];
    const [stepSeries, evaluateSeries] = await interleaved(samplers, repetition(bench.quick));
    return [
      { name: `step, Node ${node.major}, SDK client`, unit: 'ms', ...(stepSeries && { server: stepSeries }) },
      {
        name: `evaluate, Node ${node.major}, SDK client`,
        unit: 'ms',
        ...(evaluateSeries && { server: evaluateSeries }),
      },
    ];
  });
}

function caller(client: Client, name: string, args: Record<string, unknown>): Sampler {
  return () => timed(() => client.callTool({ name, arguments: args }));
}

function launchArguments(bench: Bench, node: string): Record<string, unknown> {
  const program = bench.program('loop.cjs');
  return { program, breakpoints: [`${program}:${LINE}`], runtimeExecutable: node };
}

function repetition(quick: boolean): Repetition {
  return quick ? { count: 30, budgetMs: 1_000, warmUp: 30 } : { count: 1_000, budgetMs: 5_000, warmUp: 500 };
}
