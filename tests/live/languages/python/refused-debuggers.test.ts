import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { attachToPid } from '../../../../src/adapter/languages/python/debugpy/by-pid/attach-pid.ts';
import { proofOf, tryOnOurOwn } from '../../../../src/adapter/languages/python/debugpy/by-pid/native-proof.ts';
import { findCommand } from '../../../../src/process/find-command.ts';
import { pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { reasonWithout } from '../../../support/unavailable-tools.ts';

const folder = temporaryFolder('refused-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** Waits in one system call for its input; a call that a debugger put into it and did not take back shows. */
const WAITING = 'import sys\nprint("begun", flush=True)\nprint(len(sys.stdin.read()))\nsys.exit(3)\n';
/** In gdb's place. The pid that it is to enter follows `-p`; each one notes it. */
const ENTER = `while [ $# -gt 0 ] && [ "$1" != -p ]; do shift; done; echo "$2" >>"$(dirname "$0")/entered"; pid=$2`;
const FAILURES: Readonly<Record<string, { script: string; problem: RegExp }>> = {
  'cannot call': {
    script: 'echo "Couldn\'t write extended state status: Bad address." >&2',
    problem: /it could not call a function there \(Couldn't write extended state status: Bad address\)/,
  },
  'dies half-way': { script: 'echo "arranged: direct"; kill -SEGV $$', problem: /it could not call a function there/ },
  'leaves registers changed': {
    script: `for each; do commands=$each; done
      file=$(sed -n 's/.*open(\\(.*\\), "rb").*/\\1/p' "$commands"); mv "$(dirname "$commands")/enter.py" "$(dirname "$commands")/enter.py.taken"
      echo "arranged: direct"; kill -BUS $pid`,
    problem: /the process did not come to its own end after it/,
  },
};

/** In lldb's place: it gets in and calls functions there, as it was asked to. */
const CALLS = `echo "(int) \\$0 = $pid"`;
const WITHOUT_ATTACH = "error: 'load_lib_and_attach' is not a valid command.";

/** A folder with a native debugger that is this script. */
function standIn(name: string, script: string, tool: 'gdb' | 'lldb' = 'gdb'): string {
  const place = join(folder, name.replaceAll(' ', '-'));
  mkdirSync(place);
  writeFileSync(join(place, tool), `#!/bin/sh\nPATH=/usr/bin:/bin\nall="$*"\n${ENTER}\n${script}\n`);
  chmodSync(join(place, tool), 0o755);
  return place;
}

/** A program of the user's. */
async function waiting() {
  const child = spawn(pythonWith('newest'), ['-c', WAITING], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  await expect.poll(() => said, { timeout: 15_000 }).toContain('begun');
  return {
    pid: child.pid ?? 0,
    async end() {
      const closed = once(child, 'close');
      child.stdin.end('four');
      await closed;
      return { said, exitCode: child.exitCode, signal: child.signalCode };
    },
  };
}

const UNTOUCHED = { said: 'begun\n4\n', exitCode: 3, signal: null };

describe.runIf(process.platform === 'linux')('a gdb that does not do what it is for is let near no program:', () => {
  test.each(Object.entries(FAILURES))('one that %s', async (name, { script, problem }) => {
    const place = standIn(name, script);
    vi.stubEnv('PATH', place);
    const program = await waiting();
    await expect(attachToPid(program.pid, { timeoutMs: 20_000 })).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringMatching(problem),
      advice: expect.stringContaining('python -m debugpy --listen 5678'),
    });
    expect(await program.end()).toEqual(UNTOUCHED);
    const entered = readFileSync(join(place, 'entered'), 'utf8').trim().split('\n');
    expect(entered).toHaveLength(1);
    expect(entered).not.toContain(String(program.pid));
  });

  test('one that hangs: the call ends with its time', async () => {
    const place = standIn('hangs', 'exec sleep 60');
    vi.stubEnv('PATH', place);
    const program = await waiting();
    await expect(attachToPid(program.pid, { timeoutMs: 1_500 })).rejects.toMatchObject({
      code: 'request_timeout',
      message: 'gdb had not shown within 1500 ms that it can attach here.',
    });
    expect(await program.end()).toEqual(UNTOUCHED);
    expect(readFileSync(join(place, 'entered'), 'utf8')).not.toContain(String(program.pid));
  });

  test('one that hangs: a cancel ends it', async () => {
    const native = { name: 'gdb', path: join(standIn('hangs again', 'exec sleep 60'), 'gdb') } as const;
    const cancel = new AbortController();
    const proof = proofOf(native, pythonWith('newest'), { signal: cancel.signal });
    const entered = join(folder, 'hangs-again', 'entered');
    await expect.poll(() => existsSync(entered), { timeout: 15_000 }).toBe(true);
    cancel.abort();
    await expect(proof).rejects.toMatchObject({ code: 'cancelled' });
  });

  test.runIf(reasonWithout('gdb') === undefined)(
    'the one that is here is not such a one, and proves it once',
    async () => {
      vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
      const gdb = { name: 'gdb', path: findCommand('gdb', { cwd: '/', env: process.env }) ?? '' } as const;
      expect(await tryOnOurOwn(gdb, pythonWith('newest'))).toEqual({ kind: 'passed' });
      expect(existsSync(join(folder, 'cache'))).toBe(false);
      expect(await proofOf(gdb, pythonWith('newest'))).toEqual({ kind: 'passed' });
      const kept = join(folder, 'cache/mcp-debugger/proven-debuggers');
      expect(readFileSync(kept, 'utf8')).toContain('gdb');
      expect(await proofOf(gdb, '/no/python')).toEqual({ kind: 'passed' });
    },
  );
});

describe.runIf(process.platform === 'linux')('an lldb', () => {
  test('without a Python of its own is let near no program, and is said to be so', async () => {
    const problem = 'error: there is no embedded script interpreter in this mode.';
    const place = standIn('no scripts', `${CALLS}; echo "${problem}"`, 'lldb');
    vi.stubEnv('PATH', place);
    const program = await waiting();
    await expect(attachToPid(program.pid, { timeoutMs: 20_000 })).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringContaining(`lldb was tried on a process of this server's own first, and it could not`),
    });
    expect(await program.end()).toEqual(UNTOUCHED);
    expect(readFileSync(join(place, 'entered'), 'utf8')).not.toContain(String(program.pid));
  });

  test('that says what it could not do is believed, although the injector ends well', async () => {
    // Its process does not end, as a program that is attached to does not: what is said must not be waited for.
    const script = `case "$all" in *load_lib_and_attach*) echo "${WITHOUT_ATTACH}" ;; *) ${CALLS}; echo "scripts run: 42" ;; esac`;
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache of stand-ins'));
    vi.stubEnv('PATH', standIn('no attach', script, 'lldb'));
    const program = await waiting();
    await expect(attachToPid(program.pid, { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringContaining("'load_lib_and_attach' is not a valid command"),
    });
    expect(await program.end()).toEqual(UNTOUCHED);
  });
});
