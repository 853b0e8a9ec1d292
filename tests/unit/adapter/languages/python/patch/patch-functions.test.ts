import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pythonVersions } from '../../../../../support/python-versions.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const PATCHER = '../../../../../../src/adapter/languages/python/patch/in-debuggee/patch_functions.py';
const [patcher, shapes] = [PATCHER, './patched_shapes.py'].map((each) => fileURLToPath(new URL(each, import.meta.url)));

test.each(pythonVersions())(
  'what is said to be applied runs, and what is not does not: Python 3.$minor',
  ({ path }) => {
    const folder = temporaryFolder('patched-shapes-');
    try {
      const args = ['-B', shapes ?? '', patcher ?? '', join(folder, 'shapes.py')];
      const seen: Record<string, unknown> = JSON.parse(execFileSync(path, args, { encoding: 'utf8' }));
      expect(seen).toEqual({ functions: 108, applied: 108, wrong: [], again: [], reverted: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
