import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openEntrance } from '../../../../src/adapter/languages/python/debugpy/by-pid/entrance.ts';
import { ATTACHED, debugpyArguments } from '../../../../src/adapter/languages/python/debugpy/debugpy-arguments.ts';
import { locateDebugpy } from '../../../../src/adapter/languages/python/debugpy/debugpy-copy.ts';
import { openPrivatePort } from '../../../../src/adapter/languages/python/debugpy/private-port.ts';
import { SessionQueue } from '../../../../src/adapter/languages/python/debugpy/session-queue.ts';
import { findInterpreter } from '../../../../src/adapter/languages/python/interpreter/find-interpreter.ts';
import { pythonRecipe } from '../../../../src/adapter/languages/python/recipe.ts';
import type { Transport } from '../../../../src/wire/transport.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';
import { record } from '../../../support/recorded-session.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/**
 * Enters itself as often as it is told to, as a native debugger makes a process do, and says what it finds in itself then: traces of a
 * debugger, and how the processes fare that it starts.
 */
const PROGRAM = `import multiprocessing, os, subprocess, sys, threading, time, warnings

folder = sys.argv[1]
state = {"n": 0}

def told(name):
    return os.path.exists(os.path.join(folder, name))

def enter(path):
    if told(path):
        with open(os.path.join(folder, path)) as file:
            entrance = file.read()
        os.remove(os.path.join(folder, path))
        if entrance:
            exec(compile(open(entrance).read(), entrance, "exec"), {"__file__": entrance})

class Late:
    """Is printed when the debugger has left."""
    def __str__(self):
        open(os.path.join(folder, "printing"), "w").close()
        while sys.stdout is not sys.__stdout__:
            time.sleep(0.005)
        return "late"

def tick(n):
    # Shown once, as long as nothing sets back what was shown.
    warnings.warn("ticks")
    state["n"] += 1
    return n + 1

def elsewhere():
    while not told("left"):
        tick(0)
        time.sleep(0.005)
    report("thread")

def traces():
    """Where a thread is traced, that ends at its next call."""
    tick(0)
    tools = [name for name in map(sys.monitoring.get_tool, range(6)) if name] if hasattr(sys, "monitoring") else []
    functions = sys.gettrace(), sys.getprofile(), threading._trace_hook, threading._profile_hook
    return tools, functions, sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__

def report(place):
    until = time.monotonic() + 5
    while traces() != ([], (None,) * 4, True, True) and time.monotonic() < until:
        time.sleep(0.01)
    print(place, traces(), flush=True)

def child(*args):
    done = subprocess.run([sys.executable, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20)
    print(args[0], done.returncode, done.stdout.decode(), flush=True)

def in_child():
    print("in a child", flush=True)

def main():
    other = threading.Thread(target=elsewhere)
    print("begun", flush=True)
    other.start()
    while not told("left"):
        enter("enter")
        if told("print"):
            os.remove(os.path.join(folder, "print"))
            print(*[Late()] * 20, flush=True)
        tick(0)
        time.sleep(0.005)
    other.join()
    report("main")
    later = threading.Thread(target=report, args=("new thread",))
    later.start()
    later.join()
    child("-c", "print('text')")
    child(os.path.join(folder, "child.py"))
    pid = os.fork()
    if pid == 0:
        print("in a copy", flush=True)
        os._exit(3)
    print("copy", os.waitpid(pid, 0)[1] >> 8, flush=True)
    made = multiprocessing.get_context("spawn").Process(target=in_child)
    made.start()
    made.join()
    print("made", made.exitcode, flush=True)
    while len(threading.enumerate()) > 1:
        time.sleep(0.01)
    print("end", flush=True)

if __name__ == "__main__":
    main()
`;

const PATCHED = 'from gevent import monkey; monkey.patch_all(); ';
const LINE = PROGRAM.split('\n').indexOf('    return n + 1') + 1;
const STOP = `breakpoint: app.py:${LINE}`;

/** The program, outside of any session. */
class Running implements AsyncDisposable {
  readonly folder = temporaryFolder('leaving-');
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #python: string;
  text = '';
  stderr = '';

  constructor(python: string, before: string) {
    this.#python = python;
    writeFileSync(join(this.folder, 'app.py'), before + PROGRAM);
    writeFileSync(join(this.folder, 'child.py'), 'print("file")\n');
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    this.#child = spawn(python, [join(this.folder, 'app.py'), this.folder], { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#closed = once(this.#child, 'close');
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
  }

