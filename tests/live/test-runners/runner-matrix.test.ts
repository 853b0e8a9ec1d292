import { describe, expect, test } from 'vitest';
import { PYTHON_FOLDER, RUNNERS } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 200_000;

describe.for(RUNNERS)('$name', ({ tests, command, node, tools, env, counts, printed, ids, failures }) => {
  test('counts its tests, and reports each kind of failure with its line and variables', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = new TestProject(`kinds/${tests}`, {
      installed: tools !== undefined || node !== undefined,
      ...(tools ? { tools } : {}),
    });
    const report = await project.run(command, {
      ...(node ? { node } : {}),
      ...(env ? { env } : {}),
      path: [PYTHON_FOLDER],
    });
    const { passed, failed, skipped, todo } = report.counts;
    const seen = report.failures.map(({ name, ...failure }) => {
      const [line = ''] = project.summary([{ name: '', ...failure }]);
      return [name.replace(`${project.folder}/`, ''), line.replace(/^ \| /, '').replace(/ \| $/, '')];
    });
    expect(Object.fromEntries(seen)).toEqual(failures);
    expect([passed, failed, skipped, todo].join(' ')).toBe(counts);
    if (printed !== undefined) expect(report.printedCounts).toEqual(printed);
    expect(report.runners).toEqual(ids);
    expect(report.outcome.kind).toBe('finished');
  });
});
