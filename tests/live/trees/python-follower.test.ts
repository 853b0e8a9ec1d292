import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { traceEnvironment } from '../../../src/adapter/languages/python/trace/trace-environment.ts';
import { FollowedProgram } from '../../support/followed-program.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { pythonWith } from '../../support/pythons.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const WORKER = 'import sys\n\ndef work(n):\n    doubled = n * 2\n    return doubled\n\nprint(work(21))\n';
/** Runs until it is ended. */
const COPIES = `
import multiprocessing, os, sys, time

if __name__ == "__main__":
    how = sys.argv[1]
    if how == "os.fork":
        os.fork()
    else:
        multiprocessing.get_context(how).Process(target=time.sleep, args=(60,), name="Importer").start()
    time.sleep(60)
`;
const PARENT = `
import multiprocessing, os, subprocess, sys
from os import fork
from lib import work

def run(how):
    child = [sys.executable, "worker.py"]
    if how == "subprocess":
        subprocess.run(child, check=True)
    elif how == "copied environment":
        subprocess.run(child, check=True, env=dict(os.environ, EXTRA="1"))
    elif how == "own path":
        subprocess.run(child, check=True, env=dict(os.environ, PYTHONPATH="elsewhere"))
    elif how == "new environment":
        subprocess.run(child, check=True, env={})
    elif how == "open files":
        subprocess.run(child, check=True, close_fds=False)
    elif how == "os.system":
        assert os.system(sys.executable + " worker.py") == 0
    elif how in ("fork", "spawn", "forkserver"):
        multiprocessing.set_start_method(how)
        process = multiprocessing.Process(target=work, args=(21,))
        process.start()
        process.join()
        assert process.exitcode == 0, process.exitcode
    elif how == "pool":
        with multiprocessing.Pool(2) as pool:
            assert pool.map(work, [21, 22]) == [42, 44]
    elif how == "executor":
        from concurrent.futures import ProcessPoolExecutor
        with ProcessPoolExecutor(1) as executor:
            assert executor.submit(work, 21).result() == 42
    elif how == "os.fork":
        pid = os.fork()
        if pid == 0:
            work(21)
            os._exit(3)
        assert os.waitpid(pid, 0)[1] == 3 << 8
    elif how == "fork by its own name":
        pid = fork()
        if pid == 0:
            work(21)
            os._exit(3)
        assert os.waitpid(pid, 0)[1] == 3 << 8
    elif how == "preexec_fn":
        subprocess.run(child, check=True, preexec_fn=lambda: work(1))
    elif how == "os.execv":
        os.execv(sys.executable, child)
    elif how == "os.execve":
        os.execve(sys.executable, child, os.environ)
    elif how == "os.spawnve":
        assert os.spawnve(os.P_WAIT, sys.executable, child, os.environ) == 0

if __name__ == "__main__":
    run(sys.argv[1])
`;
const LIB = 'def work(n):\n    doubled = n * 2\n    return doubled\n';
const FILES = { 'worker.py': WORKER, 'parent.py': PARENT, 'lib.py': LIB };
const BREAKPOINTS = [{ file: 'worker.py', at: 'return doubled' }];
const IN_WORKER = { stops: ['breakpoint: worker.py:5'], exitCode: 0 };
const IN_LIBRARY = { stops: ['breakpoint: lib.py:3'], exitCode: 0 };

