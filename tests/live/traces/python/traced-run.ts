import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { traceEnvironment } from '../../../../src/adapter/languages/python/trace/trace-environment.ts';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { TraceLimits, WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { ProgramFiles } from '../../../support/temporary-folder.ts';

export type RecordOf<K extends TraceRecord['kind']> = Extract<TraceRecord, { kind: K }>;

/** The output of a program, and the records of its processes. */
export interface ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: number | string | null;
  /** The records of all processes, each as it was written last. */
  readonly records: readonly TraceRecord[];
  /** The records of each process by itself. */
  readonly processes: readonly (readonly TraceRecord[])[];
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<TraceLimits>;
  /** Sent when this text was written to stdout. */
  readonly kill?: { readonly at: string; readonly signal: NodeJS.Signals; readonly afterMs?: number };
}

const LIMITS: TraceLimits = { maxTextLength: 200, maxEvents: 2_000, maxRows: 200 };

/** The function `target`, at its first call. */
export const FIRST_CALL: WantedTrace = {
  kind: 'frame',
  place: { kind: 'function', name: 'target' },
  call: { kind: 'first' },
};

/** A folder of programs that are run by one Python, with and without the tracer. Dispose of it. */
export class ProgramFolder {
  readonly #files: ProgramFiles;
  readonly #python: string;
  #runs = 0;

  constructor(python: string, files: Readonly<Record<string, string>>) {
    this.#python = python;
    this.#files = new ProgramFiles('traced-python-', files);
  }

  get path(): string {
    return this.#files.folder;
  }

  /** As without a tracer. */
  plain(file: string, options: RunOptions = {}): Promise<ProgramRun> {
    return this.#run([file, ...(options.args ?? [])], { ...options.env }, options);
  }

  /** With a tracer in each process. */
  async traced(file: string, wanted: WantedTrace, options: RunOptions = {}): Promise<ProgramRun> {
    const directory = join(this.path, `.trace-${this.#runs++}`);
    mkdirSync(directory);
    const requestFile = join(directory, 'request.json');
    const limits = { ...LIMITS, ...options.limits };
    writeFileSync(requestFile, JSON.stringify({ directory, roots: [this.path], wanted, limits }));
    const own = { ...options.env };
    const env = { ...own, ...traceEnvironment(own), MCP_DEBUGGER_TRACE: requestFile };
    const run = await this.#run([file, ...(options.args ?? [])], env, options);
    const processes = readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => recordsOf(readFileSync(join(directory, name), 'utf8')));
    return { ...run, processes, records: processes.flat() };
  }

  #run(args: readonly string[], env: Record<string, string>, { kill }: RunOptions): Promise<ProgramRun> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(this.#python, args, {
      cwd: this.path,
      env: { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Promise((resolve, reject) => {
      let stdout = '';
      let stderr = '';
      let isKilled = false;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (!kill || isKilled || !stdout.includes(kill.at)) return;
        isKilled = true;
        setTimeout(() => child.kill(kill.signal), kill.afterMs ?? 0);
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
      child.on('error', reject);
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        resolve({ stdout, stderr, ended: code ?? signal, records: [], processes: [] });
      });
    });
  }

  [Symbol.dispose](): void {
    this.#files[Symbol.dispose]();
  }
}

function recordsOf(text: string): TraceRecord[] {
  const found: TraceRecord[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const last = new Map(found.map((each) => [identity(each), each]));
  return [...last.values()];
}

function identity(record: TraceRecord): string {
  switch (record.kind) {
    case 'call':
      return `call ${record.function} ${record.number}`;
    case 'node':
      return `node ${record.id}`;
    case 'hit':
      return `hit ${record.point} ${record.pass}`;
    case 'total':
      return `total ${record.function}`;
    case 'pointTotal':
      return `pointTotal ${record.point}`;
    default:
      return JSON.stringify(record);
  }
}

/** The records of one kind. */
export function recordsOfKind<K extends TraceRecord['kind']>(records: readonly TraceRecord[], kind: K): RecordOf<K>[] {
  return records.filter((each): each is RecordOf<K> => each.kind === kind);
}
