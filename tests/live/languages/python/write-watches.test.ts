import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AttachRequest } from '../../../../src/adapter/debug-adapter.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { freePort } from '../../../support/free-port.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MAIN = `import sys
class Cart:
    rate = 1
    def __init__(self):
        self.total = 1
    @property
    def half(self):
        return self.total / 2
    def add(self, n):
        self.total += n
        return self.total
class Keyed:
    def __hash__(self): return 1
    def __eq__(self, other): return True
class Heir(Cart):
    pass
class Gone:
    __slots__ = ("x",)
    def __del__(self): pass
cart, heir, items, fixed, key, gone = Cart(), Heir(), [1, 2], (1, 2), Keyed(), Gone()
def bump(n):
    cart.total = n
`;
const OTHER = 'from __main__ import items\nmethods = {"add": items.append}\n';
const LIMITS = { depth: 0, maxChildren: 5, maxTextLength: 80 };
// By the ways in which writes are seen: all operations, those of some lines, sys.monitoring. All versions are in written-places.test.ts.
const VERSIONS = pythonVersions().filter(({ minor }) => ![9, 10].includes(minor));
/** Our tools that are set in the thread that evaluates this, as Python. */
const OURS = `[each for each in ([sys.monitoring.get_tool(n) for n in range(6)] if hasattr(sys, "monitoring") else
[sys.gettrace(), sys._getframe().f_trace, sys._getframe().f_trace_opcodes or None])
if any(name in repr(each) for name in ("mcp-debugger", "TracedCode", "Followed", "True"))]`.replaceAll('\n', ' ');

/** A program that stands behind the shared text, with places in it watched. */
async function watching(
  python: string,
  code: string,
  expressions: readonly string[],
  more: { condition?: string; log?: boolean; at?: readonly string[]; env?: Record<string, string> } = {},
) {
  const files = { 'main.py': `${MAIN}here = 0\n${code}\n`, 'other.py': OTHER };
  const breakpoints = ['here = 0', ...(more.at ?? [])].map((at) => ({ at }));
  const program = await DebuggedPython.start(files, { python, breakpoints, env: more.env ?? {} });
  await program.firstStop();
  const { writes } = program.session.inspection;
  for (const expression of expressions)
    await writes.add({ expression, condition: more.condition, isLogged: more.log ?? false });
  return program;
}

