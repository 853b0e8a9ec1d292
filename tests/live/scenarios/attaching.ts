import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { AttachRequest } from '../../../src/adapter/debug-adapter.ts';
import { Debuggee, where } from './debuggee.ts';
import type { LanguageHost } from './language-host.ts';
import type { Scenario } from './scenario.ts';

/** Programs that run already. */
export const attaching: readonly Scenario[] = [
  {
    name: 'attach by port',
    proves: 'a program with an open debugger is attached to, stopped, looked into and left running without breakpoints',
    async run(host) {
      const open = await host.open(host.program('idle'), ['15'], false);
      using program = new OtherProgram(host, open.args);
      await attachAndLeave(host, program, () => open.target((pattern) => program.says(pattern)));
    },
  },
  {
    name: 'attach by url',
    proves: 'the same by the address of the inspector',
    needs: ['attach-url'],
    async run(host) {
      const open = await host.open(host.program('idle'), ['15'], false);
      using program = new OtherProgram(host, open.args);
      const url = await program.says(/Debugger listening on (ws:\S+)/);
      await attachAndLeave(host, program, async () => ({ kind: 'url', url }));
    },
  },
  {
    name: 'attach by pid',
    proves: 'the same for a program that was started without a debugger',
    needs: ['attach-pid'],
    async run(host) {
      using program = new OtherProgram(host, host.plain(host.program('idle'), ['15']));
      await program.says(/idle/);
      await attachAndLeave(host, program, async () => ({ kind: 'pid', pid: program.pid }));
    },
  },
  {
    name: 'attach to a waiting program',
    proves: 'a program that waits for a debugger is released, and stops at a breakpoint of its first lines',
    async run(host) {
      const open = await host.open(host.program('cart'), [], true);
      using program = new OtherProgram(host, open.args);
      const target = await open.target((pattern) => program.says(pattern));
      await using run = await Debuggee.attach(host, 'cart', target, { breakpoints: ['new'] });
      expect(where(await run.stop())).toBe('breakpoint @new');
    },
  },
  {
    name: 'attached program ends',
    proves: 'its end is noticed and does not hang it',
    async run(host) {
      const open = await host.open(host.program('ends'), ['code', '5'], true);
      using program = new OtherProgram(host, open.args);
      const target = await open.target((pattern) => program.says(pattern));
      await using run = await Debuggee.attach(host, 'ends', target);
      expect(await run.wait()).toMatchObject({ kind: 'exited' });
      expect(await program.exitCode).toBe(5);
    },
  },
  {
    name: 'attach to nothing',
    proves: 'a port where nobody listens is refused',
    async run(host) {
      const target = { kind: 'port', host: '127.0.0.1', port: 1 } as const;
      await expect(Debuggee.attach(host, 'idle', target)).rejects.toMatchObject({ code: 'attach_refused' });
    },
  },
  {
    name: 'attach to no process',
    proves: 'a pid that does not exist is refused',
    needs: ['attach-pid'],
    async run(host) {
      const target = { kind: 'pid', pid: 2 ** 22 + 1 } as const;
      await expect(Debuggee.attach(host, 'idle', target)).rejects.toMatchObject({ code: 'attach_refused' });
    },
  },
];

async function attachAndLeave(
  host: LanguageHost,
  program: OtherProgram,
  target: () => Promise<AttachRequest>,
): Promise<void> {
  const run = await Debuggee.attach(host, 'idle', await target());
  await run.session.breakpoints.set({ target: run.at('tick') });
  const stop = await run.stop();
  expect(where(stop)).toBe('breakpoint @tick');
  await run.session.inspection.setVariable('state.label', host.quoted('seen'));
  await run.session.end();
  // It runs on: attached to again, its ticks go on without a stop, and then it can be asked to leave.
  await using again = await Debuggee.attach(host, 'idle', await target());
  expect(await again.wait(100)).toMatchObject({ kind: 'running' });
  await again.session.breakpoints.set({ target: again.at('tick') });
  await again.stop();
  expect(await again.valueOf('state.label')).toBe(host.quoted('seen'));
  expect(Number(await again.valueOf('ticks'))).toBeGreaterThan(1);
  await again.session.inspection.setVariable('state.label', host.quoted('leave'));
  await again.session.end();
  expect(await program.exitCode).toBe(7);
}

/** A program that was started outside of any session. */
class OtherProgram implements Disposable {
  readonly #child: ChildProcess;
  readonly exitCode: Promise<number | null>;
  #text = '';

  constructor(host: LanguageHost, args: readonly string[]) {
    this.#child = spawn(host.interpreter, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.exitCode = once(this.#child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#text += text;
      });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until it wrote the text; the pattern's group. */
  async says(pattern: RegExp): Promise<string> {
    const deadline = Date.now() + 25_000;
    for (;;) {
      const match = this.#text.match(pattern);
      if (match) return match[1] ?? match[0];
      if (Date.now() > deadline) throw new Error(`It never wrote ${pattern}: ${this.#text}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL');
  }
}
