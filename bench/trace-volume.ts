import { dirname } from 'node:path';
import { pythonVersions } from '../tests/support/python-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { seriesOf } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const FEW_PASSES = 100_000;
const MANY_PASSES = 10_000_000;
/** The server waits as long for an answer here as it does for any other. */
const TIMEOUT_MS = 58_000;
/** V8 takes what it may have before it collects garbage: a tracer that kept something of each pass would end this program. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64' };

/** The traced part of one language: a line of bench/programs/traced.cjs or traced.py, and the call that it is in. */
interface Volume {
  readonly label: string;
  readonly executable: string;
  readonly program: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly question: object;
  /** In the answer, where all passes were counted. */
  counted(passes: number): string;
}

/** The memory of a run with very many passes: it must not grow with them, and all are counted. */
export const traceVolume: Measurement = {
  name: 'trace-volume',
  counted:
    'the most memory that a traced program had with 10 million passes, by its own account, and all of them counted in the answer. Floor: the same with 100,000 passes. Node.js has a heap of 64 MB for it. Linux only.',
  run: async (bench) => {
    if (process.platform !== 'linux') return [];
    const server = await Server.start(bench);
    try {
      const rows: Row[] = [];
      for (const volume of volumesOf(bench)) rows.push(await rowOf(server, volume, bench.quick));
      return rows;
    } finally {
      await server.close();
    }
  },
};

function volumesOf(bench: Bench): Volume[] {
  const node = bench.nodes.at(-1);
  const python = pythonVersions().at(-1);
  const reached = (passes: number) => `reached ${passes} times`;
  const found: Volume[] = [];
  if (node) {
    const program = bench.program('traced.cjs');
    const all = { label: `Node ${node.major}`, executable: node.path, program, env: SMALL_HEAP };
    const looped = (passes: number) => `${passes} passes`;
    found.push({ ...all, label: `values, ${all.label}`, question: { at: [`${program}:5: sum`] }, counted: reached });
    found.push({
      ...all,
      label: `lines of a frame, ${all.label}`,
      question: { function: 'primitives()' },
      counted: looped,
    });
  }
  if (python) {
    const program = bench.program('traced.py');
    const label = `values, Python 3.${python.minor}`;
    const question = { at: [`${program}:9: total`] };
    found.push({ label, executable: python.path, program, question, counted: reached });
  }
  return found;
}

async function rowOf(server: Server, volume: Volume, isQuick: boolean): Promise<Row> {
  const floor = await mostMemoryMb(server, volume, FEW_PASSES);
  const most = await mostMemoryMb(server, volume, isQuick ? MANY_PASSES / 10 : MANY_PASSES);
  const name = `memory of ${isQuick ? 1 : 10} million passes, ${volume.label}`;
  return {
    name,
    unit: 'MB',
    against: '100,000 passes',
    target: { ratio: 3 },
    floor: seriesOf([floor]),
    server: seriesOf([most]),
  };
}

/** @throws Error when not all passes were counted, or the program wrote nothing */
async function mostMemoryMb(
  server: Server,
  { executable, program, env, question, counted }: Volume,
  passes: number,
): Promise<number> {
  const how = {
    program,
    cwd: dirname(program),
    runtimeExecutable: executable,
    env,
    timeoutMs: TIMEOUT_MS,
    output: true,
  };
  const request = { ...how, args: ['primitives', String(passes)], ...question };
  const text = await server.call('debug_trace', request, counted(passes));
  const found = /most memory was ([\d.]+) MB/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no memory in ${text}`);
  return Number(found);
}
