import { describe, expect, test } from 'vitest';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder, recordsOfKind } from './traced-run.ts';

/** `$WAY` of the program, and whether the first call of `target` is recorded to its end. */
const WAYS = `
import os, signal, sys

def target(n):
    found = {"n": n}
    def inner():
        raise RuntimeError("inner é")
    if n == 1:
        inner()
    return found

class Deleted:
    def __del__(self):
        print("deleted")

def watch(kind):
    seen = []
    getattr(sys, kind)(lambda frame, event, argument: seen.append((frame.f_code.co_name, event)) or None)
    target(2)
    getattr(sys, kind)(None)
    print(seen)

def uncaught():
    target(1)

def asked():
    target(0)
    sys.exit("bye")

def at_once():
    target(0)
    os._exit(5)

def settrace():
    target(0)
    watch("settrace")

def setprofile():
    target(0)
    watch("setprofile")

def deep():
    target(0)
    def down(n):
        return down(n + 1)
    try:
        down(0)
    except RecursionError as error:
        print(type(error))

def other_program():
    target(0)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-c", "print('new')"])

def alarm():
    class Alarm(Exception):
        pass
    def ring(*args):
        raise Alarm("now")
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    def target(n):
        try:
            while True:
                n += 1
        except Alarm as error:
            return str(error)
    print(target(1))

def ctrl_c():
    import threading
    def target(n):
        while n < 10 ** 11:
            n += 1
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        target(1)
    except KeyboardInterrupt:
        print("stopped")

def debugger():
    import io, pdb
    target(0)
    shown = io.StringIO()
    pdb.Pdb(stdin=io.StringIO("n\\nn\\nn\\nargs\\nc\\n"), stdout=shown, nosigint=True).runcall(target, 2)
    print(shown.getvalue())

def counted_lines():
    import trace
    target(0)
    lines = trace.Trace(count=1, trace=0)
    lines.runfunc(target, 2)
    print(sorted(line for (file, line) in lines.results().counts if file.endswith("ways.py")))

def deletions():
    target(0)
    def target_of_deletions():
        held = Deleted()
        print("made")
        held = None
        print("after")
    target_of_deletions()

def forked():
    target(0)
    child = os.fork()
    if child == 0:
        target(7)
        os._exit(3)
    print(os.waitpid(child, 0)[1] >> 8)

def seen():
    target(0)
    print(sorted(name for name in os.environ if "MCP" in name or name == "PYTHONPATH"), os.environ.get("PYTHONPATH"))
    print([path for path in sys.path if "trace" in path], "sitecustomize" in sys.modules)
    # What the program imports is its own, also where it has the name of something of Python.
    import datetime
    print(getattr(datetime, "own", False), sorted(set(sys.modules) & {"json", "ast", "dis", "collections"}))

globals()[sys.argv[1]]()
`;

const CHILDREN = `
import os, subprocess, sys, threading

def target(n):
    return n

if len(sys.argv) > 1:
    print(target(1), os.environ.get("PYTHONPATH"), os.environ.get("OWN"))
else:
    for env in (None, {**os.environ, "OWN": "1"}, {"PYTHONPATH": "/x"}):
        print(subprocess.run([sys.executable, __file__, "child"], env=env, capture_output=True, text=True))
    thread = threading.Thread(target=target, args=(4,))
    thread.start()
    thread.join()
`;

