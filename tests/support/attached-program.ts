import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { NodeAdapter } from '../../src/adapter/node/node-adapter.ts';
import { DebugSession } from '../../src/session/debug-session.ts';
import { ProgramFiles } from './temporary-folder.ts';

/** A program of Node.js that runs already, outside of any session, and a session that is to attach to it. Dispose of it. */
export class AttachedProgram {
  /** Absolute. */
  readonly path: string;
  /** Url of its inspector. */
  readonly url: string;
  readonly session: DebugSession;
  /** The raw messages. */
  readonly wire: string[] = [];
  readonly child: ChildProcess;
  readonly #files: ProgramFiles;
  readonly #stdout: string[];

  private constructor(
    child: ChildProcess,
    { files, path, url }: { files: ProgramFiles; path: string; url: string },
    stdout: string[],
  ) {
    this.child = child;
    this.#files = files;
    this.path = path;
    this.url = url;
    this.#stdout = stdout;
    const traceWire = (line: string) => this.wire.push(line);
    this.session = new DebugSession(
      { id: 'test', language: 'node', createAdapter: () => new NodeAdapter({ traceWire }) },
      { kind: 'attach', target: { kind: 'url', url }, cwd: files.folder, label: 'ticking' },
    );
  }

  /** Runs a program; resolves when it has written something to its stdout, before anybody attaches. */
  static async run(node: string, source: string): Promise<AttachedProgram> {
    const files = new ProgramFiles('attached-', { 'main.cjs': source });
    const path = files.path('main.cjs');
    const child = spawn(node, ['--inspect=127.0.0.1:0', path], { stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
    // It has written its url before it runs.
    const [[announced]] = await Promise.all([once(child.stderr, 'data'), once(child.stdout, 'data')]);
    return new AttachedProgram(child, { files, path, url: /ws:\S+/.exec(String(announced))?.[0] ?? '' }, stdout);
  }

  /** All that it has written to its stdout. */
  get stdout(): string {
    return this.#stdout.join('');
  }

  /** A breakpoint's target. */
  line(line: number) {
    return { kind: 'line', path: this.path, line } as const;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.end();
    this.child.kill('SIGKILL');
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    this.#files[Symbol.dispose]();
  }
}
