import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TracedEnd, TraceRecord } from '../../../../../src/model/trace/trace-record.ts';
import type { TraceLimits, WantedCall, WantedTrace } from '../../../../../src/model/trace/trace-request.ts';
import type { ProgramFolder, RunResult, TracedRun } from '../../../../support/traced-program.ts';
import type { ProcessLog } from './log.ts';
import { readLogs, WATCHER, writeInstrumented } from './oracle.ts';
import type { Places } from './places.ts';
import type { OraclePoint, ProgramFile } from './rewrite.ts';

/** A program of the corpus: its files as they run, the main one first. Its function `target` is the one that is traced. */
export interface CorpusProgram {
  readonly name: string;
  readonly files: readonly ProgramFile[];
  readonly call: WantedCall;
  readonly limits: TraceLimits;
  /** The first major version of Node that runs it. */
  readonly major: number;
  /** Nothing may run beside it: it ends the process, or is in a loop of `for await`, where the tracer takes it for running. */
  readonly isAlone: boolean;
  /** Expressions at lines of the main file. */
  readonly points: readonly {
    readonly line: number;
    readonly expressions: readonly string[];
    readonly condition?: string;
  }[];
}

const LIMITS: TraceLimits = { maxTextLength: 2000, maxEvents: 20_000, maxRows: 10_000 };
/** No code of its own: installed packages are not traced. */
const MAIN = 'node_modules/all-programs.cjs';

/** Options of a program beside its text. */
export interface ProgramOptions extends Partial<Pick<CorpusProgram, 'call' | 'major' | 'points' | 'isAlone'>> {
  /** The main file's name; by its ending, it is a module or not. */
  readonly file?: string;
  readonly maxEvents?: number;
  /** Other files, which run as they are written. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A program that runs as it is written. */
export function program(name: string, text: string, options: ProgramOptions = {}): CorpusProgram {
  const files = Object.entries({ [options.file ?? 'main.cjs']: text, ...options.more });
  return programOf(
    name,
    files.map(([file, each]) => plainFile(file, each)),
    options,
  );
}

/** A program of files that were made of others. */
export function programOf(name: string, files: readonly ProgramFile[], options: ProgramOptions = {}): CorpusProgram {
  const { call = { kind: 'first' }, major = 20, points = [], isAlone = false, maxEvents = LIMITS.maxEvents } = options;
  return { name, files, call, major, points, isAlone, limits: { ...LIMITS, maxEvents } };
}

function plainFile(name: string, text: string): ProgramFile {
  return { name, text, isModule: name.endsWith('.mjs'), written: name, lineOf: (line) => line };
}

/** The folder of a program, below that of all. */
export function folderOf({ name }: CorpusProgram): string {
  return name.replace(/\W+/g, '-');
}

/** Programs that are run one after the other in one process, as they are and as a copy that logs what happens. */
export class CorpusRun {
  readonly programs: readonly CorpusProgram[];
  readonly points: readonly OraclePoint[];
  /** The real events of each process and worker. */
  logs: readonly ProcessLog[] = [];
  readonly #folder: ProgramFolder;
  readonly #node: string;
  readonly #base: string;
  readonly #main: string;
  readonly places: Places;

  /** `name` is that of a folder of its own. */
  constructor(folder: ProgramFolder, node: string, programs: readonly CorpusProgram[], name: string) {
    this.#folder = folder;
    this.#node = node;
    this.programs = programs;
    this.#base = join(folder.path, name);
    const files = programs.flatMap((each) =>
      each.files.map((file) => ({ ...file, name: join(folderOf(each), file.name) })),
    );
    this.points = programs.flatMap((each, index) =>
      each.points.map((point, at) => ({
        ...point,
        id: index * 10 + at,
        file: join(folderOf(each), each.files[0]?.name ?? ''),
      })),
    );
    mkdirSync(join(this.#base, 'logs'), { recursive: true });
    for (const { name: path, text, sources = {} } of files) {
      write(join(this.#base, 'plain', path), text);
      for (const [source, written] of Object.entries(sources)) {
        write(join(this.#base, 'plain', dirname(path), source), written);
      }
    }
    this.places = writeInstrumented(join(this.#base, 'oracle'), files, this.points);
    const [only, ...others] = programs;
    this.#main = only && others.length === 0 ? join(folderOf(only), only.files[0]?.name ?? '') : MAIN;
    if (this.#main === MAIN)
      for (const copy of ['plain', 'oracle']) write(join(this.#base, copy, MAIN), mainText(programs));
  }

  /** Runs the copy in a plain Node. */
  async watch(): Promise<RunResult> {
    const logs = join(this.#base, 'logs');
    const env = { TRACE_ORACLE: logs, NODE_OPTIONS: `--require ${WATCHER}` };
    const run = await this.#folder.plain(this.#node, [join(this.#base, 'oracle', this.#main)], env);
    this.logs = readLogs(logs);
    return run;
  }

  /** Runs the programs with the tracer. */
  trace(wanted: WantedTrace, limits: TraceLimits = LIMITS): Promise<TracedRun> {
    return this.#folder.traced(this.#node, [join(this.#base, 'plain', this.#main)], wanted, { limits });
  }

  /** The path of a file that is traced. */
  pathOf(file: string): string {
    return join(this.#base, 'plain', file);
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The main file; programs that wait go on beside the others. */
function mainText(programs: readonly CorpusProgram[]): string {
  const paths = programs.map((each) => `../${folderOf(each)}/${each.files[0]?.name}`);
  return `for (const path of ${JSON.stringify(paths)}) require(path);`;
}

/** The records of each process or worker. */
export function processRecords(records: readonly TraceRecord[]): TraceRecord[][] {
  const starts = records.flatMap(({ kind }, at) => (kind === 'process' ? [at] : []));
  return starts.map((start, at) => records.slice(start, starts[at + 1]));
}

/** True if a function is called `target`, or is the constructor of a class of that name. */
export function isTarget(name: string): boolean {
  return /(^|\.)#?target(\.constructor)?$/.test(name);
}

/** In outlines, the line of a call that runs is not known but from where it last waited: nothing is noticed at lines. */
export function outlineEnd(end: TracedEnd): TracedEnd {
  return end.kind === 'running' ? { kind: 'running', line: 0 } : end;
}
