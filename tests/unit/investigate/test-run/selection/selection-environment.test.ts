import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { selectionEnvironment } from '../../../../../src/investigate/test-run/selection/selection-environment.ts';
import type { TestSelection } from '../../../../../src/model/tests/test-selection.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const cwd = temporaryFolder('selection-');
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function wanted(selection: TestSelection): unknown {
  return JSON.parse(selectionEnvironment(selection, cwd).MCP_DEBUGGER_TEST_ONLY ?? 'null');
}

test('a file that is there is meant alone, any other name as a part of paths', () => {
  writeFileSync(join(cwd, 'cart.test.js'), '');
  expect(wanted({ kind: 'matching', file: './cart.test.js' })).toEqual({ cwd, path: join(cwd, 'cart.test.js') });
  expect(wanted({ kind: 'matching', file: './cart' })).toEqual({ cwd, file: 'cart' });
  expect(wanted({ kind: 'matching', test: 'total', file: 'art\0' })).toEqual({ cwd, test: 'total', file: 'art\0' });
});

test('where all tests are to run, nothing is said', () => {
  expect(selectionEnvironment(undefined, cwd)).toEqual({});
});