/** Runs a program outside of any session, at a port that a debugger can come to, until it has printed something. */
async function outside(python: string, text: string) {
  const folder = temporaryFolder('outside-');
  writeFileSync(join(folder, 'main.py'), text);
  const port = await freePort();
  const env = { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1' };
  const args = ['-X', 'frozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, join(folder, 'main.py')];
  const child = spawn(python, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 15_000 }).not.toBe('');
  const attach = (localRoot: string): AttachRequest => {
    return { kind: 'port', host: '127.0.0.1', port, pathMappings: [{ localRoot, remoteRoot: folder }] };
  };
  return { attach, printed: () => printed };
}

const REFUSED: readonly (readonly [expression: string, why: RegExp])[] = [
  ['cart.nothing', /has no such attribute yet/],
  ['nobody', /no variable of that name/],
  ['nobody.total', /NameError/],
  ['print', /a name of Python itself/],
  ['cart.half', /it is a property/],
  ['Heir.rate', /it is inherited: watch Cart.rate/],
  ['sys.nothing', /module has no such name/],
  ['(1).real', /kept by a descriptor/],
  ['fixed[0]', /a tuple cannot change/],
  ['len("text")', /a str cannot change/],
  ['items[5]', /there is no such item yet/],
  ['items["a"]', /its index is no integer/],
  ['cart[0]', /finds items by code of its own/],
  ['vars()[key]', /compared by code of the program/],
  ['1 in items', /found out by comparing \(list\)/],
  ['gone.x', /__del__ and slots without __weakref__/],
  ['cart.total + 1', /names no place/],
  ['cart.', /does not parse/],
];

describe.each(VERSIONS)('on Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());
  const { python } = environment;

  test('what cannot be watched is refused with the reason', async () => {
    await using program = await watching(python, '', []);
    const { writes } = program.session.inspection;
    for (const [expression, why] of REFUSED)
      await expect(writes.add({ expression, isLogged: false }), expression).rejects.toThrow(why);
    await writes.add({ expression: 'cart.total', isLogged: false });
    await expect(writes.add({ expression: 'cart.__dict__["total"]', isLogged: true })).rejects.toThrow(
      /watched already/,
    );
    expect(await program.go()).toBe('exited 0');
  });

  test('a time limit holds at a stop at a write, and no thread of the program keeps it', async () => {
    await using program = await watching(python, 'for n in range(4): bump(n + 2)', ['cart.total']);
    for (const total of [2, 3]) {
      expect(await program.go()).toBe('data breakpoint: cart.total = n');
      expect(await program.value('int(cart.half * 10)', { timeoutMs: 5_000 })).toBe(String(total * 5));
    }
    expect(program.session.adapter.threads().map(({ name }) => name)).toEqual(['MainThread']);
    expect(await program.value('__import__("time").sleep(100)', { timeoutMs: 300 })).toBe('timeout');
  });

  test.each([
    ['new <', /SyntaxError/],
    ['nev < 0', /NameError: name 'nev'/],
  ])('a condition that says nothing is refused: %s', async (condition, why) => {
    await using program = await watching(python, '', []);
    const { writes } = program.session.inspection;
    await expect(writes.add({ expression: 'cart.total', condition, isLogged: false })).rejects.toThrow(why);
    expect(writes.list()).toEqual([]);
    expect(await program.go()).toBe('exited 0');
  });

  test('a condition decides on the new value, and may name variables', async () => {
    const code = 'for n in (1, -1, 2, -2):\n    cart.total = n';
    const condition = 'new < 0 and new > -len(items) - 1 and old > 0';
    await using program = await watching(python, code, ['cart.total'], { condition });
    const values = [];
    while ((await program.go()) === 'data breakpoint: cart.total = n') values.push(await program.value('cart.total'));
    expect(values).toEqual(['-1', '-2']);
  });

  test('log lists the writers, folded by line', async () => {
    const code = 'for i in range(20): bump(i)\ncart.add(2)\nprint(cart.total)';
    await using program = await watching(python, code, ['cart.total'], { log: true });
    expect(await program.go()).toBe('exited 0');
    const [watch] = program.session.inspection.writes.list();
    expect(watch).toMatchObject({ changes: 21 });
    expect(
      watch?.writers.map(({ functionName, location, count, before, after }) => [
        functionName,
        location.line,
        count,
        before,
        after,
      ]),
    ).toEqual([
      ['bump', program.line('cart.total = n'), 20, '1', '19'],
      ['add', program.line('self.total += n'), 1, '19', '21'],
    ]);
    expect(program.output('stdout')).toBe('21\n');
  });

  test('many changes are listed up to a bound', async () => {
    const count = version.minor >= 12 ? 100_000 : 60_000;
    const code = `for i in range(${count}): bump(i)\nprint(cart.total)`;
    await using program = await watching(python, code, ['cart.total'], { log: true });
    expect(await program.go()).toBe('exited 0');
    expect(program.session.inspection.writes.list()[0]?.changes).toBeGreaterThan(count * 0.96);
    expect(program.output('log')).toBe('');
    expect(program.output('stdout')).toBe(`${count - 1}\n`);
  });

  test('steps from a write are those of the program', async () => {
    const code = 'bump(2)\ncart.total = 9; more = 1\ncart.total = 3\nprint("end")';
    await using program = await watching(python, code, ['cart.total']);
    expect(await program.go()).toBe('data breakpoint: cart.total = n');
    expect(await program.value('n, cart.total')).toBe('(2, 2)');
    expect((await program.session.inspection.stack()).map(({ name, location }) => [name, location.line])).toEqual([
      ['bump', program.line('cart.total = n')],
      ['<module>', program.line('bump(2)')],
    ]);
    expect(await program.go('stepOut')).toMatch(/^step: (bump\(2\)|cart.total = 9; more = 1)$/);
    for (let stop = ''; stop !== 'data breakpoint: cart.total = 9; more = 1'; ) stop = await program.go('next');
    expect(await program.go('next')).toBe('step: cart.total = 3');
    expect(await program.go('next')).toBe('data breakpoint: cart.total = 3');
    expect(await program.go('stepIn')).toBe('step: print("end")');
    expect(await program.go()).toBe('exited 0');
  });

  test('a write comes before a breakpoint on the line behind it', async () => {
    const code = 'cart.total = 2\nafter = 1\ncart.total = 3\nafter = 2';
    await using program = await watching(python, code, ['cart.total'], { at: ['after = 1', 'after = 2'] });
    const stops = [];
    for (let count = 0; count < 5; count++) stops.push(await program.go());
    expect(stops).toEqual([
      'data breakpoint: cart.total = 2',
      'breakpoint: after = 1',
      'data breakpoint: cart.total = 3',
      'breakpoint: after = 2',
      'exited 0',
    ]);
  });

  test('several places are watched at once, also those that one statement writes', async () => {
    const code = 'items.append(cart.add(4))\nitems[0] = 5';
    await using program = await watching(python, code, ['len(items)', 'cart.total', 'items[-1]', 'items[0]']);
    const seen = [];
    for (let stop = await program.session.resume('continue'); stop.kind === 'stopped'; ) {
      seen.push(`${stop.write?.dataId} ${stop.write?.before} → ${stop.write?.after}`);
      stop = await program.session.resume('continue');
    }
    expect(seen).toEqual(['2 1 → 5', '1 2 → 3', '4 1 → 5']);
  });

  test('all attributes of an object whose table is replaced are followed', async () => {
    const code = 'cart.more = 1\nhere_too = 0\ncart.__dict__ = {"total": 2, "more": 2}\ncart.more = 3\ncart.total = 3';
    await using program = await watching(python, code, [], { at: ['here_too = 0'] });
    await program.go();
    const { writes } = program.session.inspection;
    for (const expression of ['cart.total', 'cart.more']) await writes.add({ expression, isLogged: true });
    expect(await program.go()).toBe('exited 0');
    expect(writes.list().map(({ writers }) => writers.map(({ before, after }) => [before, after]))).toEqual([
      [
        ['1', '2'],
        ['2', '3'],
      ],
      [
        ['1', '2'],
        ['2', '3'],
      ],
    ]);
  });

  test('what is set at a stop is no write of the program', async () => {
    await using program = await watching(python, 'bump(7)\nbump(8)', ['cart.total']);
    await program.value('bump(3)');
    await program.session.inspection.setVariable('cart.total', '7');
    expect(await program.go()).toBe('data breakpoint: cart.total = n');
    expect(await program.value('cart.total')).toBe('8');
    const { warnings } = await program.session.report(LIMITS);
    expect(warnings).toEqual([]);
  });

  test('what is written out of sight is said, and seen from then on', async () => {
    const code = `from other import methods
def call(f):
    f(1)
call(methods["add"])
stop = 1
call(methods["add"])`;
    await using program = await watching(python, code, ['len(items)'], { at: ['stop = 1'] });
    expect(await program.go()).toBe('breakpoint: stop = 1');
    const { warnings } = await program.session.report(LIMITS);
    expect(warnings.join()).toMatch(/len\(items\).*by code that is not seen/);
    expect(await program.go()).toBe('data breakpoint: f(1)');
    expect(await program.go()).toBe('exited 0');
  });

  test('a variable of a call is watched until the call ends', async () => {
    const code =
      'def count(n):\n    found = n\n    if n: count(n - 1)\n    found += 1\n    return found\ncount(2)\nend = 1';
    await using program = await watching(python, code, [], { at: ['found = n', 'end = 1'] });
    expect(await program.go()).toBe('breakpoint: found = n');
    await program.session.inspection.writes.add({ expression: 'found', isLogged: false });
    const stops = [];
    for (let count = 0; count < 4; count++) stops.push(await program.go());
    expect(stops).toEqual([
      'data breakpoint: found = n',
      'breakpoint: found = n',
      'breakpoint: found = n',
      'data breakpoint: found += 1',
    ]);
    expect(await program.value('found')).toBe('3');
    expect(await program.go()).toBe('breakpoint: end = 1');
    const { warnings } = await program.session.report(LIMITS);
    expect(warnings.join()).toMatch(/found.*its call has ended/);
    expect(await program.go()).toBe('exited 0');
  });

  test('an object lives no longer than without a watch', async () => {
    const code =
      'class Loud:\n    def __del__(self): print("gone")\nloud = Loud()\nloud.x = Loud()\nstart = 1\ndel loud\nprint("end")\nend = 1';
    await using program = await watching(python, code, [], { at: ['start = 1', 'end = 1'] });
    await program.go();
    await program.session.inspection.writes.add({ expression: 'loud.x', isLogged: false });
    expect(await program.go()).toBe('breakpoint: end = 1');
    const { warnings } = await program.session.report(LIMITS);
    expect(warnings.join()).toMatch(/loud.x.*its object is gone/);
    expect(program.output('stdout')).toBe('gone\ngone\nend\n');
  });

  test('the call that has written begins again, from a further line on', async () => {
    const code = 'def fix(n):\n    rate = 2\n    cart.total = n * rate\n    rate += 1\n    return cart.total\nfix(3)';
    await using program = await watching(python, code, ['cart.total']);
    expect(await program.go()).toBe('data breakpoint: cart.total = n * rate');
    expect(await program.session.restartFrame(undefined)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/^it stands behind a write, .*: step on, or stop at a line/),
    });
    expect(await program.go('next')).toBe('step: rate += 1');
    // From 3.12 on, the debugger had passed the start of that line when the write was seen.
    if (version.minor >= 12) expect(await program.go('next')).toBe('step: return cart.total');
    expect((await program.session.restartFrame(undefined)).kind).toBe('restarted');
    expect(await program.firstStop()).toBe('restart: rate = 2');
    expect(await program.go()).toBe('exited 0');
  });

  test('removed, it leaves nothing', async () => {
    const code = `bump(2)\nbump(3)\nprint(${OURS}, sys.monitoring._all_events() if hasattr(sys, "monitoring") else "")`;
    await using program = await watching(python, code, ['cart.total']);
    expect(await program.go()).toBe('data breakpoint: cart.total = n');
    expect(await program.value(OURS)).not.toBe('[]');
    expect(await program.session.inspection.removeWatch(1)).toBe('cart.total');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toMatch(/^\[\]/);
    expect(program.output('stdout')).not.toContain('INSTRUCTION');
  });

  if (version.minor < 12)
    test('removed while a thread was setting it, it is gone with the first call of that thread', async () => {
      await using program = await watching(python, `bump(2)\nbump(3)\nprint(${OURS})`, ['cart.total']);
      expect(await program.go()).toBe('data breakpoint: cart.total = n');
      expect(await program.value('globals().update(ours=sys.gettrace())')).toBe('None');
      await program.session.inspection.removeWatch(1);
      expect(await program.value('__import__("pydevd_tracing").SetTrace(ours)')).toBe('None');
      expect(await program.go()).toBe('exited 0');
      expect(program.output('stdout')).toMatch(/^\[\]/);
    });

  if (version.minor >= 12)
    test('where the program has all tools for itself, that is said', async () => {
      const code = 'for each in (3, 4, 5): sys.monitoring.use_tool_id(each, "own")\nhere_too = 0';
      await using program = await watching(python, code, [], { at: ['here_too = 0'] });
      await program.go();
      const { writes } = program.session.inspection;
      await expect(writes.add({ expression: 'cart.total', isLogged: false })).rejects.toThrow(
        /uses all tools of sys.monitoring/,
      );
      expect(await program.go()).toBe('exited 0');
    });
  else
    test('where the native part of debugpy is not there, that is said', async () => {
      const env = { PYDEVD_LOAD_NATIVE_LIB: 'false' };
      await using program = await watching(python, '', [], { env });
      const { writes } = program.session.inspection;
      await expect(writes.add({ expression: 'cart.total', isLogged: false })).rejects.toThrow(
        /a native part of debugpy/,
      );
      expect(await program.go()).toBe('exited 0');
    });

  // The adapter of this debugpy, which such a program begins, needs Python 3.10.
  const ways = version.minor >= 10 ? ['at a stop', 'while it runs'] : [];
  test.each(ways)('a program that is let go of %s runs on without a trace', async (when) => {
    const text = `import sys, time
class Box: pass
box = Box()
box.n = 0
def step():
    box.n += 1
while True:
    step()
    print(${OURS}, flush=True)
    time.sleep(0.02)
`;
    const { attach, printed } = await outside(python, text);
    await using program = await DebuggedPython.start({ 'main.py': text }, { attach });
    await program.breakpoint({ at: 'box.n += 1' });
    expect(await program.firstStop()).toBe('breakpoint: box.n += 1');
    for (const { id } of program.session.breakpoints.list()) await program.session.breakpoints.remove(id);
    const isLogged = when === 'while it runs';
    await program.session.inspection.writes.add({ expression: 'box.n', isLogged });
    if (isLogged) await program.session.resume('continue', { timeoutMs: 300 });
    else expect(await program.go()).toBe('data breakpoint: box.n += 1');
    await program.session.end();
    const seen = printed().length;
    await expect.poll(() => printed().slice(seen).split('\n').length, { timeout: 10_000 }).toBeGreaterThan(5);
    expect(printed().slice(seen).trim().split('\n').at(-1)).toBe('[]');
  });

  test('a child that is forked is not watched', async () => {
    const code = `import os
pid = os.fork()
if pid == 0:
    bump(5)
    os._exit(len(${OURS}))
print(os.waitpid(pid, 0)[1])
bump(6)`;
    await using program = await watching(python, code, ['cart.total']);
    expect(await program.go()).toBe('data breakpoint: cart.total = n');
    expect(await program.value('n')).toBe('6');
    expect(program.output('stdout')).toBe('0\n');
  });

  test('a program that takes built-ins and modules away is watched, and does what it does', async () => {
    const code = `import builtins
def broken(*args): raise RuntimeError("called")
for name in ("sorted", "any", "all", "zip", "reversed", "bytearray", "vars", "dir", "eval", "compile"):
    setattr(builtins, name, broken)
for name in ("json", "threading", "ast", "dis", "weakref", "time"):
    sys.modules.pop(name, None)
bump(5)
cart.total = 6
print("end", cart.total)`;
    await using program = await watching(python, code, ['cart.total'], { log: true });
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('end 6\n');
    expect(program.output('stderr')).toBe('');
    expect(program.session.inspection.writes.list()[0]).toMatchObject({ changes: 2 });
  });

  test('threads that write at once are each seen', async () => {
    const code = `import threading
class Box: pass
box = Box(); box.n = 0
lock = threading.Lock()
def work():
    for _ in range(200):
        with lock:
            box.n += 1
start = 1
threads = [threading.Thread(target=work) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
print(box.n)`;
    await using program = await watching(python, code, [], { at: ['start = 1'] });
    await program.go();
    await program.session.inspection.writes.add({ expression: 'box.n', isLogged: true });
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('800\n');
    const [watch] = program.session.inspection.writes.list();
    expect(watch?.writers.map(({ functionName, count }) => [functionName, count])).toEqual([['work', 800]]);
  });
});
