import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { type PythonVersion, pythonVersions } from '../tests/support/python-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { FloorDebuggee } from './floor.ts';
import { interleaved, type Series, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const run = promisify(execFile);

/** Lines of bench/programs/traced.cjs and traced.py. */
const LINES = {
  node: { primitives: 5, objects: 13 },
  python: { primitives: 9, objects: 16 },
} as const;
const UNTRACED_PASSES = { node: 200_000, python: 2_000 } as const;
const PASSES = 100_000;
/** In each pass of their loops: its head, and what is in it. */
const STATEMENTS = 2;
/** The collecting line of bench/programs/passes.cjs. A rate of 0.7 is 1.43 times the time. */
const COLLECTED = { line: 4, passes: PASSES, ratio: 1.43 } as const;
/** Limit for repeating one row. There are some forty of them, and all have three minutes. */
const ROW_BUDGET_MS = 3_000;

/** A version of a language, with which the programs are traced. */
interface Target {
  readonly language: 'node' | 'python';
  readonly label: string;
  readonly executable: string;
  /** The most that a traced pass may cost, in µs. */
  readonly most: { readonly primitives: number; readonly objects: number };
}

/** The cost of tracing a run: the traced code, the code beside it, and the start. */
export const trace: Measurement = {
  name: 'trace',
  counted:
    'what a pass costs in a traced run, by the clock of the program itself. A pass is what the row asks for, once: of a point its values, of a frame a statement that runs with what it changed (the loops of the programs have two). Floor: the same program run plainly. For 100,000 values: from nothing to all values; the floor edits a push into the source and reads the array at the end.',
  run: async (bench) => {
    const server = await Server.start(bench);
    try {
      const rows: Row[] = [];
      for (const target of targetsOf(bench)) rows.push(...(await rowsOf(new Traced(bench, server, target))));
      return rows;
    } finally {
      await server.close();
    }
  },
};

function targetsOf(bench: Bench): Target[] {
  const nodes = bench.nodes.map(
    ({ major, path }): Target => ({
      language: 'node',
      label: `Node ${major}`,
      executable: path,
      most: { primitives: 3, objects: 10 },
    }),
  );
  return [...nodes, ...pythonsOf(bench).map(pythonTarget)];
}

/** The versions that are still maintained; a quick run takes the newest. */
function pythonsOf(bench: Bench): readonly PythonVersion[] {
  const versions = pythonVersions();
  if (!bench.quick) return versions.filter(({ minor }) => minor >= 11);
  return versions.slice(-1);
}

function pythonTarget({ minor, path }: PythonVersion): Target {
  const most = minor >= 12 ? 4 : 10;
  return {
    language: 'python',
    label: `Python 3.${minor}`,
    executable: path,
    most: { primitives: most, objects: most },
  };
}

async function rowsOf(traced: Traced): Promise<Row[]> {
  const { label, language, most } = traced.target;
  const rows = [
    await traced.row(`untraced code, ${label}`, 'untraced', { function: 'once()' }, { ratio: 1.05 }),
    await traced.frameRow(`lines of a frame, numbers, ${label}`, 'primitives', primitive(most)),
    await traced.frameRow(`lines of a frame, an object, ${label}`, 'objects', object(most)),
    await traced.row(`values, a number, ${label}`, 'primitives', traced.at('primitives'), primitive(most)),
    await traced.row(`values, an object, ${label}`, 'objects', traced.at('objects'), object(most)),
    await traced.startRow(),
  ];
  return language === 'node' ? [...rows, await traced.collectedRow()] : rows;
}

const primitive = ({ primitives }: Target['most']) => ({ atMost: primitives });
const object = ({ objects }: Target['most']) => ({ atMost: objects });

/** The programs of one language, run plainly and traced by the server. */
class Traced {
  readonly target: Target;
  readonly #bench: Bench;
  readonly #server: Server;
  readonly #program: string;

  constructor(bench: Bench, server: Server, target: Target) {
    this.target = target;
    this.#bench = bench;
    this.#server = server;
    this.#program = bench.program(target.language === 'node' ? 'traced.cjs' : 'traced.py');
  }

  /** A question for the values of a line. */
  at(part: 'primitives' | 'objects'): object {
    const expression = {
      node: { primitives: 'sum', objects: 'item' },
      python: { primitives: 'total', objects: 'item' },
    };
    const { language } = this.target;
    return { at: [`${this.#program}:${LINES[language][part]}: ${expression[language][part]}`] };
  }

  /** The cost of a pass of a part of the program, plainly and traced. */
  async row(name: string, part: string, question: object, target: Row['target'] & object): Promise<Row> {
    const passes = part === 'untraced' ? UNTRACED_PASSES[this.target.language] : PASSES;
    const args = [part, String(passes)];
    const samplers = [() => this.#plainly(args), () => this.#traced(args, question)];
    const [floor, server] = await interleaved(samplers, this.#repetition());
    return { name, unit: 'µs', against: 'a plain run', target, floor, server };
  }

  /** The cost of a statement of a call that is recorded. */
  async frameRow(name: string, part: string, target: Row['target'] & object): Promise<Row> {
    const { floor, server, ...row } = await this.row(name, part, { function: `${part}()` }, target);
    return { ...row, floor: perStatement(floor), server: perStatement(server) };
  }

  /** From nothing to the end of a program that does next to nothing. */
  async startRow(): Promise<Row> {
    const { executable, label } = this.target;
    const request = { ...this.#request([]), function: 'once()' };
    const samplers = [
      () => timed(() => run(executable, [this.#program])),
      () => timed(() => this.#server.call('debug_trace', request, 'once')),
    ];
    const [floor, server] = await interleaved(samplers, this.#repetition());
    return { name: `a short run, ${label}`, unit: 'ms', against: 'a plain run', floor, server };
  }

  /** From nothing to all values of a line, against a client that is written for this alone. */
  async collectedRow(): Promise<Row> {
    const { executable: node, label } = this.target;
    const program = this.#bench.program('passes.cjs');
    const place = { node, program, line: COLLECTED.line };
    const request = {
      program,
      cwd: dirname(program),
      runtimeExecutable: node,
      at: [`${program}:${COLLECTED.line}: index`],
    };
    const floor = async () => {
      const values = await FloorDebuggee.collected(place, 'index', COLLECTED.passes);
      if (values.length !== COLLECTED.passes) throw new Error(`the floor has ${values.length} values`);
    };
    const server = () => this.#server.call('debug_trace', request, String(COLLECTED.passes));
    const series = await interleaved([() => timed(floor), () => timed(server)], this.#repetition());
    const target = { ratio: COLLECTED.ratio };
    const row = {
      name: `100,000 values, ${label}`,
      unit: 'ms',
      against: 'a client for this alone',
    } as const;
    return { ...row, target, floor: series[0], server: series[1] };
  }

  #repetition() {
    return { count: this.#bench.quick ? 1 : 5, budgetMs: ROW_BUDGET_MS };
  }

  #request(args: readonly string[]): object {
    const { executable: runtimeExecutable } = this.target;
    return { program: this.#program, cwd: dirname(this.#program), args, runtimeExecutable, output: true };
  }

  async #plainly(args: readonly string[]): Promise<number> {
    const { stdout } = await run(this.target.executable, [this.#program, ...args]);
    return microsecondsIn(stdout);
  }

  async #traced(args: readonly string[], question: object): Promise<number> {
    const request = { ...this.#request(args), ...question };
    return microsecondsIn(await this.#server.call('debug_trace', request, 'a pass took'));
  }
}

function perStatement(series: Series | undefined): Series | undefined {
  if (!series) return undefined;
  const { count, median, min } = series;
  return { count, median: median / STATEMENTS, min: min / STATEMENTS };
}

/** The program's own clock, in what it wrote. @throws Error when it wrote none */
function microsecondsIn(text: string): number {
  const found = /a pass took ([\d.e-]+) us/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no time in ${text}`);
  return Number(found);
}