describe('Python below a command', () => {
  test('a process below a shell stops before its first line has run, and goes on', async () => {
    await using program = await FollowedProgram.start(FILES, 'echo before; $PYTHON worker.py', {
      breakpoints: BREAKPOINTS,
    });
    const stop = await program.stop();
    expect(stop).toMatchObject({ reason: 'breakpoint', location: { path: program.path('worker.py'), line: 5 } });
    const [frame] = await program.follower.adapter.stackTrace(stop.threadId);
    expect(frame?.name).toBe('work');
    await program.go(stop);
    expect(await program.exited()).toBe(0);
    expect(program.output).toBe('before\n42\n');
  });

  const started = [
    'subprocess',
    'copied environment',
    'own path',
    'new environment',
    'open files',
    'os.system',
    'preexec_fn',
  ];
  test.each([...started, 'os.execv', 'os.execve', 'os.spawnve'])('a child by %s', async (how) => {
    await using program = await FollowedProgram.start(FILES, `$PYTHON parent.py "${how}"`, {
      breakpoints: BREAKPOINTS,
    });
    expect(await program.runToEnd()).toEqual(IN_WORKER);
    expect(program.output).toBe('42\n');
  });

  test.each(['fork', 'spawn', 'forkserver', 'executor', 'os.fork', 'fork by its own name'])(
    'a copy of the program by %s',
    async (how) => {
      await using program = await FollowedProgram.start(FILES, `$PYTHON parent.py "${how}"`, {
        breakpoints: [{ file: 'lib.py', at: 'return doubled' }],
      });
      expect(await program.runToEnd()).toEqual(IN_LIBRARY);
      expect(program.output).toBe('');
    },
  );

  test('a process whose Python reads JSON with another module, as PyPy does', async () => {
    const other = `
import json, sys, types

sys.modules["_json"] = None
sys.modules["_pypyjson"] = types.ModuleType("_pypyjson")
sys.modules["_pypyjson"].loads = json.loads
from worker import work
`;
    await using program = await FollowedProgram.start({ ...FILES, 'other.py': other }, '$PYTHON other.py', {
      breakpoints: BREAKPOINTS,
    });
    const { stops, exitCode } = await program.runToEnd();
    expect({ isStopped: stops.length > 0, exitCode }).toEqual({ isStopped: true, exitCode: 0 });
  });

  test.each([
    ['fork', ['copies.py', 'copies.py Importer']],
    ['spawn', ['copies.py', 'copies.py Importer']],
    ['forkserver', ['copies.py', 'copies.py Importer']],
    ['os.fork', ['copies.py', 'copies.py']],
  ])('a process by %s is listed, by its name where it has one', async (how, names) => {
    await using program = await FollowedProgram.start({ 'copies.py': COPIES }, `$PYTHON copies.py ${how}; true`);
    const listed = () => program.follower.adapter.unadopted.map(({ name }) => name).sort();
    await expect.poll(listed, { timeout: 20_000 }).toEqual(names);
  });

  test('each worker of a pool', async () => {
    await using program = await FollowedProgram.start(FILES, '$PYTHON parent.py pool', {
      breakpoints: [{ file: 'lib.py', at: 'return doubled' }],
    });
    expect(await program.runToEnd()).toEqual({ stops: [...IN_LIBRARY.stops, ...IN_LIBRARY.stops], exitCode: 0 });
  });
});

const RAISES = `import sys, threading

def fail(n):
    text = "no " + str(n)
    raise ValueError(text)

if sys.argv[1] == "thread":
    thread = threading.Thread(target=fail, args=(1,))
    thread.start()
    thread.join()
elif sys.argv[1] == "caught":
    try:
        fail(2)
    except ValueError:
        print("caught")
else:
    fail(3)
`;

describe('exceptions in Python below a command', () => {
  const files = { 'raises.py': RAISES };
  const place = 'exception: raises.py:5';

  test.each(['main', 'thread'])(
    'one that nobody catches stops a process that nothing else matters in: %s',
    async (how) => {
      await using program = await FollowedProgram.start(files, `$PYTHON raises.py ${how}`);
      const stop = await program.stop();
      expect(stop).toMatchObject({ reason: 'exception', location: { line: 5 }, exception: { uncaught: true } });
      const [frame] = await program.follower.adapter.stackTrace(stop.threadId);
      expect(frame?.name).toBe('fail');
      await program.go(stop);
      expect(await program.runToEnd()).toEqual({ stops: [], exitCode: how === 'main' ? 1 : 0 });
      expect(program.output).toContain('ValueError: no');
      expect(program.output).not.toMatch(/pydevd|debugpy|follow_/);
    },
  );

  test.each(['main', 'thread'])('and once in a process that was adopted: %s', async (how) => {
    const breakpoints = [{ file: 'raises.py', at: 'import sys' }];
    await using program = await FollowedProgram.start(files, `$PYTHON raises.py ${how}`, { breakpoints });
    const { stops } = await program.runToEnd();
    expect(stops).toEqual(['breakpoint: raises.py:1', place]);
    expect(program.output).not.toMatch(/pydevd|debugpy|follow_/);
  });

  test('none where nobody wants them', async () => {
    await using program = await FollowedProgram.start(files, '$PYTHON raises.py main', { exceptions: 'none' });
    expect(await program.runToEnd()).toEqual({ stops: [], exitCode: 1 });
  });

  test('none of a text that fails, and of what lies among the packages', async () => {
    await using program = await FollowedProgram.start({}, '$PYTHON -c "import nowhere"; $PYTHON -m json.tool nowhere');
    expect((await program.runToEnd()).stops).toEqual([]);
  });

  test('raised ones, with the mode that stops at all', async () => {
    await using program = await FollowedProgram.start(files, '$PYTHON raises.py caught', { exceptions: 'all' });
    expect(await program.runToEnd()).toEqual({ stops: [place], exitCode: 0 });
  });
});

