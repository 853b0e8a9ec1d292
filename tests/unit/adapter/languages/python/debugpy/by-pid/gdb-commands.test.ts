import { describe, expect, test } from 'vitest';
import {
  arrangedIn,
  gdbArguments,
  gdbCommands,
} from '../../../../../../../src/adapter/languages/python/debugpy/by-pid/gdb-commands.ts';

/** The text that the process is to run, as gdb writes it there. */
function textOf(commands: string): string {
  const [, size, bytes = ''] = /set \{char\[(\d+)\]\}\$text = \{([\d,]+)\}/.exec(commands) ?? [];
  const text = Buffer.from(bytes.split(',').map(Number));
  expect(text.length).toBe(Number(size));
  expect(text.at(-1)).toBe(0);
  return text.subarray(0, -1).toString('utf8');
}

describe('the commands that make a process run a file', () => {
  test('hand over its path whatever it holds, raise nothing, and bind no name of the main module', () => {
    const text = textOf(gdbCommands('/tmp/a "b"\\ü\n/enter.py', 'safely', 'x64'));
    expect(text).toContain('open("/tmp/a \\"b\\"\\\\ü\\n/enter.py", "rb")');
    expect(text).toMatch(/^try:\n \[\(exec\(.*, f\.close\(\)\) for f in .*\]\nexcept BaseException:\n pass\n$/);
  });

  test.each([
    ['x64', '*(unsigned short *)($pc - 2) == 0x050f'],
    ['arm64', '*(unsigned int *)($pc - 4) == 0xd4000001'],
    // Nothing says it there: the lock of the interpreter alone decides.
    ['riscv64', 'set $waits = !$held && 1'],
  ])('see on %s whether the thread is in a system call', (arch, condition) => {
    expect(gdbCommands('/tmp/enter.py', 'safely', arch)).toContain(condition);
  });

  test.each([
    ['x64', 'set $locks = (unsigned long) $rdi - (unsigned long) &_PyRuntime < 524288'],
    ['arm64', 'set $locks = (unsigned long) $x0 - (unsigned long) &_PyRuntime < 524288'],
  ])('see on %s whether it waits for the lock of the interpreter', (arch, condition) => {
    expect(gdbCommands('/tmp/enter.py', 'safely', arch)).toContain(condition);
  });

  test('wait for a safe point first, and force nothing where Python is in flux', () => {
    const safely = gdbCommands('/tmp/enter.py', 'safely', 'x64');
    expect(safely).toContain('if !$waits || $locks\nset $full = ((int (*)(void *, void *)) Py_AddPendingCall)');
    expect(safely).not.toContain('$_any_caller_matches');
    const forced = gdbCommands('/tmp/enter.py', 'force', 'x64');
    const [locking = '', flux = ''] = [...forced.matchAll(/\$_any_caller_matches\("(.*?)", \d+\)/g)].map(
      ([, names = '']) => names,
    );
    expect(
      ['take_gil', 'PyEval_RestoreThread', 'PyGILState_Ensure'].every((name) => new RegExp(locking).test(name)),
    ).toBe(true);
    expect(new RegExp(locking).test('_PyEval_EvalFrameDefault')).toBe(false);
    for (const name of [
      '_PyEval_EvalFrameDefault',
      'take_gil',
      'malloc',
      '_int_free',
      'PyObject_Malloc',
      'gc_collect_main',
    ]) {
      expect(new RegExp(flux).test(name), name).toBe(true);
    }
    for (const name of ['sre_ucs1_match', 'PyObject_Vectorcall', 'k_mul']) {
      expect(new RegExp(flux).test(name), name).toBe(false);
    }
  });

  test('are read from a file, and no other', () => {
    const args = gdbArguments(4711, 'force', '/tmp/x/commands.gdb');
    expect(args.join(' ')).toMatch(/^-nh -nx -batch .*-p 4711 -x \/tmp\/x\/commands\.gdb$/);
  });
});

describe('what gdb has arranged', () => {
  test.each([
    ['arranged: pending 0\n[Inferior 1 (process 5) detached]\n', 'pending'],
    ['SIGHUP No\narranged: direct\n', 'direct'],
    ['arranged: unsafe\n', 'unsafe'],
    ['arranged: pending -1\n', undefined],
    ['ptrace: Operation not permitted.\n', undefined],
  ])('is read from %j', (said, expected) => {
    expect(arrangedIn(said)).toBe(expected);
  });
});
