import type { Client } from '@modelcontextprotocol/client';
import type { NodeVersion } from '../tests/support/node-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee, type Paused } from './floor.ts';
import { Relay, STEP } from './relay-client.ts';
import { interleaved, type Repetition, type Sampler, timed } from './samples.ts';
import { withSdkClient } from './sdk-client.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const LINE = 4;
const STEP_TARGET = { ratio: 1.5, atMost: 3 };
const EVALUATE_TARGET = { ratio: 1.5, atMost: 1.5 };

/** Step over one line. */
export const step: Measurement = {
  name: 'step',
  counted:
    'step over one line of a loop. Floor: Debugger.stepOver until paused, then the locals of the top frame; the bare step leaves them out. Server: one debug_step, which answers with source, locals and stack. "Bare relay": a process that passes the floor’s work on over stdio and does nothing else, which is the least that any server can take. "MCP relay": the same as a server of the MCP SDK, the least that any server made with it can take.',
  run: (bench) => perNode(bench, stepRows),
};

/** Evaluate an expression in the top frame. */
export const evaluate: Measurement = {
  name: 'evaluate',
  counted:
    'evaluate an expression in the top frame. Floor: one Debugger.evaluateOnCallFrame. Server: one debug_evaluate. "SDK client": the same through the client of the MCP SDK, whose validation of answers is in its time.',
  run: async (bench) => [...(await perNode(bench, evaluateRows)), ...(await sdkRows(bench))],
};

/** The same program stopped at the same line four times. */
interface Stopped {
  readonly floor: FloorDebuggee;
  /** The stop of the floor's program. */
  readonly paused: Paused;
  readonly relay: Relay;
  readonly mcpRelay: Server;
  readonly server: Server;
}

async function perNode(
  bench: Bench,
  rowsOf: (stopped: Stopped, name: string, quick: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { major, path } of bench.nodes) {
    const place = { node: path, program: bench.program('loop.cjs'), line: LINE };
    const { debuggee: floor } = await FloorDebuggee.stoppedAt(place);
    const paused = await floor.step();
    const relay = await Relay.start(bench, place);
    const ofRelay = ['node', place.node, place.program, String(LINE)];
    const mcpRelay = await Server.start({ ...bench, serverPath: bench.mcpRelayPath }, ofRelay);
    const server = await Server.start(bench);
    try {
      await server.call('debug_launch', launchArguments(bench, path), 'Stopped (breakpoint)');
      await server.call('debug_step', {}, 'Stopped (step)');
      rows.push(...(await rowsOf({ floor, paused, relay, mcpRelay, server }, `Node ${major}`, bench.quick)));
    } finally {
      await Promise.all([server.close(), mcpRelay.close(), relay.close(), floor.end()]);
    }
  }
  return rows;
}

async function stepRows({ floor, relay, mcpRelay, server }: Stopped, name: string, quick: boolean): Promise<Row[]> {
  const plain = () => timed(async () => floor.locals(await floor.step()));
  const [bare] = await interleaved([() => timed(() => floor.step())], repetition(quick));
  const ours = () => timed(() => server.call('debug_step', {}, 'Stopped (step)'));
  return [
    { ...(await pair(plain, ours, quick)), name: `step, ${name}`, unit: 'ms', target: STEP_TARGET },
    {
      ...(await pair(plain, () => timed(() => relay.ask(STEP)), quick)),
      name: `step, ${name}, bare relay`,
      unit: 'ms',
    },
    {
      ...(await pair(plain, () => timed(() => mcpRelay.call(STEP, {}, 'text')), quick)),
      name: `step, ${name}, MCP relay`,
      unit: 'ms',
    },
    { name: `step, ${name}, without locals`, unit: 'ms', floor: bare },
  ];
}

async function evaluateRows(stopped: Stopped, name: string, quick: boolean): Promise<Row[]> {
  const { floor, paused, relay, mcpRelay, server } = stopped;
  // As callers do, each asks for something new; V8 keeps what it has compiled for an expression that it knows.
  let asked = 0;
  const expression = () => `sum + customer.total + ${asked++}`;
  const plain = () => timed(() => floor.evaluate(paused, expression()));
  const ours = () => timed(() => server.call('debug_evaluate', { expression: expression() }, '(number)'));
  const relayed = () => timed(() => relay.ask(expression()));
  const mcpRelayed = () => timed(() => mcpRelay.call('evaluate', { expression: expression() }, 'text'));
  return [
    { ...(await pair(plain, ours, quick)), name: `evaluate, ${name}`, unit: 'ms', target: EVALUATE_TARGET },
    { ...(await pair(plain, relayed, quick)), name: `evaluate, ${name}, bare relay`, unit: 'ms' },
    { ...(await pair(plain, mcpRelayed, quick)), name: `evaluate, ${name}, MCP relay`, unit: 'ms' },
  ];
}

/** Only two in turns: each further process makes all of them slower, and the one with the most code the most. */
async function pair(plain: Sampler, other: Sampler, quick: boolean): Promise<Pick<Row, 'floor' | 'server'>> {
  const [floor, server] = await interleaved([plain, other], repetition(quick));
  return { floor, server };
}

async function sdkRows(bench: Bench): Promise<Row[]> {
  const node: NodeVersion | undefined = bench.nodes[0];
  if (!node) return [];
  return withSdkClient(bench, async (client) => {
    await client.callTool({ name: 'debug_launch', arguments: launchArguments(bench, node.path) });
    await client.callTool({ name: 'debug_step', arguments: {} });
    const samplers: Sampler[] = [
      caller(client, 'debug_step', {}),
      caller(client, 'debug_evaluate', { expression: 'sum + customer.total' }),
    ];
    const [stepped, evaluated] = await interleaved(samplers, repetition(bench.quick));
    return [
      { name: `step, Node ${node.major}, SDK client`, unit: 'ms', server: stepped },
      { name: `evaluate, Node ${node.major}, SDK client`, unit: 'ms', server: evaluated },
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
  return quick ? { count: 30, budgetMs: 1_000, warmUp: 30 } : { count: 1_000, budgetMs: 3_000, warmUp: 300 };
}
