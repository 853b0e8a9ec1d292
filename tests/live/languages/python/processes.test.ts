import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';

const PARENT = `
import multiprocessing, os, subprocess, sys

def work(n):
    doubled = n * 2
    return doubled

def run(how):
    if how == "subprocess":
        subprocess.run([sys.executable, "child.py"], check=True)
    elif how == "no environment":
        subprocess.run([sys.executable, os.path.abspath("child.py")], env={}, check=True)
    elif how in ("fork", "spawn", "forkserver"):
        multiprocessing.set_start_method(how)
        process = multiprocessing.Process(target=work, args=(21,))
        process.start()
        process.join()
    elif how == "pool":
        with multiprocessing.Pool(2) as pool:
            assert pool.map(work, [21, 22]) == [42, 44]
    elif how == "os.fork":
        pid = os.fork()
        if pid == 0:
            work(21)
            os._exit(3)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3
    elif how == "exec":
        os.execv(sys.executable, [sys.executable, "child.py"])
    elif how == "os._exit":
        os._exit(7)
    elif how == "sys.exit":
        sys.exit(4)
    elif how == "killed":
        os.kill(os.getpid(), 9)
    elif how == "daemon thread":
        import threading, time
        threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
    elif how == "much output":
        sys.stdout.write("x" * 10_000_000)

if __name__ == "__main__":
    run(sys.argv[1])
`;
const CHILD = 'def child(n):\n    squared = n * n\n    return squared\n\nchild(6)\n';
/** Each thread but the first is refused twice, as Python 3.11 does it while another thread is setting a trace function. */
const REFUSING = `
import sys, threading

set_trace, refused = sys.settrace, threading.local()

def settrace(function):
    refused.times = getattr(refused, "times", 0) + 1
    if refused.times <= 2 and threading.get_ident() != threading.main_thread().ident:
        raise RuntimeError("Cannot install a trace function while another trace function is being installed")
    set_trace(function)

sys.settrace = settrace
`;
/** A program that has Python refuse them once it has begun. */
const REFUSED = `import threading

def work(n):
    doubled = n * 2
    return doubled

threading.refuses = True
thread = threading.Thread(target=work, args=(4,))
thread.start()
thread.join()
`;
const FILES = { 'parent.py': PARENT, 'child.py': CHILD };

describe('processes that a Python program starts', () => {
  test.each(['subprocess', 'no environment', 'exec'])('%s: a Python program of its own', async (how) => {
    const breakpoints = [{ at: 'return squared', file: 'child.py' }];
    await using program = await DebuggedPython.start(FILES, { args: [how], breakpoints });
    expect(await program.firstStop()).toBe('breakpoint: return squared');
    expect(await program.locals()).toEqual(['n = 6', 'squared = 36']);
    expect(await program.go('stepOut')).toBe('step: child(6)');
    expect(await program.go()).toBe('exited 0');
    expect(program.session.breakpoints.list()).toMatchObject([{ hits: 1 }]);
  });

  test.each(['fork', 'spawn', 'forkserver', 'os.fork'])('%s: a copy of itself', async (how) => {
    await using program = await DebuggedPython.start(FILES, { args: [how], breakpoints: [{ at: 'return doubled' }] });
    expect(await program.firstStop()).toBe('breakpoint: return doubled');
    expect(await program.locals()).toEqual(['n = 21', 'doubled = 42']);
    expect(await program.value('doubled + n')).toBe('63');
    const { state } = program.session;
    const threads = program.session.summary().threads;
    expect(threads.length).toBeGreaterThan(1);
    expect(threads.map(({ id }) => id)).toContain(state.kind === 'stopped' ? state.threadId : undefined);
    expect(await program.go()).toBe('exited 0');
  });

  test.each([
    ['subprocess', 'return squared', 'child.py'],
    ['spawn', 'return doubled', 'parent.py'],
  ])('%s: Python refuses trace functions for a moment', async (how, at, file) => {
    const files = { ...FILES, 'sitecustomize.py': REFUSING };
    const breakpoints = [{ at, file }];
    await using program = await DebuggedPython.start(files, { args: [how], breakpoints, env: { PYTHONPATH: '.' } });
    expect(await program.firstStop()).toBe(`breakpoint: ${at}`);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stderr')).toBe('');
  });

  // One of them its adapter starts, without anything of ours.
  test.each(debugpyVersions())('under the %s debugpy, Python refuses trace functions later', async (debugpy) => {
    const refusing = REFUSING.replace('if refused', 'if getattr(threading, "refuses", False) and refused');
    const files = { 'refused.py': REFUSED, 'sitecustomize.py': refusing };
    const options = { breakpoints: [{ at: 'return doubled' }], env: { PYTHONPATH: '.' }, python: pythonWith(debugpy) };
    await using program = await DebuggedPython.start(files, options);
    expect(await program.firstStop()).toBe('breakpoint: return doubled');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stderr')).toBe('');
  });

  test('the workers of a pool each stop, one after another', async () => {
    await using program = await DebuggedPython.start(FILES, {
      args: ['pool'],
      breakpoints: [{ at: 'return doubled' }],
    });
    const values: string[] = [];
    for (let stop = await program.firstStop(); stop.startsWith('breakpoint'); stop = await program.go()) {
      values.push(await program.value('doubled'));
    }
    expect(values.sort()).toEqual(['42', '44']);
    expect(program.session.state).toMatchObject({ kind: 'exited', exitCode: 0 });
  });
});