describe.each(pythonVersions())('Python 3.$minor', ({ minor, path }) => {
  test('a program shows and does the same as without a tracer', { timeout: 240_000 }, async () => {
    using folder = new ProgramFolder(path, { 'ways.py': WAYS, 'datetime.py': 'own = True\n' });
    const ways = [...WAYS.matchAll(/^def (\w+)\(\):/gm)].flatMap(([, name]) => name ?? []);
    const found: Record<string, unknown> = {};
    for (const way of ways) {
      const [plain, traced] = await Promise.all([
        folder.plain('ways.py', { args: [way] }),
        folder.traced('ways.py', FIRST_CALL, { args: [way] }),
      ]);
      const of = ({ stdout, stderr, ended }: typeof plain) => ({ stdout, stderr, ended });
      if (JSON.stringify(of(plain)) !== JSON.stringify(of(traced))) found[way] = [of(plain), of(traced)];
      const calls = recordsOfKind(traced.records, 'call').filter(({ isWanted }) => isWanted);
      if (calls.length !== (way === 'forked' ? 2 : 1)) found[`calls of ${way}`] = traced.records;
    }
    expect(ways.length).toBeGreaterThan(10);
    expect(found).toEqual({});
  });

  test('children are traced, and find what the program gave them', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'children.py': CHILDREN });
    const env = { PYTHONPATH: '/own' };
    const plain = await folder.plain('children.py', { env });
    const traced = await folder.traced('children.py', FIRST_CALL, { env });
    expect(traced.stdout).toBe(plain.stdout);
    expect(traced.processes.map((each) => recordsOfKind(each, 'call').length)).toEqual([1, 1, 1, 1]);
  });

  test('a child that is started without a fork is traced', { timeout: 60_000 }, async () => {
    const text = `
import subprocess, sys
def target():
    return 1
if len(sys.argv) > 1:
    target()
else:
    subprocess.run([sys.executable, __file__, "child"], close_fds=False)
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const { processes } = await folder.traced('main.py', FIRST_CALL);
    expect(processes.flatMap((each) => recordsOfKind(each, 'call')).length).toBe(1);
  });

  test('a child that ignores what loads the tracer is named', { timeout: 60_000 }, async () => {
    const text = 'import subprocess, sys\nsubprocess.run([sys.executable, "-I", "-c", "print(1)"], close_fds=False)\n';
    using folder = new ProgramFolder(path, { 'main.py': text });
    const { records, stdout } = await folder.traced('main.py', FIRST_CALL);
    expect(stdout).toBe('1\n');
    const notes = recordsOfKind(records, 'note').map((each) => each.text);
    expect(notes).toEqual([
      'A Python that the program started with -I is not traced: it ignores what loads the tracer.',
    ]);
  });

  test("the program's own sitecustomize runs", { timeout: 60_000 }, async () => {
    const files = {
      'main.py': 'import sitecustomize\nprint(sitecustomize.own)\n',
      'site/sitecustomize.py': 'own = "mine"\nprint("site")\n',
    };
    using folder = new ProgramFolder(path, files);
    const env = { PYTHONPATH: `${folder.path}/site` };
    const plain = await folder.plain('main.py', { env });
    expect(plain.stdout).toBe('site\nmine\n');
    expect((await folder.traced('main.py', FIRST_CALL, { env })).stdout).toBe(plain.stdout);
  });

  test('what a program has done is known when it is killed in the middle', { timeout: 60_000 }, async () => {
    const text = `
import time
def target(n):
    total = n
    total += 1
    print("here", flush=True)
    time.sleep(60)
target(1)
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const kill = { at: 'here', signal: 'SIGKILL', afterMs: 500 } as const;
    const { records, ended } = await folder.traced('main.py', FIRST_CALL, { kill });
    expect(ended).toBe('SIGKILL');
    const [call] = recordsOfKind(records, 'call');
    expect(call?.end).toEqual({ kind: 'running', line: 7 });
    expect(call?.events.flatMap((each) => (each.kind === 'line' ? [each.line] : []))).toEqual([4, 5, 6, 7]);
  });

  test('a trace function of the program is left alone', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'ways.py': WAYS });
    const { records } = await folder.traced('ways.py', FIRST_CALL, { args: ['settrace'] });
    const notes = recordsOfKind(records, 'note').map(({ text }) => text);
    expect(notes).toEqual(minor >= 12 ? [] : [expect.stringContaining('sys.settrace')]);
  });

  test('a hundred thousand passes are counted, and take no memory', { timeout: 120_000 }, async () => {
    const text = `
import resource
def target(n):
    total = 0
    for i in range(n):
        total += i
    return total
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
target(100000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const { records, stdout } = await folder.traced('main.py', FIRST_CALL);
    const events = recordsOfKind(records, 'call')[0]?.events ?? [];
    expect(events.at(-2)).toEqual({ kind: 'loopEnd', line: 5, passes: 100_000 });
    expect(events.length).toBeLessThan(30);
    expect(Number(stdout)).toBeLessThan(10_000);
  });
});
