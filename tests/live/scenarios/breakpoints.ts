import { expect } from 'vitest';
import { breakpointVerdicts } from '../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { Debuggee, where } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** The stops of breakpoints, and the verdicts on those that do not stop. */
export const breakpoints: readonly Scenario[] = [
  {
    name: 'breakpoint',
    proves: 'a line stops each time it is reached, with the number of its breakpoint',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum'] });
      const first = await run.stop();
      expect(where(first)).toBe('breakpoint @sum');
      expect(first).toMatchObject({ functionName: expect.stringContaining('total'), hitBreakpointIds: [1] });
      expect(await run.valueOf('cost')).toBe('6');
      expect(where(await run.continue())).toBe('breakpoint @sum');
      expect(await run.valueOf('cost')).toBe('10');
      expect((await run.finish()).stdout).toBe('total 16\n');
      expect(run.session.breakpoints.get(1)).toMatchObject({ hits: 2, state: { kind: 'verified' } });
    },
  },
  {
    name: 'breakpoint before load',
    proves: 'a breakpoint in a file that is loaded later is pending first and stops then',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { stopOnEntry: true });
      await run.stop();
      const { id, state } = await run.session.breakpoints.set({ target: run.at('price', 'prices') });
      expect(state.kind).toBe('pending');
      expect(where(await run.continue())).toBe('breakpoint @price');
      expect(run.session.breakpoints.get(id).state).toMatchObject({
        kind: 'verified',
        location: { line: run.at('price', 'prices').line },
      });
    },
  },
  {
    name: 'breakpoint in an imported module',
    proves: 'imported modules stop like the program itself, also on their top level',
    async run(host) {
      const breakpoints = ['top', { mark: 'double', program: 'imported' }];
      await using run = await Debuggee.launch(host, 'imports', { breakpoints });
      expect(where(await run.stop())).toBe('breakpoint @top');
      expect(where(await run.continue())).toBe('breakpoint @double');
    },
  },
  {
    name: 'condition',
    proves: 'a conditional breakpoint stops only where the condition is true',
    async run(host) {
      const breakpoints = [{ mark: 'sum', condition: 'cost > 6' }];
      await using run = await Debuggee.launch(host, 'cart', { breakpoints });
      await run.stop();
      expect(await run.valueOf('cost')).toBe('10');
    },
  },
  {
    name: 'hit count',
    proves: 'a breakpoint with a hit count stops on that pass only',
    async run(host) {
      const breakpoints = [{ mark: 'loop', hitCondition: '3' }];
      await using run = await Debuggee.launch(host, 'changing', { breakpoints });
      await run.stop();
      expect(await run.valueOf('i')).toBe('3');
      expect((await run.finish()).exitCode).toBe(0);
    },
  },
  {
    name: 'log breakpoint',
    proves: 'it stops nothing and writes its text, with the values filled in, apart from the output of the program',
    async run(host) {
      const breakpoints = [{ mark: 'loop', logMessage: 'i is {i}' }];
      await using run = await Debuggee.launch(host, 'changing', { breakpoints });
      expect(await run.finish()).toMatchObject({ exitCode: 0, stdout: '' });
      expect(run.output('log')).toBe('i is 1\ni is 2\ni is 3\ni is 4\n');
    },
  },
  {
    name: 'line past the end',
    proves: 'it is rejected with the length of the file, and forgotten',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { stopOnEntry: true });
      await run.stop();
      const { path } = run.at('sum');
      const { state, id } = await run.session.breakpoints.set({ target: { kind: 'line', path, line: 9_999 } });
      expect(state).toMatchObject({
        kind: 'rejected',
        reason: expect.stringMatching(/past the end of cart\.\w+ \(\d+ lines\)/),
      });
      expect(run.session.breakpoints.list().map((each) => each.id)).not.toContain(id);
    },
  },
  {
    name: 'line without code',
    proves: 'the breakpoint moves to code of its own block and says so, or says where there is some',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { stopOnEntry: true });
      await run.stop();
      const { path, line } = run.at('construct');
      const { state } = await run.session.breakpoints.set({ target: { kind: 'line', path, line: line - 3 } });
      if (state.kind === 'rejected') expect(state.reason).toBe('no code there; the nearest line with code is 2');
      else expect(state).toMatchObject({ kind: 'verified', movedFromLine: line - 3 });
    },
  },
  {
    name: 'removed breakpoint',
    proves: 'a removed or disabled breakpoint does not stop, a re-enabled one does',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['new', 'cost', 'sum'] });
      await run.stop();
      await run.session.breakpoints.remove(2);
      await run.session.breakpoints.enable(3, false);
      await run.session.breakpoints.set({ target: run.at('return') });
      expect(where(await run.continue())).toBe('breakpoint @return');
      await using again = await Debuggee.launch(host, 'cart', { breakpoints: ['new', 'sum'] });
      await again.stop();
      await again.session.breakpoints.enable(2, false);
      await again.session.breakpoints.enable(2, true);
      expect(await again.continue()).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [2] });
    },
  },
  {
    name: 'breakpoint while running',
    proves: 'a breakpoint set into a running program stops it',
    async run(host) {
      await using run = await Debuggee.launch(host, 'busy');
      // From there on it is loaded.
      await expect.poll(() => run.output('stdout'), { timeout: 10_000 }).toContain('busy');
      const { state } = await run.session.breakpoints.set({ target: run.at('spin') });
      expect(state.kind).toBe('verified');
      expect(where(await run.stop())).toBe('breakpoint @spin');
    },
  },
  {
    name: 'restart keeps breakpoints',
    proves: 'a restarted program stops at the same breakpoints, with their hits counted anew',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum', 'print'] });
      await run.stop();
      await run.continue();
      await run.session.breakpoints.enable(2, false);
      await run.session.restart(run.session.request);
      expect(where(await run.stop())).toBe('breakpoint @sum');
      expect(run.session.breakpoints.list()).toMatchObject([
        { id: 1, hits: 1, enabled: true },
        { id: 2, hits: 0, enabled: false },
      ]);
    },
  },
  {
    name: 'run to a line',
    proves: 'it stops there once, and leaves no breakpoint',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['new'] });
      await run.stop();
      await run.session.breakpoints.set({ target: run.at('sum'), oneShot: true });
      expect(where(await run.continue())).toBe('goto @sum');
      expect(run.session.breakpoints.list()).toHaveLength(1);
      expect((await run.finish()).exitCode).toBe(0);
    },
  },
  {
    name: 'run to a line with another breakpoint',
    proves: 'a disabled or a never true breakpoint on the line does not keep a run-to from stopping, and stays',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['new', 'cost'] });
      await run.stop();
      await run.session.breakpoints.enable(2, false);
      const { id } = await run.session.breakpoints.set({ target: run.at('sum'), condition: 'cost < 0' });
      await run.session.breakpoints.set({ target: run.at('cost'), oneShot: true });
      expect(where(await run.continue())).toBe('goto @cost');
      await run.session.breakpoints.set({ target: run.at('sum'), oneShot: true });
      expect(where(await run.continue())).toBe('goto @sum');
      expect(run.session.breakpoints.get(2)).toMatchObject({ enabled: false, hits: 0 });
      expect(run.session.breakpoints.get(id)).toMatchObject({ condition: 'cost < 0', hits: 0 });
      expect((await run.finish()).exitCode).toBe(0);
    },
  },
  {
    name: 'run to a line with a breakpoint',
    proves: 'the breakpoint that stands there stops it, and stays',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['new', 'sum'] });
      await run.stop();
      await run.session.breakpoints.set({ target: run.at('sum'), oneShot: true });
      expect(await run.continue()).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [2] });
      expect(await run.continue()).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [2] });
    },
  },
  {
    name: 'verdicts at the end',
    proves: 'a program that ends before any stop says for each breakpoint why',
    async run(host) {
      const breakpoints = [
        { mark: 'sum', program: 'cart' },
        { mark: 'line', condition: 'how == "other"' },
      ];
      await using run = await Debuggee.launch(host, 'ends', { args: ['natural'], breakpoints });
      expect((await run.finish()).exitCode).toBe(0);
      expect(breakpointVerdicts(run.session.breakpoints.list(), { place: () => 'x' })).toEqual([
        'Breakpoint 1 at x: never hit: its file was not loaded',
        'Breakpoint 2 at x: never hit: its line was reached once, how == "other" was never true',
      ]);
    },
  },
];