  /** Has it do what a native debugger would make it do, and takes its connections until then. */
  async connected(take: (transport: Transport<string>) => void): Promise<() => void> {
    await expect.poll(() => this.text, { timeout: 15_000 }).toContain('begun');
    const interpreter = await findInterpreter({ executablePath: this.#python, cwd: this.folder, env: process.env });
    const { packages } = (await locateDebugpy(interpreter)) ?? { packages: '' };
    let arrived = () => {};
    const arriving = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const port = await openPrivatePort((transport) => {
      take(transport);
      arrived();
    });
    const entrance = openEntrance(this.#child.pid ?? 0, packages, port);
    writeFileSync(join(this.folder, 'told'), entrance.path);
    renameSync(join(this.folder, 'told'), join(this.folder, 'enter'));
    await arriving;
    entrance.withdraw();
    return () => port.close();
  }

  /** A session with it. */
  async session(): Promise<{ session: DebuggedPython; drop(): void }> {
    const dropped: (() => void)[] = [];
    const attach = async () => {
      const sessions = new SessionQueue();
      const close = await this.connected((transport) => {
        dropped.push(() => transport.close());
        const first = debugpyArguments({ stopOnEntry: false, programFile: undefined });
        sessions.add({ transport, command: 'attach', arguments: { ...first, ...ATTACHED } });
      });
      dropped.push(close);
      const onSession: SessionQueue['onSession'] = (listener) => sessions.onSession(listener);
      return { started: undefined, label: 'it', onSession, close };
    };
    const session = await DebuggedPython.start(
      { 'app.py': PROGRAM },
      { recipe: { ...pythonRecipe, attach }, attach: () => ({ kind: 'pid', pid: this.#child.pid ?? 0 }) },
    );
    return { session, drop: () => dropped.splice(0).map((each) => each()) };
  }

  /** The place at which it comes by all the time. */
  get place() {
    return { target: { kind: 'line' as const, path: join(this.folder, 'app.py'), line: LINE } };
  }

  /** Lets it come to its end; resolves with all that is to be seen of it. */
  async end(): Promise<{ exitCode: number | null; text: string; stderr: string }> {
    writeFileSync(join(this.folder, 'left'), '');
    await this.#closed;
    const [text = '', stderr = ''] = [this.text, this.stderr].map((each) => each.replaceAll(this.folder, ''));
    return { exitCode: this.#child.exitCode, text, stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const versions = pythonVersions().map((version) => ({
  name: `Python 3.${version.minor}`,
  environment: environmentWithDebugpy(version),
}));
const kinds = [
  ...versions.map(({ name, environment: { python } }) => ({ name, python, before: '', isWatched: true })),
  ...debugpyVersions().flatMap((kind) =>
    kind === 'old'
      ? [
          { name: 'an old debugpy', python: pythonWith('old'), before: '', isWatched: true },
          // Before Python 3.12, what greenlets write is not seen.
          { name: 'gevent', python: pythonWith('tasks'), before: PATCHED, isWatched: false },
        ]
      : [],
  ),
];
afterAll(() => {
  for (const { environment } of versions) environment[Symbol.dispose]();
});

describe.each(kinds)('a running program that was attached to, with $name', ({ python, before, isWatched }) => {
  async function alone() {
    await using running = new Running(python, before);
    return await running.end();
  }

  test('goes on as if nothing had been when the debugger leaves, and when another one does', async () => {
    await using running = new Running(python, before);
    for (const _ of [1, 2]) {
      const { session } = await running.session();
      await using attached = session;
      await attached.session.breakpoints.set(running.place);
      expect(await attached.firstStop()).toBe(STOP);
      await attached.session.end();
    }
    expect(await running.end()).toEqual(await alone());
  });

  test('goes on so when the debugger is gone in the middle of a stop', async () => {
    await using running = new Running(python, before);
    const { session, drop } = await running.session();
    await using attached = session;
    await attached.session.breakpoints.set(running.place);
    expect(await attached.firstStop()).toBe(STOP);
    drop();
    expect(await running.end()).toEqual(await alone());
  });

  if (isWatched) {
    test('goes on so when the debugger is gone while it records and watches', async () => {
      await using running = new Running(python, before);
      const { session, drop } = await running.session();
      await using attached = session;
      const { id } = await attached.session.breakpoints.set(running.place);
      expect(await attached.firstStop()).toBe(STOP);
      await attached.session.breakpoints.remove(id);
      const { writes } = attached.session.inspection;
      await writes.add({ expression: 'state["n"]', isLogged: true });
      const recorded = record(attached.session, { kind: 'calls' }).catch(() => 'gone');
      await expect.poll(() => writes.list()[0]?.changes, { timeout: 10_000 }).toBeGreaterThan(5);
      drop();
      await recorded;
      expect(await running.end()).toEqual(await alone());
    });
  }

  test('goes on so when the debugger leaves while it prints', async () => {
    await using running = new Running(python, before);
    const { session } = await running.session();
    await using attached = session;
    writeFileSync(join(running.folder, 'print'), '');
    await expect.poll(() => existsSync(join(running.folder, 'printing')), { timeout: 10_000 }).toBe(true);
    await attached.session.end();
    const printed = `${Array(20).fill('late').join(' ')}\n`;
    await expect.poll(() => running.text, { timeout: 10_000 }).toContain(printed);
    const { text, ...rest } = await running.end();
    expect({ ...rest, text: text.replace(printed, '') }).toEqual(await alone());
  });

  test('goes on so when the debugger is gone before it has said what it wants', async () => {
    await using running = new Running(python, before);
    const taken: Transport<string>[] = [];
    const close = await running.connected((transport) => taken.push(transport));
    // It waits for the debugger now.
    await sleep(200);
    for (const each of taken) each.close();
    close();
    expect(await running.end()).toEqual(await alone());
  });
});
