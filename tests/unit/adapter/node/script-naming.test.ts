import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { nodeScriptNaming } from '../../../../src/adapter/node/script-naming.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { urlsOf, nameOf, originOf, programUrls, isModuleLoader, isTestRunner, startsMain } = nodeScriptNaming;

const folder = temporaryFolder('urls-');
afterAll(() => rmSync(folder, { recursive: true }));

test('brackets and tildes are given in both spellings, everything else in one', () => {
  const urls = urlsOf('/app/[id]/~x/page.js').map((url) => decodeURI(url) === url);
  expect(urls).toContain(true);
  expect(urlsOf('/app/[id]/page.js')).toEqual(['file:///app/%5Bid%5D/page.js', 'file:///app/[id]/page.js']);
  expect(urlsOf('/app/a b#c?d%.js')).toEqual(['file:///app/a%20b%23c%3Fd%25.js']);
});

test('a symbolic link is given with both its paths, the real one first', () => {
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real/a.js'), '');
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  const urls = urlsOf(join(folder, 'link/a.js'));
  expect(urls.map((url) => url.split('/').slice(-2).join('/'))).toEqual(['real/a.js', 'link/a.js']);
});

test('every path is found again under each of its urls', () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9 _.~[\]#?%&ü()-]{1,12}$/).filter((text) => !/^\.{1,2}$/.test(text));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
      const path = `/nowhere/${names.join('/')}`;
      for (const url of urlsOf(path)) expect(nameOf(url), url).toBe(path);
    }),
    { numRuns: 300 },
  );
});

test('what is no file keeps its name, and what an import adds to a url is dropped', () => {
  expect(nameOf('node:fs')).toBe('node:fs');
  expect(nameOf('evalmachine.<anonymous>')).toBe('evalmachine.<anonymous>');
  expect(nameOf('file:///a/b.mjs?v=1#x')).toBe('/a/b.mjs');
  expect(nameOf('file:///a/%zz.js')).toBe('file:///a/%zz.js');
});

test('a script belongs to the program, to a package or to Node, and two parts of Node are known by what they do', () => {
  expect(originOf('file:///app/a.js')).toBe('program');
  expect(originOf('file:///app/node_modules/b/index.js')).toBe('dependency');
  expect(originOf('file:///app/node_modules/.pnpm/b@1/node_modules/b/index.js')).toBe('dependency');
  expect(originOf('file:///app/node_modules/.store/b/index.js')).toBe('dependency');
  // What a tool made of the program's own files.
  expect(originOf('file:///app/node_modules/.vite-temp/vite.config.ts.timestamp-1.mjs')).toBe('program');
  expect(originOf('file:///app/node_modules/.cache/x/node_modules/b/index.js')).toBe('dependency');
  expect(originOf('node:internal/timers')).toBe('internal');
  expect(originOf('')).toBe('internal');
  const [loader, start] = ['node:internal/modules/esm/module_job', 'node:internal/main/run_main_module'];
  expect([loader, start, 'node:fs'].map(isModuleLoader)).toEqual([true, false, false]);
  expect([loader, start, 'node:internal/modules/run_main'].map(startsMain)).toEqual([false, true, true]);
});

test('a test runner is known by its package, and not what it runs', () => {
  const runners = [
    'file:///p/node_modules/jest-circus/build/jestAdapterInit.js',
    'file:///p/node_modules/.pnpm/expect@30.5.2/node_modules/expect/build/index.js',
    'file:///p/node_modules/@vitest/runner/dist/index.js',
    'file:///C:/p/node_modules/mocha/lib/runner.js',
  ];
  const others = [
    'file:///p/sum.test.js',
    'file:///p/jest/sum.js',
    'file:///p/node_modules/lodash/index.js',
    'file:///p/node_modules/jest/node_modules/lodash/index.js',
    'node:internal/process/task_queues',
  ];
  expect(runners.filter(isTestRunner)).toEqual(runners);
  expect(others.filter(isTestRunner)).toEqual([]);
});

test('the pattern for scripts of the program says what their origin does, without what is preloaded', () => {
  const isOfProgram = (url: string) => new RegExp(programUrls).test(url);
  const urls = [
    '/app/a.js',
    'file:///app/a.js',
    '[eval]',
    'file:///app/node_modules/.vite-temp/a.mjs',
    'evalmachine.<anonymous>',
  ];
  const others = [
    '',
    'node:fs',
    'file:///app/node_modules/b/index.js',
    '/app/node_modules/.pnpm/b@1/node_modules/b/index.js',
  ];
  expect(urls.filter((url) => !isOfProgram(url) || originOf(url) !== 'program')).toEqual([]);
  expect(others.filter((url) => isOfProgram(url) || originOf(url) === 'program')).toEqual([]);
  const ours = [
    'file:///opt/dist/in-debuggee/boot.cjs',
    `data:text/javascript,${encodeURIComponent('"file:///opt/in-debuggee/a.mjs"')}`,
  ];
  expect([...ours, 'wasm://wasm/f231682e'].filter(isOfProgram)).toEqual([]);
});