describe('functions in Python below a command', () => {
  test('stop where they are entered', async () => {
    const text = 'class Cart:\n    def total(self):\n        sum = 3\n        return sum\n\nprint(Cart().total())\n';
    await using program = await FollowedProgram.start(
      { 'cart.py': text, 'main.py': 'import cart\n' },
      '$PYTHON main.py',
      {
        functions: ['Cart.total'],
      },
    );
    expect(await program.runToEnd()).toEqual({ stops: ['function breakpoint: cart.py:3'], exitCode: 0 });
  });
});

/** A folder with debugpy, for interpreters that have none. */
const pythonPackages = temporaryFolder('follow-packages-');
const installed = join(pythonWith('newest'), '../../lib');
const [version = ''] = readdirSync(installed);
symlinkSync(join(installed, version, 'site-packages/debugpy'), join(pythonPackages, 'debugpy'));
afterAll(() => rmSync(pythonPackages, { recursive: true }));

const WAITS = `import socket, sys
import lib

server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    client, _ = server.accept()
    with client:
        client.sendall(str(lib.work(int(client.recv(10)))).encode())
`;

describe.each(pythonVersions())('Python 3.$minor', ({ path: python }) => {
  const env = { PYTHONPATH: pythonPackages };

  test('is followed and traced at the same time, its children as well', async () => {
    const directory = temporaryFolder('follow-trace-');
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const request = join(directory, 'request.json');
    const wanted = { kind: 'frame', place: { kind: 'function', name: 'run' }, call: { kind: 'first' } };
    const limits = { maxTextLength: 200, maxEvents: 2_000, maxRows: 200 };
    const traced = { ...traceEnvironment(env), MCP_DEBUGGER_TRACE: request };
    writeFileSync(request, JSON.stringify({ directory, roots: [tmpdir()], wanted, limits }));
    await using program = await FollowedProgram.start(FILES, '$PYTHON parent.py "copied environment"', {
      ...{ breakpoints: BREAKPOINTS, env: traced, python },
    });
    expect(await program.runToEnd()).toEqual(IN_WORKER);
    expect(program.output).toBe('42\n');
    const records = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
    expect(records.length).toBe(2);
    expect(records.map((name) => readFileSync(join(directory, name), 'utf8')).join('')).toContain('"run"');
  });

  test.each([
    ['worker.py', 'breakpoint: worker.py:5'],
    ['parent.py os.fork', 'breakpoint: lib.py:3'],
    ['parent.py spawn', 'breakpoint: lib.py:3'],
    ['raises.py thread', 'exception: raises.py:5'],
    ['raises.py main', 'exception: raises.py:5'],
  ])('stops below a shell: %s', async (command, stop) => {
    const files = { ...FILES, 'raises.py': RAISES };
    const breakpoints = [...BREAKPOINTS, { file: 'lib.py', at: 'return doubled' }];
    await using program = await FollowedProgram.start(files, `$PYTHON ${command}`, { breakpoints, env, python });
    expect((await program.runToEnd()).stops).toEqual([stop]);
    expect(program.output).not.toMatch(/pydevd|debugpy|follow_/);
  });
});

/** Modules of Python's own, of which the debugger needs some: a part of one is of no use to it. */
const LIBRARY = ['re', 'json', 'logging', 'asyncio', 'dataclasses', 'weakref', 'email.message', 'concurrent.futures'];

