import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { runTestsAndKeep } from '../../../src/investigate/test-run/keep/keep-failure.ts';
import type { KeptTestRun } from '../../../src/investigate/test-run/keep/kept-run.ts';
import { runTests } from '../../../src/investigate/test-run/run-tests.ts';
import type { TestRunOptions, TestRunRequest } from '../../../src/investigate/test-run/test-run-request.ts';
import type { SourceLocation } from '../../../src/model/source-location.ts';
import type { TestFailure, TestRunReport } from '../../../src/model/tests/test-report.ts';
import { nodeOf } from '../../support/node-versions.ts';
import { linkTools, type ToolFolder } from '../../support/run-modes/tools.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAMS = fileURLToPath(new URL('../../programs/test-runners/', import.meta.url));
const LIMITS = { depth: 0, maxChildren: 50, maxTextLength: 200 };
/** Far above what a run takes, because a busy machine must not turn a rerun into none. */
const TIMEOUT_MS = 150_000;

/** A copy of a program with tests, in a folder of its own. */
export class TestProject {
  readonly folder: string;
  readonly #engine: DebugEngine;

  constructor(
    name: 'typescript' | 'assert' | 'python' | `kinds/${string}`,
    { installed = true, tools }: ProjectSetting = {},
  ) {
    this.folder = temporaryFolder('tests-');
    cpSync(join(PROGRAMS, name), this.folder, { recursive: true });
    if (name.startsWith('kinds/')) cpSync(join(PROGRAMS, 'kinds/shop.cjs'), join(this.folder, 'shop.cjs'));
    if (installed && name !== 'python') linkTools(this.folder, tools);
    this.#engine = new DebugEngine({ cwd: this.folder });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Runs a command line as an agent would give it, found through PATH. */
  run(program: string, setting: Partial<TestRunRequest & TestRunOptions> & RunSetting = {}): Promise<TestRunReport> {
    const { request, options } = this.#callOf(program, setting);
    return runTests(this.#engine, request, options);
  }

  /** The same, for a run that is to stay where its first test failed. */
  keep(program: string, setting: Partial<TestRunRequest & TestRunOptions> & RunSetting = {}): Promise<KeptTestRun> {
    const { request, options } = this.#callOf(program, setting);
    return runTestsAndKeep(this.#engine, request, options);
  }

  /** Ends what was kept. */
  end(): Promise<void> {
    return this.#engine.close();
  }

  #callOf(program: string, { node = 20, env = {}, ...more }: Partial<TestRunRequest & TestRunOptions> & RunSetting) {
    const binary = nodeOf(node).path;
    const PATH = [...(more.path ?? []), dirname(binary), process.env.PATH ?? ''].join(delimiter);
    const cwd = join(this.folder, more.within ?? '.');
    const launch = { program, args: [], cwd, env: { ...env, PATH }, stopOnEntry: false };
    return { request: { launch, limits: LIMITS, ...more }, options: { timeoutMs: TIMEOUT_MS, ...more } };
  }

  /** Failures as lines: the name, where it was seen and what the variables were. */
  summary(failures: readonly TestFailure[]): string[] {
    return failures.map((failure) => `${failure.name} | ${this.#siteText(failure)}`).sort();
  }

  #siteText({ site }: TestFailure): string {
    if (site.kind === 'unseen') return site.cause;
    const values = [...site.locals, ...site.closure].map(({ name, value }) => `${name}=${value}`);
    return [`${site.moment} ${this.mark(site.location)}`, values.join(' ')].join(' | ');
  }

  /** `cart.ts @throw` for a place whose line has a mark, the line's number without one. */
  mark({ path, line }: SourceLocation): string {
    const text = readFileSync(path, 'utf8').split('\n')[line - 1] ?? '';
    return `${basename(path)} ${/@[\w-]+/.exec(text)?.[0] ?? line}`;
  }
}

interface ProjectSetting {
  /** False for a project without any tool. */
  readonly installed?: boolean;
  readonly tools?: ToolFolder;
}

interface RunSetting {
  /** Major version. */
  readonly node?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders to put in front of PATH. */
  readonly path?: readonly string[];
  /** Folder below the project's. */
  readonly within?: string;
}

/** All output of a run, in order. */
export function textOf({ output }: TestRunReport): string {
  return output.chunks.map(({ text }) => text).join('');
}
