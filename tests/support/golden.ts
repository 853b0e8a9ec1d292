import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'vitest';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const FOLDER = join(REPOSITORY, 'tests/golden');

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Replaces what differs between runs and machines, so that the rest can be compared letter by letter. */
function masked(text: string): string {
  return maskPaths(text)
    .replace(/\b(pid|process) \d+/gi, '$1 <pid>')
    .replace(/\b(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:<port>')
    .replace(/\bport \d+/gi, 'port <port>')
    .replace(/\bv\d{2}\.\d+\.\d+\b/g, '<node-version>')
    .replace(/\b\d+(\.\d+)? ?(ms|µs)(?!\w)/g, '<n> ms')
    .replace(/\b\d+\.\d+ s\b/g, '<n> s');
}

function maskPaths(text: string): string {
  const places = [REPOSITORY, homedir(), tmpdir(), realpathSync(tmpdir())].filter((path) => path.length > 1);
  // The longest first: one of them may lie inside another.
  return [...new Set(places)]
    .sort((a, b) => b.length - a.length)
    .reduce((result, path) => result.replace(patternOf(path), nameOf(path)), text);
}

function nameOf(path: string): string {
  if (path === REPOSITORY) return '<repo>';
  return path === homedir() ? '<home>' : '<tmp>';
}

/** A test's own folder directly below the temporary one, whose name ends at random, counts as the temporary one. */
function patternOf(path: string): RegExp {
  const own = nameOf(path) === '<tmp>' ? String.raw`(?:/[^/\s'"]+(?=/)|/[^/\s'"]*-\w{6}(?!\w))?` : '';
  return new RegExp(`${escaped(path)}(?![\\w-])${own}`, 'g');
}

/**
 * Compares a text with `tests/golden/<name>.txt` after masking what is volatile (process ids, ports, durations, Node
 * versions, absolute paths). A difference, or a missing file, fails and leaves `<name>.actual` beside it;
 * `UPDATE_GOLDEN=1` writes the file instead.
 */
export function expectGolden(name: string, text: string): void {
  const file = join(FOLDER, `${name}.txt`);
  const actualFile = join(FOLDER, `${name}.actual`);
  const actual = `${masked(text)}\n`;
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  const wanted = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (wanted === actual) {
    rmSync(actualFile, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(actualFile, actual);
  expect(actual, `differs from tests/golden/${name}.txt; UPDATE_GOLDEN=1 accepts it`).toBe(
    wanted ?? '(no golden yet)\n',
  );
}
