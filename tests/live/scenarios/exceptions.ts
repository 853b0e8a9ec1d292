import { expect } from 'vitest';
import { Debuggee, where } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Exceptions that stop, and the answers about them. */
export const exceptions: readonly Scenario[] = [
  {
    name: 'uncaught exception',
    proves: 'it stops where it is thrown, with its name, its message and the locals',
    async run(host) {
      await using run = await Debuggee.launch(host, 'throws', { args: ['sync'] });
      const stop = await run.stop();
      expect(where(stop)).toBe('exception @throw');
      expect(stop.exception).toMatchObject({ name: 'TypeError', message: 'reason: sync', uncaught: true });
      expect((await run.variables('local')).reason).toBe(host.quoted('reason: sync'));
      expect((await run.finish()).exitCode).toBe(1);
    },
  },
  {
    name: 'caught exception',
    proves: 'mode uncaught passes over it, mode all stops at it',
    async run(host) {
      await using passing = await Debuggee.launch(host, 'throws', { args: ['caught'] });
      expect((await passing.finish()).stdout).toBe('caught\n');
      await using stopping = await Debuggee.launch(host, 'throws', { args: ['caught'], exceptionMode: 'all' });
      const stop = await stopping.stop();
      expect(where(stop)).toBe('exception @throw');
      expect(stop.exception?.uncaught).toBe(false);
      expect((await stopping.finish()).stdout).toBe('caught\n');
    },
  },
  {
    name: 'crash',
    proves: 'with mode none nothing stops; the exit code and the trace on stderr are there',
    async run(host) {
      await using run = await Debuggee.launch(host, 'throws', { args: ['sync'], exceptionMode: 'none' });
      expect((await run.finish()).exitCode).toBe(1);
      expect(run.output('stderr')).toContain('TypeError: reason: sync');
    },
  },
  {
    name: 'exception in awaited code',
    proves: 'an asynchronous one that nobody catches stops, one that an awaiting caller or a handler catches does not',
    needs: ['async'],
    async run(host) {
      await using uncaught = await Debuggee.launch(host, 'throws', { args: ['async'] });
      const stop = await uncaught.stop();
      expect(where(stop)).toBe('exception @throw');
      expect(stop.exception).toMatchObject({ message: 'reason: later', uncaught: true });
      expect((await uncaught.finish()).exitCode).toBe(1);
      await using caught = await Debuggee.launch(host, 'throws', { args: ['async-caught'] });
      expect((await caught.finish()).stdout).toBe('caught reason: later\n');
      await using handled = await Debuggee.launch(host, 'throws', { args: ['async-handler'] });
      expect((await handled.finish()).stdout).toBe('handled reason: later\n');
    },
  },
  {
    name: 'exception on a module top level',
    proves: 'a module stops at an uncaught exception, with and without top-level await where there is one',
    async run(host) {
      for (const args of host.lacks['top-level-await'] === undefined ? [[], ['awaited']] : [[]]) {
        await using run = await Debuggee.launch(host, 'throws-module', { args });
        const stop = await run.stop();
        expect(where(stop)).toBe('exception @throw');
        expect(stop.exception).toMatchObject({ name: 'TypeError', message: 'from a module', uncaught: true });
        expect((await run.finish()).exitCode).toBe(1);
      }
    },
  },
  {
    name: 'thrown text',
    proves: 'a thrown value that is no error is shown as what it is',
    needs: ['thrown-values'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'throws', { args: ['primitive'] });
      const stop = await run.stop();
      expect(where(stop)).toBe('exception @throw-text');
      expect(stop.exception).toMatchObject({ name: 'string', message: '"just text"' });
    },
  },
  {
    name: 'exception inside the runtime',
    proves: 'a throw inside the runtime library is shown at the line of the program that called it',
    needs: ['visible-internals'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'throws', { args: ['fs'] });
      const stop = await run.stop();
      expect(where(stop)).toBe('exception @throw-fs');
      expect(stop.exception?.message).toMatch(/no such file or directory.*\/nowhere\/at\/all/i);
      const frames = await run.session.inspection.stack();
      expect(frames[0]?.presentation).toBe('internal');
      expect(frames.find((frame) => frame.id === stop.frameId)?.location).toEqual(stop.location);
    },
  },
];
