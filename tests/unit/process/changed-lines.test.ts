import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changedLines } from '../../../src/process/changed-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder = '';
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder, stdio: 'pipe' });

beforeEach(() => {
  folder = temporaryFolder('changed-');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function changedIn(name: string, within = '.'): Promise<number[] | undefined> {
  const changed = await changedLines(join(folder, within));
  return changed && [1, 2, 3, 4, 5].filter((line) => changed.has(join(folder, name), line));
}

describe('lines that differ from the last commit', () => {
  test('are those that were edited, staged or not, and all of new files', async () => {
    git('init', '-q');
    write('cart.js', 'a\nb\nc\nd\ne\n');
    write('straße "1".js', 'a\nb\n');
    mkdirSync(join(folder, 'lib'));
    write('lib/rate.js', '+++ b/cart.js\n@@ -1 +1 @@\nc\n');
    git('add', '-A');
    git('commit', '-qm', 'first');
    write('cart.js', 'a\nB\nc\nD\nD\nd\n');
    git('add', 'cart.js');
    write('cart.js', 'A\nB\nc\nD\nD\nd');
    write('lib/rate.js', '+++ b/cart.js\n@@ -1 +1 @@\n+++ b/cart.js\n@@ -1 +1,5 @@\n');
    write('lib/new.js', 'a\n');
    expect(await changedIn('cart.js')).toEqual([1, 2, 4, 5]);
    expect(await changedIn('lib/rate.js')).toEqual([3, 4]);
    expect(await changedIn('lib/new.js')).toEqual([1, 2, 3, 4, 5]);
    expect(await changedIn('lib/rate.js', 'lib')).toEqual([3, 4]);
    expect(await changedIn('lib/new.js', 'lib')).toEqual([1, 2, 3, 4, 5]);
    expect(await changedIn('straße "1".js')).toEqual([]);
  });

  test('are not known without a repository or a commit', async () => {
    expect(await changedIn('cart.js')).toBeUndefined();
    git('init', '-q');
    write('cart.js', 'a\n');
    expect(await changedIn('cart.js')).toBeUndefined();
  });
});