describe('the end of a Python program', () => {
  test.each([
    ['os._exit', 'exited 7'],
    ['sys.exit', 'exited 4'],
    ['killed', 'exited SIGKILL'],
    ['daemon thread', 'exited 0'],
  ])('%s', async (how, end) => {
    await using program = await DebuggedPython.start(FILES, { args: [how] });
    expect(await program.firstStop()).toBe(end);
  });

  test('10 MB of output arrive whole, as far as they are kept', async () => {
    await using program = await DebuggedPython.start(FILES, { args: ['much output'] });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.session.output.end).toBe(10_000_000);
  });

  test('a traceback shows the program’s frames only', async () => {
    const main = 'def fail():\n    raise ValueError("no")\n\nfail()\n';
    await using program = await DebuggedPython.start({ 'main.py': main }, { exceptionMode: 'none' });
    expect(await program.firstStop()).toBe('exited 1');
    const lines = program.output('stderr').split('\n');
    expect(lines[0]).toBe('Traceback (most recent call last):');
    expect(lines[1]).toBe(`  File "${program.path()}", line 4, in <module>`);
    expect(program.output('stderr')).not.toMatch(/debugpy|pydevd|start_debuggee/);
  });

  test('a program that cannot be compiled is told of as Python does', async () => {
    await using program = await DebuggedPython.start({ 'main.py': 'x = (\n' });
    expect(await program.firstStop()).toBe('exited 1');
    const plain = spawnSync(pythonWith('newest'), [program.path()], { encoding: 'utf8', timeout: 20_000 });
    expect(program.output('stderr')).toBe(plain.stderr);
    expect(plain.stderr).toContain('SyntaxError');
  });

  test('the traceback of a thread of _thread shows the program’s frames only, and names its function', async () => {
    const main =
      'import _thread, time\n\ndef fail(x):\n    raise ValueError(x)\n\n_thread.start_new_thread(fail, (1,))\ntime.sleep(0.3)\n';
    const options = { exceptionMode: 'none', breakpoints: [{ at: 'raise ' }] } as const;
    await using program = await DebuggedPython.start({ 'main.py': main }, options);
    expect(await program.firstStop()).toBe('breakpoint: raise ValueError(x)');
    expect((await program.session.inspection.stack()).map(({ name }) => name)).toEqual(['fail']);
    expect(await program.go()).toBe('exited 0');
    // Python 3.13 has its colon behind the name.
    const written = program.output('stderr').replace(/ at 0x\w+/, '');
    expect(written.replace(/by:? (<.*>):?$/m, 'by: $1')).toBe(
      [
        'Exception ignored in thread started by: <function fail>',
        'Traceback (most recent call last):',
        `  File "${program.path()}", line 4, in fail`,
        '    raise ValueError(x)',
        'ValueError: 1',
        '',
      ].join('\n'),
    );
  });
});

