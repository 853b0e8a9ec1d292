import { expect } from 'vitest';
import { Debuggee, where } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Going on by steps, and stopping what runs. */
export const stepping: readonly Scenario[] = [
  {
    name: 'step over',
    proves: 'it goes to the next line of the same function, past calls',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['cost'] });
      await run.stop();
      expect(where(await run.step('next'))).toBe('step @sum');
      expect(await run.valueOf('cost')).toBe('6');
    },
  },
  {
    name: 'step into',
    proves: 'it goes into the called function, in another file',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['cost'] });
      await run.stop();
      expect(where(await run.step('stepIn'))).toBe('step @price');
    },
  },
  {
    name: 'step out',
    proves: 'it goes back to the caller',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['total'] });
      await run.stop();
      expect(where(await run.step('stepOut'))).toMatch(/step @(call-total|print)/);
    },
  },
  {
    name: 'many steps',
    proves: 'steps never repeat a line without a reason, and end with the end of the program',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['new'] });
      await run.stop();
      const marks: string[] = [];
      for (let count = 0; count < 5; count++) marks.push(Debuggee.mark(await run.step('next')));
      expect(marks.slice(0, 5)).toEqual(['first-add', expect.anything(), 'call-total', 'print', 'end']);
      let outcome = await run.resume('next');
      for (let count = 0; outcome.kind === 'stopped' && count < 20; count++) outcome = await run.resume('next');
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    },
  },
  {
    name: 'step past a caught exception',
    proves: 'an exception that the stepped code catches does not end the step',
    async run(host) {
      for (const exceptionMode of ['uncaught', 'none'] as const) {
        await using run = await Debuggee.launch(host, 'catches', { breakpoints: ['call'], exceptionMode });
        await run.stop();
        expect(where(await run.step('next'))).toBe('step @after-call');
      }
    },
  },
  {
    name: 'step at a breakpoint',
    proves: 'a breakpoint on the way of a step stops it as a breakpoint',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['call-total', 'sum'] });
      await run.stop();
      expect(where(await run.step('next'))).toBe('breakpoint @sum');
    },
  },
  {
    name: 'step into the runtime library',
    proves: 'the runtime itself is stepped through: the next line of the program follows',
    needs: ['visible-internals'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'internals', { breakpoints: ['read'] });
      await run.stop();
      expect(where(await run.step('stepIn'))).toBe('step @after-read');
    },
  },
  {
    name: 'step into a callback',
    proves: 'a function that the runtime calls back is stepped into, and out of',
    needs: ['visible-internals'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'internals', { breakpoints: ['map'] });
      await run.stop();
      expect(where(await run.step('stepIn'))).toBe('step @callback');
      expect(where(await run.step('stepOut'))).toMatch(/step @(callback|map|after-map)/);
    },
  },
  {
    name: 'step past the end of a callback',
    proves: 'the next code of the program that runs is where the step ends',
    needs: ['visible-internals'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'internals', { breakpoints: ['first-timer-end'] });
      await run.stop();
      let stop = await run.step('next');
      // The closing brace is a place of its own for V8.
      if (stop.functionName === 'first') stop = await run.step('next');
      expect(where(stop)).toBe('step @second-timer');
    },
  },
  {
    name: 'pause a busy loop',
    proves: 'a program that never stops is stopped where it is, and goes on',
    async run(host) {
      await using run = await Debuggee.launch(host, 'busy');
      const line = async () => {
        const outcome = await run.wait(200);
        return outcome.kind === 'running' ? outcome.where?.line : outcome.kind;
      };
      const spinning = run.at('spin').line;
      // V8 stands at the loop itself between its rounds.
      await expect.poll(line, { timeout: 10_000 }).toSatisfy((at) => at === spinning || at === spinning - 1);
      const paused = await run.session.pause();
      expect(paused).toMatchObject({ kind: 'stopped', reason: 'pause', functionName: 'spin' });
      expect(Number(await run.valueOf('turns'))).toBeGreaterThan(0);
      // Every language takes this number for true.
      await run.session.inspection.setVariable('stopIt', '1');
      expect((await run.finish()).stdout).toBe('busy\nleft the loop\n');
    },
  },
  {
    name: 'still running',
    proves: 'at the limit of a wait it is said where the program is, and nothing is lost',
    async run(host) {
      await using run = await Debuggee.launch(host, 'busy');
      const running = await run.wait(200);
      expect(running).toMatchObject({ kind: 'running', where: { path: host.program('busy') } });
      expect(await run.wait(50)).toMatchObject({ kind: 'running' });
      expect(await run.session.pause()).toMatchObject({ kind: 'stopped', reason: 'pause' });
    },
  },
  {
    name: 'pause an idle program',
    proves: 'one that waits runs on, and stops as soon as it runs code again',
    async run(host) {
      await using idle = await Debuggee.launch(host, 'idle');
      await idle.wait(200);
      expect(await idle.session.pause({ timeoutMs: 100 })).toMatchObject({ kind: 'running' });
      await using ticking = await Debuggee.launch(host, 'idle', { args: ['20'] });
      await ticking.wait(200);
      const stop = await ticking.session.pause();
      expect(stop).toMatchObject({ kind: 'stopped', reason: 'pause' });
    },
  },
  {
    name: 'asking where an idle program is',
    proves: 'a question that nobody answers leaves no stop behind',
    async run(host) {
      await using run = await Debuggee.launch(host, 'idle', { args: ['400'] });
      expect(await run.wait(150)).toMatchObject({ kind: 'running' });
      expect(await run.wait(700)).toMatchObject({ kind: 'running' });
      await run.session.breakpoints.set({ target: run.at('tick') });
      expect(where(await run.stop())).toBe('breakpoint @tick');
    },
  },
];
