import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nativeDebuggers } from '../../../../../../../src/adapter/languages/python/debugpy/by-pid/native-debuggers.ts';
import {
  noDebugger,
  noneProven,
  obstacleIn,
  obstacleOf,
  takesCodeItself,
} from '../../../../../../../src/adapter/languages/python/debugpy/by-pid/pid-obstacles.ts';
import { temporaryFolder } from '../../../../../../support/temporary-folder.ts';

const folder = temporaryFolder('obstacles-');
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder of a process as the system could have it. */
function processFolder(name: string, { status = 'State:\tS (sleeping)\nTracerPid:\t0\n', namespace = '' }): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'ns'), { recursive: true });
  writeFileSync(join(path, 'status'), status);
  if (namespace !== '') symlinkSync(namespace, join(path, 'ns', 'mnt'));
  return path;
}

const GDB_REFUSED = `Could not attach to process.  If your uid matches the uid of the target
process, check the setting of /proc/sys/kernel/yama/ptrace_scope, or try
again as the root user.  For more details, see /etc/sysctl.d/10-ptrace.conf
ptrace: Operation not permitted.
`;

describe.skipIf(process.platform !== 'linux')('a process, as its system describes it', () => {
  test('has nothing against being attached to', () => {
    expect(obstacleOf('/proc/self')).toBeUndefined();
  });

  test.each([
    ['traced', { status: 'State:\tt (tracing stop)\nTracerPid:\t4711\n' }, 'process 4711 traces it already'],
    ['elsewhere', { namespace: 'mnt:[1]' }, 'it runs in a container'],
  ])('is %s', (name, described, why) => {
    const obstacle = obstacleOf(processFolder(name, described));
    expect(obstacle?.why).toContain(why);
    expect(obstacle?.advice).toMatch(/python -m debugpy --listen/);
  });
});

describe.skipIf(process.platform === 'win32')('the native debugger', () => {
  test('is missing where there is none, with what to install and what to do instead', () => {
    expect(nativeDebuggers({ PATH: folder })).toEqual([]);
    const { why, advice } = noDebugger('3.11.7');
    expect(why).toMatch(/^getting into a running Python 3\.11 needs .*lldb/);
    expect(advice).toMatch(/Install it \(.*\), or start the program with: python -m debugpy --listen 5678/);
  });

  test('is not needed from Python 3.14 on', () => {
    expect(['3.13.9', '3.14.0', '4.0.1'].map(takesCodeItself)).toEqual([false, true, true]);
  });

  test.skipIf(process.platform === 'darwin')('is gdb, and lldb where that does not do', () => {
    const of = (name: string) => ({ name, path: join(folder, name) });
    writeFileSync(join(folder, 'lldb'), '', { mode: 0o755 });
    expect(nativeDebuggers({ PATH: folder })).toEqual([of('lldb')]);
    writeFileSync(join(folder, 'gdb'), '', { mode: 0o755 });
    expect(nativeDebuggers({ PATH: folder })).toEqual([of('gdb'), of('lldb')]);
  });

  test.skipIf(process.platform === 'darwin')('that fails on a process of ours is named, with what may do', () => {
    const { why, advice } = noneProven('3.11.7', [{ name: 'gdb', problem: 'it does not come to an end' }]);
    expect(why).toBe(
      "gdb was tried on a process of this server's own first, and it does not come to an end. Nothing was done to the program",
    );
    expect(advice).toBe(
      'To debug it, start the program with: python -m debugpy --listen 5678 app.py, and attach to port 5678. By pid, a newer gdb (16 calls functions on processors with AMX, 13 does not), or lldb, or a Python from 3.14 on may do; this one is Python 3.11.',
    );
  });
});

describe('what an attempt wrote says', () => {
  test.each([
    ['1\n', /ptrace_scope is 1: only what started a program/, /sudo sysctl kernel\.yama\.ptrace_scope=0/],
    ['2\n', /ptrace_scope is 2: no program of a user/, /sudo sysctl/],
    ['3\n', /ptrace_scope is 3/, /until the next boot/],
    ['0\n', /does not permit to trace it$/, /--cap-add=SYS_PTRACE/],
    [undefined, /does not permit to trace it$/, /--cap-add=SYS_PTRACE/],
  ])('that tracing is not permitted, with the setting %j', (scope, why, advice) => {
    const obstacle = obstacleIn(GDB_REFUSED, scope);
    expect(obstacle.why).toMatch(why);
    expect(obstacle.advice).toMatch(advice);
    expect(obstacle.advice).toMatch(/start the program with: python -m debugpy --listen 5678 app\.py/i);
  });

  test('that the process has ended, or something that is passed on', () => {
    expect(obstacleIn('ptrace: No such process.\n', undefined).why).toBe('it has ended');
    expect(obstacleIn('a\nRuntimeError: Could not find .so\n', undefined).why).toBe(
      'debugpy could not get into it (RuntimeError: Could not find .so)',
    );
    expect(obstacleIn('', undefined).why).toBe('debugpy could not get into it');
  });
});
