import { expect } from 'vitest';
import type { BreakpointRequest } from '../../../src/session/breakpoints/breakpoint-book.ts';
import { Debuggee, where } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Breakpoints by the name of a function. */
export const functions: readonly Scenario[] = [
  {
    name: 'function breakpoint',
    proves: 'a declared function stops at its first statement',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: [named('main')] });
      const stop = await run.stop();
      expect(where(stop)).toBe('function breakpoint @new');
      expect(stop.hitBreakpointIds).toEqual([1]);
      expect(run.session.breakpoints.get(1)).toMatchObject({ state: { kind: 'verified' }, hits: 1 });
    },
  },
  {
    name: 'function breakpoint on a method',
    proves: 'Class.method means that method alone, and a bare name means every function of that name',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: [named('Cart.total'), named('add')] });
      expect(where(await run.stop())).toBe('function breakpoint @add');
      expect(where(await run.continue())).toBe('function breakpoint @add');
      expect(where(await run.continue())).toBe('function breakpoint @total');
      expect((await run.finish()).exitCode).toBe(0);
    },
  },
  {
    name: 'function breakpoint on an arrow function',
    proves: 'functions that are named by the variable they are assigned to are found',
    needs: ['named-lambdas'],
    async run(host) {
      const breakpoints = ['arrow', 'tools.shorten', 'Account.deposit'].map(named);
      await using run = await Debuggee.launch(host, 'functions', { breakpoints });
      expect(where(await run.stop())).toBe('function breakpoint @arrow');
      expect(where(await run.continue())).toBe('function breakpoint @shorten');
      expect(where(await run.continue())).toBe('function breakpoint @deposit');
    },
  },
  {
    name: 'function breakpoint in a file loaded later',
    proves: 'it is pending until the file is loaded, and stops then',
    async run(host) {
      await using run = await Debuggee.launch(host, 'functions', { stopOnEntry: true });
      await run.stop();
      const { id, state } = await run.session.breakpoints.set(named('later'));
      expect(state.kind).toBe('pending');
      expect(where(await run.continue())).toBe('function breakpoint @later');
      expect(run.session.breakpoints.get(id).state.kind).toBe('verified');
    },
  },
  {
    name: 'function breakpoint on an unknown name',
    proves: 'it stays pending, and the program runs to its end',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: [named('noSuchFunction')] });
      expect((await run.finish()).exitCode).toBe(0);
      const reason =
        /^(no function named noSuchFunction is loaded yet|it stops in .* named noSuchFunction that is called)$/;
      expect(run.session.breakpoints.get(1).state).toEqual({ kind: 'pending', reason: expect.stringMatching(reason) });
    },
  },
  {
    name: 'function breakpoint on a function that is never used',
    proves: 'it never stops in another function',
    async run(host) {
      await using run = await Debuggee.launch(host, 'functions', { breakpoints: [named('neverReferenced')] });
      expect((await run.finish()).exitCode).toBe(0);
      expect(run.session.breakpoints.get(1).hits).toBe(0);
    },
  },
  {
    name: 'function that is not compiled',
    proves: 'a breakpoint on a function that the engine never compiled is not said to be set',
    needs: ['lazy-compilation'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'functions', { breakpoints: [named('neverReferenced')] });
      await run.finish();
      expect(run.session.breakpoints.get(1).state.kind).toBe('pending');
    },
  },
  {
    name: 'two names for one function',
    proves: 'a bare and a full name that mean the same function are both hit',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: [named('Cart.total'), named('total')] });
      expect((await run.stop()).hitBreakpointIds).toEqual([1, 2]);
      expect((await run.finish()).exitCode).toBe(0);
      expect(run.session.breakpoints.list()).toMatchObject([{ hits: 1 }, { hits: 1 }]);
    },
  },
];

function named(name: string): BreakpointRequest {
  return { target: { kind: 'function', name } };
}
