import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ToolCalls } from '../../../../src/calls/tool-calls.ts';
import { DebugEngine } from '../../../../src/engine/debug-engine.ts';
import { DEBUG_TOOLSET } from '../../../../src/toolsets/debug/toolset.ts';
import { bindToolsets } from '../../../../src/toolsets/tool.ts';
import { pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const GOOD = 'total = 0\nfor price in [2, 3]:\n    total += price\nprint(total)\n';

/** The `debug` toolset on an engine of its own, with a session that every bad call must leave as it is. */
class Toolbox {
  readonly folder = temporaryFolder('bad-python-');
  readonly engine = new DebugEngine({ cwd: this.folder });
  readonly #calls: ToolCalls;

  constructor() {
    const toolset = bindToolsets([DEBUG_TOOLSET], this.engine, () => this.engine.close());
    this.#calls = new ToolCalls(toolset, { log: () => {}, masksSecrets: false });
  }

  write(name: string, text: string, mode = 0o644): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  async ask(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
    const call = { signal: AbortSignal.timeout(60_000), progress: () => {} };
    const outcome = await this.#calls.call(`debug_${name}`, args, call);
    if (outcome.kind === 'rejected') throw new Error(`debug_${name} was rejected: ${outcome.message}`);
    const { text = '', isError = false } = outcome.answer;
    return { text, isError };
  }

  /** Launches a program with the newest debugpy, unless another is named. */
  launch(args: Record<string, unknown>) {
    const env = { PYTHONDONTWRITEBYTECODE: '1', ...Object(args.env) };
    return this.ask('launch', { language: 'python', runtimeExecutable: pythonWith('newest'), ...args, env });
  }

  /** Launches the text as a program and reports its first stop or its end. */
  async run(name: string, text: string, args: Record<string, unknown> = {}) {
    this.write(name, text);
    const { text: said } = await this.launch({ program: name, session: name, stopOnEntry: false, ...args });
    return said;
  }

  async expectUnharmed(): Promise<void> {
    expect(await this.ask('evaluate', { expression: 'total + price', session: 'good' })).toEqual({
      text: expect.stringMatching(/\b2$/),
      isError: false,
    });
  }

  async close(): Promise<void> {
    await this.engine.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let box: Toolbox;

beforeAll(async () => {
  box = new Toolbox();
  // Copies of debugpy that a `doctor --fix` made are found there.
  vi.stubEnv('XDG_CACHE_HOME', join(box.folder, 'no-cache'));
  box.write('good.py', GOOD);
  box.write('tool/__main__.py', 'import cart\n');
  box.write('tool/cart.py', GOOD);
  execFileSync(pythonWith('newest'), ['-m', 'zipapp', 'tool'], { cwd: box.folder });
  const { text } = await box.launch({ program: 'good.py', breakpoints: ['good.py:3'], session: 'good' });
  expect(text).toContain('good.py:3');
});
afterAll(() => {
  vi.unstubAllEnvs();
  return box.close();
});

const PYTHON_2 = `#!/bin/sh
printf '\\n<<interpreter>>2.7.18|python2.7|\\n'
`;

describe('is refused with the next step, and the other session lives on:', () => {
  test.each([
    [
      'an interpreter that is not there',
      { runtimeExecutable: './nowhere/python' },
      /is not there.*\nLeave runtimeExec/,
    ],
    ['a folder as interpreter', { runtimeExecutable: '.' }, /a folder without a Python.*\nLeave/],
    ['a program that is no interpreter', { runtimeExecutable: '/bin/cat' }, /is not a Python interpreter.*\nPass the/],
    ['one that fails', { runtimeExecutable: '/bin/false' }, /is not a Python interpreter.*\nPass the path/],
    ['a text file as interpreter', { runtimeExecutable: './good.py' }, /not executable.*\nLeave/],
    ['Python 2', { runtimeExecutable: './python2' }, /is Python 2\.7\.18; Python 3 is needed to debug\.\n.+/],
    [
      'Python without debugpy',
      { runtimeExecutable: pythonWith('bare') },
      /debugpy is not there.*\nRun: .*doctor --fix/,
    ],
    ['a file that is not there', { program: 'missing.py' }, /There is no file "missing\.py".*\nGive a path/],
    ['a folder', { program: 'empty' }, /is a folder without a __main__\.py.*\nName the file/],
    ['no program', { program: 'python' }, /starts Python without a program.*\nName a file/],
    ['an option that Python does not know', { program: 'python --nonsense good.py' }, /nonsense[\s\S]*\nRun the same/],
    ['a breakpoint past the end', { breakpoints: ['good.py:99'] }, /past the end of good\.py.*\nNothing was started/],
    [
      'a breakpoint past the end in an archive',
      { program: 'tool.pyz', breakpoints: ['tool.pyz/cart.py:99'] },
      /past the end of cart\.py.*\nNothing was started\. Correct its file or line/,
    ],
    ['a breakpoint in no file', { breakpoints: ['nope.py:1'] }, /no file .*nope\.py.*\nNothing was started/],
    [
      'the file of the other session as another language',
      { language: 'node', session: undefined, runtimeExecutable: undefined },
      /is neither a script of Node\.js nor executable.*\nMake it/,
    ],
    ['a condition with an error', { breakpoints: ['good.py:3 if (('] }, /does not parse.*\nWrite an expression/],
  ])('%s', async (name, args, says) => {
    box.write('python2', PYTHON_2, 0o755);
    mkdirSync(join(box.folder, 'empty'), { recursive: true });
    const { text, isError } = await box.launch({ program: 'good.py', session: name, ...args });
    expect({ text, isError }).toEqual({ text: expect.stringMatching(says), isError: true });
    await box.expectUnharmed();
  });
});

describe('a program that fails by itself is reported with its reason, and the other session lives on:', () => {
  test.each([
    ['a syntax error', 'syntax.py', 'def broken(:\n    pass\n', /SyntaxError/],
    ['bytes that are no text', 'nul.py', 'x = 1\0\n', /null byte/],
    ['a missing module', 'imports.py', 'import surely_not_installed\n', /No module named 'surely_not_installed'/],
    ['recursion without end', 'deep.py', 'def f(n):\n    return f(n + 1)\n\nf(0)\n', /RecursionError/],
    ['an abort in C', 'abort.py', 'import os\nos.abort()\n', /SIGABRT/],
    ['a fault in C', 'fault.py', 'import ctypes\nctypes.string_at(0)\n', /SIGSEGV/],
  ])('%s', async (_, name, text, says) => {
    expect(await box.run(name, text)).toMatch(says);
    await box.expectUnharmed();
  });

  test('a module that does not exist', async () => {
    const { text } = await box.launch({ program: '-m surely_nothing', session: 'module', stopOnEntry: false });
    expect(text).toMatch(/surely_nothing/);
    expect(text).toMatch(/exit(ed)?.* 1|No module/);
    expect(text).not.toMatch(/start_debuggee|pydevd_runpy/);
    await box.expectUnharmed();
  });
});

const ENDS = `
import multiprocessing, os, signal, sys, threading, time

def work(n):
    time.sleep(0.1)
    return n * 2

def end(how):
    if how == "fork":
        pid = os.fork()
        if pid == 0:
            print("child", work(1), flush=True)
            os._exit(3)
        print("parent", os.waitpid(pid, 0)[1] >> 8)
    elif how == "orphan":
        if os.fork() == 0:
            time.sleep(0.3)
            os._exit(0)
        print("parent")
    elif how == "spawn":
        multiprocessing.set_start_method("spawn")
        process = multiprocessing.Process(target=print, args=("child",))
        process.start()
        process.join()
    elif how == "pool":
        with multiprocessing.Pool(2) as pool:
            print(pool.map(work, [1, 2, 3]))
    elif how == "threads":
        for n in range(20):
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        print("left behind")
    elif how == "exit":
        print("before")
        os._exit(3)
    elif how == "output":
        os.write(1, b"x" * 10_000_000 + b"\\nlast line\\n")
    elif how == "bytes":
        os.write(1, bytes(range(256)) + b"\\nlast line\\n")
    elif how == "closed":
        os.close(1)
        os.close(2)
    elif how == "wait":
        print("waiting", flush=True)
        time.sleep(1000)

if __name__ == "__main__":
    end(sys.argv[1])
`;

describe('a program that ends in its own way is followed to its end, and the other session lives on:', () => {
  test.each([
    ['a copy by fork', 'fork', /Exit code: 0[\s\S]*child 2\n[\s\S]*parent 3/],
    ['a copy that outlives its parent', 'orphan', /Exit code: 0[\s\S]*parent/],
    ['a child by spawn', 'spawn', /Exit code: 0[\s\S]*child/],
    ['a pool', 'pool', /Exit code: 0[\s\S]*\[2, 4, 6\]/],
    ['daemon threads that never end', 'threads', /Exit code: 0[\s\S]*left behind/],
    ['os._exit', 'exit', /Exit code: 3[\s\S]*before/],
    ['10 MB at once', 'output', /Exit code: 0[\s\S]*last line/],
    ['bytes that are no text', 'bytes', /Exit code: 0[\s\S]*last line/],
    ['closed streams', 'closed', /Exit code: 0/],
  ])('%s', async (_, how, says) => {
    expect(await box.run('ends.py', ENDS, { args: [how], session: how })).toMatch(says);
    await box.expectUnharmed();
  });

  test('killed from outside, while it is waited for', async () => {
    expect(await box.run('ends.py', ENDS, { args: ['wait'], session: 'wait', timeoutMs: 2_000 })).toMatch(
      /Still running/,
    );
    const pid = box.engine.sessions.get('wait').summary().threads[0]?.pid;
    const waiting = box.ask('continue', { session: 'wait' });
    process.kill(pid ?? 0, 'SIGKILL');
    expect((await waiting).text).toContain('SIGKILL');
    const { text, isError } = await box.ask('evaluate', { expression: '1', session: 'wait' });
    expect({ text, isError }).toEqual({ text: expect.stringMatching(/SIGKILL.*\n.+/), isError: true });
    await box.expectUnharmed();
  });
});

const HOSTILE = `
import asyncio, collections, sys, threading, time, types

class Throws:
    def __repr__(self): raise ValueError("repr of Throws ran")
    __str__ = __repr__

class Hangs:
    def __repr__(self):
        time.sleep(3600)
    __str__ = __repr__

class Spins:
    def __repr__(self):
        while True: pass

class Prints:
    def __repr__(self):
        print("repr of Prints ran", flush=True)
        return "Prints()"
    __str__ = __repr__

class Exits:
    def __repr__(self): sys.exit(9)

class Odd:
    def __getattribute__(self, name): raise RuntimeError("getattribute ran: " + name)
    def __class__(self): raise RuntimeError
    def __len__(self): raise RuntimeError
    def __iter__(self): raise RuntimeError
    def __eq__(self, other): raise RuntimeError
    def __bool__(self): raise RuntimeError

class HangingError(Exception):
    def __str__(self): time.sleep(3600)
    __repr__ = __str__

class ThrowingError(Exception):
    def __str__(self): raise ValueError("str ran")
    __repr__ = __str__

def fail(kind):
    raise kind("reason")

def look(hangs, throws, prints, spins):
    inside = [Hangs(), Throws(), Prints()]
    proxy = types.MappingProxyType({"key": Hangs()})
    odd, exits = Odd(), Exits()
    loop = asyncio.new_event_loop()
    future = loop.create_future()
    future.set_result(Hangs())
    loop.close()
    named = collections.OrderedDict(a=Hangs()).items()
    counter = collections.defaultdict(Hangs, {1: Spins()})
    alias = list[Hangs()] if sys.version_info >= (3, 9) else None
    here = 1
    return here

if __name__ == "__main__":
    look(Hangs(), Throws(), Prints(), Spins())
    if len(sys.argv) > 1:
        fail({"hanging": HangingError, "throwing": ThrowingError}[sys.argv[1]])
    print("done")
`;

const AT_RETURN = `hostile.py:${lineOf('    return here')}`;
const AT_RAISE = `hostile.py:${lineOf('    raise kind')}`;

/** 1-based. */
function lineOf(text: string): number {
  return HOSTILE.slice(0, HOSTILE.indexOf(text)).split('\n').length;
}

describe('values that throw, hang or print when they are described', () => {
  test('are shown without running any of their code, as locals, watches and expanded', async () => {
    box.write('hostile.py', HOSTILE);
    const launched = await box.launch({
      program: 'hostile.py',
      session: 'hostile',
      breakpoints: [AT_RETURN],
      timeoutMs: 8_000,
    });
    expect(launched.text).toContain(AT_RETURN);
    for (const name of [
      'hangs',
      'throws',
      'prints',
      'spins',
      'inside',
      'proxy',
      'odd',
      'exits',
      'future',
      'named',
      'counter',
      'alias',
    ]) {
      const { text, isError } = await box.ask('variables', { path: name, session: 'hostile', depth: 2 });
      expect({ name, text, isError }).toEqual({
        name,
        text: expect.not.stringMatching(/ ran|not held/),
        isError: false,
      });
      const value = await box.ask('evaluate', { expression: name, session: 'hostile', timeoutMs: 3_000 });
      expect({ name, value }).toEqual({
        name,
        value: { text: expect.not.stringMatching(/ ran|time/), isError: false },
      });
    }
    const { text } = await box.ask('continue', { session: 'hostile' });
    expect(text).toContain('Exit code: 0');
    const { text: output } = await box.ask('output', { session: 'hostile' });
    expect(output).toContain('done');
    expect(output).not.toContain('ran');
    await box.expectUnharmed();
  });

  test.each(['Hangs', 'Spins', 'Throws', 'Prints'])('a repr that is asked for: %s', async (kind) => {
    box.write('hostile.py', HOSTILE);
    const session = `repr ${kind}`;
    await box.launch({ program: 'hostile.py', session, breakpoints: [AT_RETURN] });
    const { text } = await box.ask('evaluate', { expression: `repr(${kind}())`, session, timeoutMs: 1_000 });
    expect(text).toMatch(
      {
        Hangs: /Timed out after 1\.0 s/,
        Spins: /Timed out after 1\.0 s/,
        Throws: /repr of Throws ran/,
        Prints: /Prints\(\)/,
      }[kind] ?? /never/,
    );
    const next = await box.ask('evaluate', { expression: 'here + 1', session, timeoutMs: 3_000 });
    expect(next).toEqual({ text: expect.stringMatching(/\b2$/), isError: false });
    expect((await box.ask('continue', { session })).text).toContain('Exit code: 0');
  });

  test.each(['hanging', 'throwing'])('an exception whose text is %s: the stop is reported', async (kind) => {
    box.write('hostile.py', HOSTILE);
    const { text } = await box.launch({
      program: 'hostile.py',
      args: [kind],
      session: kind,
      stopOnEntry: false,
      timeoutMs: 15_000,
    });
    expect(text).toMatch(/(Hanging|Throwing)Error/);
    expect(text).toContain(AT_RAISE);
    await box.ask('stop', { session: kind });
    await box.expectUnharmed();
  });

  test.each(['Hanging', 'Throwing'])('an evaluation that raises an exception whose text is %s', async (kind) => {
    box.write('hostile.py', HOSTILE);
    const session = `raises ${kind}`;
    await box.launch({ program: 'hostile.py', session, breakpoints: [AT_RETURN] });
    const { text } = await box.ask('evaluate', { expression: `fail(${kind}Error)`, session, timeoutMs: 1_000 });
    expect(text).toMatch(new RegExp(`${kind}Error`));
    const next = await box.ask('evaluate', { expression: 'here + 1', session, timeoutMs: 3_000 });
    expect(next).toEqual({ text: expect.stringMatching(/\b2$/), isError: false });
  });
});
