import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { enterByGdb } from '../../../../src/adapter/languages/python/debugpy/by-pid/enter-by-gdb.ts';
import { openEntrance } from '../../../../src/adapter/languages/python/debugpy/by-pid/entrance.ts';
import { openPrivatePort } from '../../../../src/adapter/languages/python/debugpy/private-port.ts';
import { textInDebuggee } from '../../../../src/files/debuggee-file.ts';
import { readText } from '../../../../src/files/read-file.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { reasonWithout } from '../../../support/unavailable-tools.ts';

const folder = temporaryFolder('entering-');
const packages = join(folder, 'packages');
const log = join(folder, 'entered');
const hasGdb = reasonWithout('gdb') === undefined;

mkdirSync(join(packages, 'debugpy', 'server'), { recursive: true });
for (const each of [[], ['server']]) writeFileSync(join(packages, 'debugpy', ...each, '__init__.py'), '');
// In debugpy's place: it allocates, imports, and says that it was there.
writeFileSync(
  join(packages, 'debugpy', 'server', 'api.py'),
  `def connect(address, access_token):
    import decimal, threading
    threading.Thread(target=[str(decimal.Decimal(n)) for n in range(20_000)].reverse).start()
    with open(${JSON.stringify(log)}, "a") as file:
        file.write(access_token + "\\n")
`,
);
writeFileSync(join(packages, 'pydevd.py'), 'class SetupHolder: pass\ndef get_global_debugger(): pass\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes objects without end, and looks at them; ends when the file is there that it is given. */
const BUSY = `import os, sys
n, made = 0, {}
print("begun", flush=True)
while not (n % 64 == 0 and os.path.exists(sys.argv[1])):
    n += 1
    made = {str(i): [i, float(n), (i, n)] for i in range(20)}
    if sum(len(each) for each in made.values()) != 60 or made["7"] != [7, float(n), (7, n)]:
        sys.exit("broken")
print(sorted(globals()))
`;
const WAITING = `import os, sys, time
print("begun", flush=True)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.3)
print(sorted(globals()))
`;
/** The main thread waits while another one runs Python. */
const THREADED = `import os, sys, threading
def spin():
    while not os.path.exists(sys.argv[1]):
        [str(i) for i in range(50)]
print("begun", flush=True)
thread = threading.Thread(target=spin)
thread.start()
thread.join()
print(sorted(globals()))
`;
/** The main thread waits for the lock of the interpreter nearly all the time. */
const CROWDED = `import os, sys, threading, time
def spin():
    while not os.path.exists(sys.argv[1]):
        [str(i) for i in range(50)]
print("begun", flush=True)
threads = [threading.Thread(target=spin) for _ in range(2)]
for thread in threads:
    thread.start()
while not os.path.exists(sys.argv[1]):
    time.sleep(0.0001)
for thread in threads:
    thread.join()
print(sorted(globals()))
`;

interface Program {
  readonly pid: number;
  /** Lets it come to its end; resolves with all that is to be seen of it. */
  end(): Promise<{ exitCode: number | null; signal: string | null; stdout: string; stderr: string }>;
}

async function started(python: string, text: string): Promise<Program> {
  const path = join(folder, 'program.py');
  const end = join(folder, `end-${Math.random()}`);
  writeFileSync(path, text);
  const child: ChildProcess = spawn(python, [path, end], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  await expect.poll(() => stdout, { timeout: 15_000 }).toContain('begun');
  return {
    pid: child.pid ?? 0,
    async end() {
      const closed = once(child, 'close');
      writeFileSync(end, '');
      await closed;
      return { exitCode: child.exitCode, signal: child.signalCode, stdout, stderr };
    },
  };
}

async function enter(pid: number): Promise<void> {
  const entrance = openEntrance(pid, packages, { host: '127.0.0.1', port: 1, token: 'none', close() {} });
  const before = (readText(log) ?? '').length;
  try {
    await enterByGdb(pid, entrance, AbortSignal.timeout(20_000), () => {});
    await expect.poll(() => (readText(log) ?? '').length, { timeout: 10_000 }).toBeGreaterThan(before);
  } finally {
    entrance.withdraw();
  }
}

describe.runIf(hasGdb && process.platform === 'linux')('a running Python that is entered', () => {
  const KINDS = [
    ['is busy', BUSY, 4],
    ['waits', WAITING, 2],
    ['has a busy thread', THREADED, 2],
    ['wakes among busy threads', CROWDED, 6],
  ] as const;
  const rows = pythonVersions().flatMap(({ minor, path }) =>
    KINDS.map((kind) => [`3.${minor}`, kind[0], kind[1], kind[2], path] as const),
  );

  test.each(rows)('%s goes on unhurt, seeing nothing of it, where it %s', async (...row) => {
    const [, , text, times, python] = row;
    const plain = await (await started(python, text)).end();
    const program = await started(python, text);
    for (let count = 0; count < times; count += 1) await enter(program.pid);
    expect(await program.end()).toEqual(plain);
  });

  test('that does not come to a safe point is not entered once it is given up', async () => {
    const [python = ''] = pythonVersions().map(({ path }) => path);
    const program = await started(python, BUSY);
    const entrance = openEntrance(program.pid, packages, { host: '127.0.0.1', port: 1, token: 'none', close() {} });
    const before = readText(log);
    entrance.withdraw();
    await enterByGdb(
      program.pid,
      { ...entrance, write: writeAside, wasTaken: () => false },
      AbortSignal.timeout(500),
      () => {},
    );
    expect(await program.end()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readText(log)).toBe(before);
  });
});

/** The folder of an entrance is gone once it is withdrawn. */
function writeAside(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Does to itself what a native debugger makes a process do. */
const ENTERED = `import os, sys
path = sys.argv[1]
print("threading" in sys.modules, flush=True)
exec(compile(open(path).read(), path, "exec"), {"__file__": path})
print("debugpy" in sys.modules, flush=True)
os._exit(0)
`;

test('debugpy writes nothing to the stderr of a program that has no threads', async () => {
  const python = pythonWith('newest');
  // A debugger that is gone at once: the program goes on.
  const port = await openPrivatePort((transport) => transport.close());
  const entrance = openEntrance(process.pid, debugpyPackages(python), port);
  const run = promisify(execFile)(python, ['-c', ENTERED, entrance.path], { timeout: 20_000 });
  expect(await run.finally(() => port.close())).toEqual({ stdout: 'False\nTrue\n', stderr: '' });
  entrance.withdraw();
});

/** Is entered while an earlier session is about to end: its threads have not, as that client does not close its end of the connection. */
const ENTERED_AGAIN = `import json, os, socket, sys, threading, time
path, packages = sys.argv[1:]
with open(path) as file:
    text = file.read()
def session():
    from _pydevd_bundle.pydevd_constants import get_global_debugger
    return get_global_debugger()
def enter():
    server = socket.create_server(("127.0.0.1", 0))
    def accept():
        connections.append(server.accept()[0])
        # In place of the handshake.
        session().ready_to_run = True
    threading.Thread(target=accept, daemon=True).start()
    with open(os.path.join(os.path.dirname(path), "setup.json"), "w") as file:
        json.dump({"packages": packages, "address": server.getsockname(), "token": "", "first": []}, file)
    with open(path, "w") as file:
        file.write(text)
    exec(compile(text, path, "exec"), {"__file__": path})
connections = []
enter()
first = session()
threading.Thread(target=first.dispose_and_kill_all_pydevd_threads, kwargs={"timeout": 60}, daemon=True).start()
while not first.pydb_disposed:
    time.sleep(0.001)
print(session() is first)
enter()
print(session() is first, len(connections), flush=True)
os._exit(0)
`;

test.each(debugpyVersions())(
  'a process connects that has not ended the session before, with the %s debugpy',
  (kind) => {
    const python = pythonWith(kind);
    const args = ['-c', ENTERED_AGAIN, enterFile(mkdtempSync(join(folder, 'again-'))), debugpyPackages(python)];
    const program = spawnSync(python, args, { encoding: 'utf8', timeout: 25_000 });
    expect(program).toMatchObject({ status: 0, stdout: 'True\nFalse 2\n', stderr: '' });
  },
);

/** Writes the file down that a process is to run, and returns its path. */
function enterFile(home: string): string {
  const entrance = new URL('../../../../src/adapter/languages/python/debugpy/by-pid/entrance.ts', import.meta.url).href;
  const path = join(home, 'enter.py');
  writeFileSync(path, textInDebuggee('enter_process.py', entrance));
  return path;
}

/** The folder of packages in which debugpy lies. */
function debugpyPackages(python: string): string {
  const ask = ['-c', 'import debugpy, os; print(os.path.dirname(debugpy.__path__[0]))'];
  return spawnSync(python, ask, { encoding: 'utf8' }).stdout.trim();
}
