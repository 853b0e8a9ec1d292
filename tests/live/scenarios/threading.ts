import { expect } from 'vitest';
import { Debuggee, where } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Programs that do several things at once. */
export const threading: readonly Scenario[] = [
  {
    name: 'threads',
    proves: 'each thread is listed by its name, stops by itself, and has a stack and locals of its own',
    async run(host) {
      await using run = await Debuggee.launch(host, 'threads', { breakpoints: ['work', 'joined'] });
      const inWorker = await run.stop();
      expect(where(inWorker)).toBe('breakpoint @work');
      expect(await run.valueOf('limit')).toBe('21');
      const { threads } = run.session.summary();
      expect(threads.length).toBeGreaterThan(1);
      expect(threads.find(({ id }) => id === inWorker.threadId)?.name).toMatch(/works/);
      const frames = await run.session.inspection.stack();
      expect(frames[0]?.name).toContain('work');
      expect(where(await run.step('next'))).toBe('step @leave');
      const inMain = await run.continue();
      expect(where(inMain)).toBe('breakpoint @joined');
      expect(inMain.threadId).not.toBe(inWorker.threadId);
      expect((await run.finish()).stdout).toBe('joined\n');
    },
  },
];
