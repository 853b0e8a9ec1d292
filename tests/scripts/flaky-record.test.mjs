import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oftenFlaky, recordFlaky } from '../../scripts/test/flaky-record.mjs';

test('a test that was flaky in three runs is named', () => {
  const root = mkdtempSync(join(tmpdir(), 'flaky-'));
  try {
    expect(oftenFlaky(root)).toEqual([]);
    mkdirSync(join(root, '.cache'));
    const run = (...names) =>
      recordFlaky(
        root,
        names.map((name) => ({ name, attempts: ['failed', 'passed'] })),
      );
    run('a', 'b');
    run('a');
    run();
    expect(oftenFlaky(root)).toEqual([]);
    run('a', 'b');
    expect(oftenFlaky(root)).toEqual([{ name: 'a', times: 3 }]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
