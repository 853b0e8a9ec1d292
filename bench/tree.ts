import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith } from '../tests/support/pythons.ts';
import type { Bench, Measurement } from './bench.ts';
import { type Series, seriesOf } from './samples.ts';
import { Server } from './server.ts';
import type { Row, Target } from './table.ts';
import { attachedCosts, preloadedCosts } from './tree-floor.ts';

const PAIRS = 40;
const PYTHON_PAIRS = 15;
const TIMEOUT_MS = 200_000;

/** A program of `bench/programs` that starts processes, and how it is to be launched. */
interface Starter {
  readonly pairs: number;
  /** The file that the processes run, and one that none of them loads. */
  readonly file: string;
  readonly other: string;
  launch(args: readonly string[]): object;
}

/** The cost of a process that the launched program starts. */
export const tree: Measurement = {
  name: 'tree',
  counted: `processor time of a process that a program starts, as it says itself, beyond that of the one before or behind it that the server does not reach: ${PAIRS} such pairs in one session, ${PYTHON_PAIRS} in Python. "let be": a breakpoint is set in a file that none of them loads. Floor: Node preloads an empty file. "adopted": the breakpoint is in the file that they run, on a line that is not reached. Floor: Node opens its inspector, and a plain client enables the debugger, for which V8 hashes the source of all that is loaded.`,
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes.filter((node) => node.major === 20 || node.major === 24)) {
      const [unwanted, adopted] = await costs(bench, forks(bench, path));
      const pairs = pairsOf(bench, PAIRS);
      const floor = { node: path, program: bench.program('forked.cjs'), pairs };
      const preloaded = seriesOf(await preloadedCosts({ ...floor, preload: bench.program('empty.cjs') }));
      const attached = seriesOf(await attachedCosts({ ...floor, preload: bench.program('opened.cjs') }));
      rows.push(
        rowOf(`a Node process that is let be, Node ${major}`, unwanted, { atMost: 3 }, [
          preloaded,
          'an empty --require',
        ]),
      );
      rows.push(
        rowOf(`a Node process that is adopted, Node ${major}`, adopted, { atMost: 25 }, [attached, 'a plain client']),
      );
    }
    const [unwanted, adopted] = await costs(bench, pythonForks(bench));
    rows.push(rowOf('a Python process that is let be', unwanted, { atMost: 3 }));
    return [...rows, rowOf('a Python process that is adopted', adopted)];
  },
};

function rowOf(name: string, server: Series, target?: Target, [floor, against]: [Series?, string?] = []): Row {
  return { name, unit: 'ms', server, floor, ...(against ? { against } : {}), ...(target ? { target } : {}) };
}

function forks(bench: Bench, node: string): Starter {
  const launch = (args: readonly string[]) => ({ program: bench.program('forks.cjs'), args, runtimeExecutable: node });
  return { pairs: pairsOf(bench, PAIRS), file: 'forked.cjs', other: 'traced.cjs', launch };
}

/** Below a shell: what a debugged Python starts is followed in another way. */
function pythonForks(bench: Bench): Starter {
  const program = [pythonWith('newest'), bench.program('forks.py')];
  const launch = (args: readonly string[]) => ({ program: '/bin/sh', args: ['-c', '"$0" "$@"', ...program, ...args] });
  return { pairs: pairsOf(bench, PYTHON_PAIRS), file: 'forked.py', other: 'traced.py', launch };
}

function pairsOf(bench: Bench, pairs: number): number {
  return bench.quick ? 2 : pairs;
}

/** The costs of a process that is let be, and of one that is adopted. */
async function costs(bench: Bench, starter: Starter): Promise<[Series, Series]> {
  const server = await Server.start(bench);
  const result = join(bench.folder, 'taken.json');
  const extra = async (file: string, pairs: number) => {
    const breakpoints = [`${bench.program(file)}:2`];
    const args = { ...starter.launch([`${pairs}`, result]), breakpoints, timeoutMs: TIMEOUT_MS };
    await server.call('debug_launch', args, 'Program terminated');
    await server.call('debug_stop', {}, 'ended');
    return seriesOf(differences(readFileSync(result, 'utf8')));
  };
  try {
    await extra(starter.file, 1);
    return [await extra(starter.other, starter.pairs), await extra(starter.file, starter.pairs)];
  } finally {
    await server.close();
  }
}

/** The result that the program has written. */
interface Taken {
  readonly followed: readonly number[];
  readonly alone: readonly number[];
}

function differences(text: string): number[] {
  const { followed, alone } = JSON.parse(text) as Taken;
  return followed.map((each, index) => each - (alone[index] ?? Number.NaN));
}
