import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { traceEnvironment } from '../../src/adapter/node/trace/trace-environment.ts';
import type { TraceRecord } from '../../src/model/trace/trace-record.ts';
import type { TraceLimits, WantedTrace } from '../../src/model/trace/trace-request.ts';
import { ProgramFiles } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LIMITS: TraceLimits = { maxTextLength: 120, maxEvents: 1000, maxRows: 100 };
const TIMEOUT_MS = 60_000;

/** The result of a run. */
export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that was traced. */
export interface TracedRun extends RunResult {
  readonly records: readonly TraceRecord[];
}

/** Builds the tracer as the sources are now, where `traceEnvironment` finds it from the sources. */
export async function buildTracer(): Promise<void> {
  const { buildTraceAgent } = await import(`${root}scripts/bundle/build.mjs`);
  const agent = `${root}.cache/in-debuggee/trace-agent.cjs`;
  // Tests of other files run beside this one: none of them may see half of it.
  const built = `${agent}.${process.pid}`;
  await buildTraceAgent(built);
  renameSync(built, agent);
}

/** A folder for programs of a test, and what runs them. */
export class ProgramFolder {
  readonly #files = new ProgramFiles('traced-');

  get path(): string {
    return this.#files.folder;
  }

  /** Writes a file, in folders that are made for it; returns its path. */
  write(name: string, text: string): string {
    return this.#files.write(name, text);
  }

  /** Runs a program without a tracer. */
  plain(node: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RunResult> {
    return run(node, args, this.path, { ...process.env, ...env });
  }

  /** Runs a program with a tracer in each of its processes. */
  async traced(
    node: string,
    args: readonly string[],
    wanted: WantedTrace,
    more: { readonly limits?: Partial<TraceLimits>; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<TracedRun> {
    const directory = mkdtempSync(join(this.path, 'records-'));
    const file = join(directory, 'request.json');
    const limits = { ...LIMITS, ...more.limits };
    writeFileSync(file, JSON.stringify({ directory, roots: [this.path], wanted, limits }));
    const base = { ...process.env, ...more.env };
    const result = await run(node, args, this.path, { ...base, ...traceEnvironment(base), MCP_DEBUGGER_TRACE: file });
    const records = recordsIn(directory);
    rmSync(directory, { recursive: true, force: true });
    return { ...result, records };
  }

  remove(): void {
    this.#files[Symbol.dispose]();
  }
}

/** The records of all processes and workers, file by file. */
function recordsIn(directory: string): TraceRecord[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
    .map((line): TraceRecord => JSON.parse(line));
}

function run(node: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MS });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
