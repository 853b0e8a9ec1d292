import { expect } from 'vitest';
import { Debuggee } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Ends of programs, and the answers afterwards. */
export const ending: readonly Scenario[] = [
  {
    name: 'exit code',
    proves: 'the exit code is reported, and a call afterwards says that the program has ended',
    async run(host) {
      await using run = await Debuggee.launch(host, 'ends', { args: ['code', '42'] });
      expect(await run.finish()).toMatchObject({ exitCode: 42, signal: null });
      await expect(run.resume('continue')).rejects.toMatchObject({
        code: 'already_exited',
        message: expect.stringContaining('exit code 42'),
      });
      await expect(run.evaluate('1')).rejects.toMatchObject({ code: 'already_exited' });
      await expect(run.session.pause()).rejects.toMatchObject({ code: 'already_exited' });
    },
  },
  {
    name: 'exit by signal',
    proves: 'the signal is reported',
    async run(host) {
      await using run = await Debuggee.launch(host, 'ends', { args: ['signal', 'SIGTERM'] });
      expect(await run.finish()).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    },
  },
  {
    name: 'killed while paused',
    proves: 'a paused program that is killed from outside is reported as killed',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum'] });
      await run.stop();
      process.kill(await pidOf(run), 'SIGKILL');
      expect(await ended(run)).toMatchObject({ kind: 'exited', signal: 'SIGKILL' });
    },
  },
  {
    name: 'killed while running',
    proves: 'a running program that is killed from outside ends the wait',
    async run(host) {
      await using run = await Debuggee.launch(host, 'idle');
      await run.wait(150);
      const waiting = run.wait();
      process.kill(await pidOf(run), 'SIGKILL');
      expect(await waiting).toMatchObject({ kind: 'exited', signal: 'SIGKILL' });
    },
  },
  {
    name: 'the debugger is shut out',
    proves: 'a program that closes its debugger and runs on is reported as lost, and still ended with its session',
    needs: ['closes-debugger'],
    async run(host) {
      const run = await Debuggee.launch(host, 'closes-inspector');
      const pid = await pidOf(run);
      expect(await run.wait()).toMatchObject({ kind: 'lost' });
      await expect(run.resume('continue')).rejects.toMatchObject({ code: 'connection_closed' });
      await run.session.end();
      expect(isAlive(pid)).toBe(false);
    },
  },
  {
    name: 'end',
    proves: 'ending a session ends a paused and a busy program, and may be asked for twice',
    async run(host) {
      for (const program of ['idle', 'busy']) {
        const run = await Debuggee.launch(host, program);
        await run.wait(100);
        const pid = await pidOf(run);
        await Promise.all([run.session.end(), run.session.end()]);
        expect(isAlive(pid)).toBe(false);
      }
    },
  },
];

/** Some debuggers report the first thread a moment after the start. */
async function pidOf(run: Debuggee): Promise<number> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const pid = run.session.summary().threads[0]?.pid;
    if (pid !== undefined) return pid;
    if (Date.now() > deadline) throw new Error('The debuggee has no process.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A stopped program's end changes its state without anybody asking. */
async function ended(run: Debuggee) {
  let outcome = await run.wait();
  for (let waits = 0; outcome.kind === 'stopped' && waits < 100; waits++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    outcome = await run.wait();
  }
  return outcome;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