test.each(['fork', 'spawn'])('what the debugger remarks is nothing that the program writes, %s', async (method) => {
  const text = `import multiprocessing, sys

def remark(x):
    sys.modules["_pydev_bundle.pydev_log"].critical("a remark %s", x)
    return x

if __name__ == "__main__":
    remark(0)
    with multiprocessing.get_context("${method}").Pool(1) as pool:
        print(pool.map(remark, [1]))
`;
  await using program = await DebuggedPython.start({ 'main.py': text }, { breakpoints: [{ at: 'return x' }] });
  expect(await program.firstStop()).toBe('breakpoint: return x');
  expect(await program.go()).toBe('breakpoint: return x');
  expect(await program.go()).toBe('exited 0');
  expect([program.output('stdout'), program.output('stderr')]).toEqual(['[1]\n', '']);
});

test('each process of a tree is named after its program', async () => {
  const files = { 'main.py': PARENT, 'child.py': 'value = 1\nprint(value)\n' };
  await using program = await DebuggedPython.start(files, {
    args: ['subprocess'],
    breakpoints: [{ at: 'print(value)', file: 'child.py' }],
  });
  await program.firstStop();
  const names = program.session.adapter.threads().map(({ name }) => name);
  expect(names).toEqual(['MainThread (main.py)', 'MainThread (child.py)']);
});

// As the reloader of Flask does.
test.each(pythonVersions().filter(({ minor }) => minor >= 10))(
  'a program that starts itself again as it was started is seen in its threads, Python 3.$minor',
  async (version) => {
    using environment = environmentWithDebugpy(version);
    const text = `import os, subprocess, sys, threading

def work(n):
    doubled = n * 2
    return doubled

def in_thread(function, *args):
    thread = threading.Thread(target=function, args=args)
    thread.start()
    thread.join()

if "AGAIN" in os.environ:
    in_thread(in_thread, work, 21)
else:
    sys.exit(subprocess.call([sys.executable, *sys.orig_argv[1:]], env={**os.environ, "AGAIN": "1"}))
`;
    const options = { breakpoints: [{ at: 'return doubled' }], python: environment.python };
    await using program = await DebuggedPython.start({ 'main.py': text }, options);
    expect(await program.firstStop()).toBe('breakpoint: return doubled');
    expect(await program.locals()).toEqual(['n = 21', 'doubled = 42']);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stderr')).toBe('');
  },
);

test('what multiprocessing starts is named as the program names it', async () => {
  const text = `import multiprocessing, time

def work(n):
    doubled = n * 2
    return doubled

if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=work, args=(21,), name="Importer")
    process.start()
    process.join()
`;
  await using program = await DebuggedPython.start({ 'main.py': text }, { breakpoints: [{ at: 'return doubled' }] });
  expect(await program.firstStop()).toBe('breakpoint: return doubled');
  // The tracker starts beside it.
  const names = () => program.session.adapter.threads().map(({ process }) => process?.name);
  await expect
    .poll(() => names().sort(), { timeout: 10_000 })
    .toEqual(['main.py', 'multiprocessing Importer', 'multiprocessing resource_tracker']);
});

test('a child with code of its own runs it, whatever statement that begins with', async () => {
  const codes = ['def f(): print("def")\nf()', 'for i in range(2): print(i)', 'print("plain")'];
  const text = `import subprocess, sys
for code in ${JSON.stringify(codes)}:
    subprocess.run([sys.executable, "-c", code])
print("done")
`;
  await using program = await DebuggedPython.start({ 'main.py': text });
  expect(await program.firstStop()).toBe('exited 0');
  expect(program.output('stdout')).toBe('def\n0\n1\nplain\ndone\n');
  expect(program.output('stderr')).toBe('');
});
