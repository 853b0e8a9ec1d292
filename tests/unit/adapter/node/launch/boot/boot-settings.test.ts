import { expect, test } from 'vitest';
import { wantedSettings } from '../../../../../../src/adapter/node/launch/boot/boot-settings.ts';

test('a source and what is compiled from it have their stem in common', () => {
  const paths = ['/p/src/worker.ts', '/p/dist/worker.js', '/p/dist/bundle.mjs'];
  const { stems, names, isOwnOnly } = wantedSettings({ adopt: 'files', paths });
  expect(stems).toEqual(['worker', 'bundle']);
  expect(names).toEqual(['worker.ts', 'worker.js', 'bundle.mjs']);
  expect(isOwnOnly).toBe(true);
});

test('a name with several dots loses its last extension alone, and one without any keeps all', () => {
  const { stems } = wantedSettings({ adopt: 'files', paths: ['/p/cart.test.ts', '/p/bin/cli'] });
  expect(stems).toEqual(['cart.test', 'cli']);
});

test('files of dependencies matter only where one of them is wanted', () => {
  expect(wantedSettings({ adopt: 'files', paths: ['/p/node_modules/x/index.js'] }).isOwnOnly).toBe(false);
  // Where tools keep what they compile.
  expect(wantedSettings({ adopt: 'files', paths: ['/p/node_modules/.cache/a.js'] }).isOwnOnly).toBe(true);
});
