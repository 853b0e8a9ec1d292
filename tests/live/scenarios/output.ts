import { expect } from 'vitest';
import { Debuggee } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** The output of a program. */
export const output: readonly Scenario[] = [
  {
    name: 'first byte',
    proves: 'output from the first byte on is there, also without a line end',
    async run(host) {
      await using run = await Debuggee.launch(host, 'output', { args: ['first'] });
      expect((await run.finish()).stdout).toBe('first byte');
    },
  },
  {
    name: 'split character',
    proves: 'a character whose bytes come in two pieces arrives whole',
    async run(host) {
      await using run = await Debuggee.launch(host, 'output', { args: ['split'] });
      expect((await run.finish()).stdout).toBe('€');
    },
  },
  {
    name: 'flood',
    proves: 'ten megabytes of output do not stay in memory, and the end of it is there',
    async run(host) {
      await using run = await Debuggee.launch(host, 'output', { args: ['flood'] });
      const { stdout } = await run.finish();
      expect(stdout.endsWith('the last line\n')).toBe(true);
      expect(stdout.length).toBeLessThan(1_200_000);
      const excerpt = run.session.takeOutput(4_000);
      const shown = excerpt.chunks.map(({ text }) => text).join('');
      expect(shown.length).toBeGreaterThan(3_000);
      expect(shown.length).toBeLessThanOrEqual(4_000);
      expect(excerpt.omittedChars).toBe(run.session.output.end - shown.length);
    },
  },
  {
    name: 'stderr',
    proves: 'what the debugger itself makes the runtime write is not shown',
    async run(host) {
      await using run = await Debuggee.launch(host, 'output', { args: ['stderr'] });
      expect((await run.finish()).stdout).toBe('');
      expect(run.output('stderr')).toBe('a complaint\n');
    },
  },
];
