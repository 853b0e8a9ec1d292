import { describe, expect, test } from 'vitest';
import type { Lack, LanguageHost } from './language-host.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenario-list.ts';

/** For the slowest of them on a busy machine: two attachments to old Pythons by pid. */
const TIMEOUT_MS = 60_000;

/**
 * Runs all scenarios for a language, as tests. Those that it cannot have are left out, each with reason and evidence, which go into the
 * results of the run and from there into the matrix.
 *
 * @param column The heading of its column in the matrix: `Node 24`.
 */
export function describeLanguage(column: string, host: LanguageHost): void {
  describe(column, () => {
    for (const scenario of SCENARIOS) {
      const { name, proves, run } = scenario;
      if (missingIn(host, scenario) === undefined) test(`${name}: ${proves}`, { timeout: TIMEOUT_MS }, () => run(host));
    }
    test('every scenario that is left out has a reason', ({ task }) => {
      const leftOut = SCENARIOS.flatMap((scenario) => {
        const lack = missingIn(host, scenario);
        return lack === undefined ? [] : [{ title: `${scenario.name}: ${scenario.proves}`, ...lack }];
      });
      for (const { title, reason } of leftOut) expect(reason, title).toMatch(/^[A-Za-z].{10,}[^.]$/);
      Object.assign(task.meta, { leftOut });
    });
  });
}

function missingIn({ lacks }: LanguageHost, { needs = [] }: Scenario): Lack | undefined {
  return needs.flatMap((feature) => lacks[feature] ?? [])[0];
}