describe.each(pythonVersions())('while Python 3.$minor imports modules of its own', ({ path: python }) => {
  const env = { PYTHONPATH: pythonPackages };
  const work = 'def add(n):\n    double = n * 2\n    return double\n';

  test.each(LIBRARY)('nothing is adopted, and own code of the same names stops: %s', async (name) => {
    const files = { 'cart/__init__.py': work, 'main.py': `import ${name}\nimport cart\nprint(cart.add(2))\n` };
    const breakpoints = [{ file: 'cart/__init__.py', at: 'return double' }];
    await using program = await FollowedProgram.start(files, '$PYTHON main.py', { breakpoints, env, python });
    expect(await program.runToEnd()).toEqual({ stops: ['breakpoint: __init__.py:3'], exitCode: 0 });
    await using other = await FollowedProgram.start(files, '$PYTHON main.py', { functions: ['add'], env, python });
    expect(await other.runToEnd()).toEqual({ stops: ['function breakpoint: __init__.py:2'], exitCode: 0 });
    expect([program.output, other.output, ...program.logs, ...other.logs].join('')).toBe('4\n4\n');
  });

  test('their functions are there for breakpoints in them afterwards', async () => {
    const found = execFileSync(python, ['-c', 'import json; print(json.__file__, json.dumps.__code__.co_firstlineno)']);
    const [path = '', first = ''] = found.toString().trim().split(' ');
    const line =
      1 +
      Number(first) +
      readFileSync(path, 'utf8')
        .split('\n')
        .slice(Number(first))
        .findIndex((each) => each.includes('return _default_encoder'));
    const program = await FollowedProgram.start(
      { 'main.py': 'import json\nprint(json.dumps([1]))\n' },
      'sleep 1; $PYTHON main.py',
      { env, python },
    );
    await using _ = program;
    await program.follower.adapter.setBreakpoints(path, [{ id: 1, line }]);
    expect(await program.runToEnd()).toEqual({ stops: [`breakpoint: __init__.py:${line}`], exitCode: 0 });
  });

  test('functions of theirs, in which nothing stops, bring no debugger', async () => {
    const files = { 'main.py': `import ${LIBRARY.join(', ')}\nprint(1)\n` };
    await using program = await FollowedProgram.start(files, '$PYTHON main.py', {
      functions: ['add', 'run'],
      env,
      python,
    });
    expect(await program.runToEnd()).toEqual({ stops: [], exitCode: 0 });
    expect([program.output, program.wire]).toEqual(['1\n', []]);
  });
});

describe('a breakpoint set later', () => {
  test('reaches a server that has loaded its file, by the next request', async () => {
    await using program = await FollowedProgram.start({ 'server.py': WAITS, 'lib.py': LIB }, '$PYTHON server.py');
    const port = Number(await program.written(/^(\d+)\n/));
    expect(await askServer(port, '4')).toBe('8');
    await program.setBreakpoints('lib.py', ['return doubled']);
    const asked = askServer(port, '5');
    const stop = await program.stop();
    expect(stop).toMatchObject({ reason: 'breakpoint', location: { line: 3 } });
    await program.go(stop);
    expect(await asked).toBe('10');
  });
});

function askServer(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('what stands in the way is said', () => {
  const files = {
    ...FILES,
    'isolated.py': 'import subprocess, sys\nsubprocess.run([sys.executable, "-I", "worker.py"])\n',
  };

  test('an interpreter without debugpy', async () => {
    const python = pythonWith('bare');
    vi.stubEnv('XDG_CACHE_HOME', join(pythonPackages, 'no-cache'));
    onTestFinished(() => void vi.unstubAllEnvs());
    await using program = await FollowedProgram.start(files, '$PYTHON worker.py; $PYTHON worker.py', {
      breakpoints: BREAKPOINTS,
      python,
    });
    expect(await program.runToEnd()).toEqual({ stops: [], exitCode: 0 });
    expect(program.output).toBe('42\n42\n');
    const [said = '', ...more] = await program.saidLines();
    expect(said).toContain(`debugpy is not there for Python 3.11 (${python}). Run: `);
    expect(more).toEqual([]);
  });

  test('not of an interpreter without debugpy that has other code of that name', async () => {
    vi.stubEnv('XDG_CACHE_HOME', join(pythonPackages, 'no-cache'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const own = { 'cart/__init__.py': 'total = 1\n', 'main.py': 'import json, logging\nprint(1)\n' };
    const breakpoints = [{ file: 'cart/__init__.py', at: 'total' }];
    await using program = await FollowedProgram.start(own, '$PYTHON main.py', {
      breakpoints,
      python: pythonWith('bare'),
    });
    expect(await program.runToEnd()).toEqual({ stops: [], exitCode: 0 });
    expect([program.output, program.logs]).toEqual(['1\n', []]);
  });

  test('a Python that ignores its environment', async () => {
    await using program = await FollowedProgram.start(files, '$PYTHON isolated.py', { breakpoints: BREAKPOINTS });
    expect(await program.runToEnd()).toEqual({ stops: [], exitCode: 0 });
    expect((await program.saidLines())[0]).toMatch(
      /^Python process \d+ starts a Python with -I, which is not debugged/,
    );
  });
});
