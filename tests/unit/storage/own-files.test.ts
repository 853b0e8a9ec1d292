import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  isOwnFolder,
  makeOwnFolder,
  openOwnFile,
  readOwnFile,
  replaceOwnFile,
  whileLocked,
} from '../../../src/storage/own-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A part of every POSIX system. */
const MAKE_FIFO = 'mkfifo';
let folder: string;
beforeEach(() => {
  folder = temporaryFolder('own-files-');
  writeFileSync(join(folder, 'profile'), 'export A=1\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: string[]) => join(folder, ...names);
const modeOf = (path: string) => statSync(path).mode & 0o777;

async function append(path: string, text: string): Promise<void> {
  const handle = await openOwnFile(path);
  try {
    await handle.write(text);
  } finally {
    await handle.close();
  }
}

describe('a file that is appended to', () => {
  test('is made with its folders, for its owner only', async () => {
    await append(at('logs/deep/a.log'), 'one\n');
    await append(at('logs/deep/a.log'), 'two\n');
    expect(readFileSync(at('logs/deep/a.log'), 'utf8')).toBe('one\ntwo\n');
    expect([at('logs'), at('logs/deep'), at('logs/deep/a.log')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  });

  test('is closed to others when it was open to them', async () => {
    writeFileSync(at('a.log'), '', { mode: 0o644 });
    await append(at('a.log'), 'x');
    expect(modeOf(at('a.log'))).toBe(0o600);
  });

  test.each([
    ['to a file', 'profile'],
    ['to nothing', 'nothing'],
  ])('is not written through a link %s', async (_what, target) => {
    symlinkSync(at(target), at('a.log'));
    await expect(append(at('a.log'), '$(evil)')).rejects.toThrow('a.log is not used: it is a symbolic link');
    expect(readFileSync(at('profile'), 'utf8')).toBe('export A=1\n');
    expect(existsSync(at('nothing'))).toBe(false);
  });

  test('is not written in a folder that is a link', async () => {
    mkdirSync(at('home'));
    symlinkSync(at('home'), at('logs'));
    await expect(append(at('logs/.profile'), 'x')).rejects.toThrow(/its folder .*logs is a symbolic link/);
    expect(readdirSync(at('home'))).toEqual([]);
  });

  test('may be a device, which stays as it is', async () => {
    const before = modeOf('/dev/null');
    await append('/dev/null', 'x');
    expect(modeOf('/dev/null')).toBe(before);
  });

  test('is neither a folder nor a pipe that somebody reads, and opening it waits for nobody', async () => {
    execFileSync(MAKE_FIFO, [at('a.log')]);
    await expect(append(at('a.log'), 'x')).rejects.toThrow('it is not a regular file');
    await expect(append(folder, 'x')).rejects.toThrow();
  });
});

describe('a file that is written as a whole', () => {
  test('replaces a link, and leaves alone what it led to', () => {
    symlinkSync(at('profile'), at('state.json'));
    replaceOwnFile(at('state.json'), '{}');
    expect(readFileSync(at('profile'), 'utf8')).toBe('export A=1\n');
    expect(readOwnFile(at('state.json'))).toBe('{}');
    expect(modeOf(at('state.json'))).toBe(0o600);
  });

  test('leaves no other file behind, whether it succeeds or not', () => {
    replaceOwnFile(at('state.json'), '{}');
    mkdirSync(at('taken.json/x'), { recursive: true });
    expect(() => replaceOwnFile(at('taken.json'), '{}')).toThrow();
    expect(readdirSync(folder).sort()).toEqual(['profile', 'state.json', 'taken.json']);
  });

  test('does not write through a link that waits under the name it had with earlier versions', () => {
    symlinkSync(at('profile'), at(`state.json.${process.pid}`));
    replaceOwnFile(at('state.json'), '{}');
    expect(readFileSync(at('profile'), 'utf8')).toBe('export A=1\n');
  });
});

describe('a file that is read', () => {
  test('may be missing', () => {
    expect(readOwnFile(at('none'))).toBeUndefined();
  });

  test('is none behind a link', () => {
    symlinkSync(at('profile'), at('link'));
    expect(() => readOwnFile(at('link'))).toThrow('it is a symbolic link');
  });

  test('is no device and no pipe, and of bounded size', () => {
    execFileSync(MAKE_FIFO, [at('pipe')]);
    writeFileSync(at('large'), Buffer.alloc(5_000_000));
    expect(() => readOwnFile(at('pipe'))).toThrow('not a regular file');
    expect(() => readOwnFile(at('large'))).toThrow('5000000 bytes');
  });
});

describe('a folder of ours', () => {
  test('is made for its owner only', () => {
    makeOwnFolder(at('cache'), at('cache/debugpy/x'));
    expect([at('cache'), at('cache/debugpy'), at('cache/debugpy/x')].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(isOwnFolder(at('cache'), at('cache/debugpy/x'))).toBe(true);
    expect(isOwnFolder(at('cache'), at('cache/other'))).toBe(false);
  });

  test('is not one where any step on the way is a link', () => {
    makeOwnFolder(at('cache'));
    mkdirSync(at('elsewhere/x'), { recursive: true });
    symlinkSync(at('elsewhere'), at('cache/debugpy'));
    expect(isOwnFolder(at('cache'), at('cache/debugpy/x'))).toBe(false);
    expect(() => makeOwnFolder(at('cache'), at('cache/debugpy/x'))).toThrow(/debugpy is not a folder but a link/);
    symlinkSync(at('elsewhere'), at('top'));
    expect(() => makeOwnFolder(at('top'))).toThrow(/top is not a folder but a link/);
  });

  test('is not one that others can write to', () => {
    makeOwnFolder(at('cache'), at('cache/debugpy'));
    chmodSync(at('cache'), 0o777);
    expect(isOwnFolder(at('cache'), at('cache/debugpy'))).toBe(false);
  });
});

describe('a change of a file that several servers write', () => {
  /** Another server: takes the lock, says so, and lets go of it after its change. */
  const OTHER = `const fs = require('node:fs');
const [path] = process.argv.slice(1);
fs.closeSync(fs.openSync(path + '.lock', 'wx'));
process.stdout.write('locked');
setTimeout(() => {
  fs.appendFileSync(path, 'other\\n');
  fs.rmSync(path + '.lock');
}, 200);`;

  test('waits for that of another one, and keeps it', async () => {
    const path = at('shared.txt');
    writeFileSync(path, 'first\n');
    const other = spawn(process.execPath, ['-e', OTHER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(other, 'close');
    await once(other.stdout, 'data');
    whileLocked(path, () => replaceOwnFile(path, `${readOwnFile(path)}own\n`));
    await ended;
    expect(readFileSync(path, 'utf8')).toBe('first\nother\nown\n');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('is made at once where a server that was killed left its lock', () => {
    const path = at('shared.txt');
    writeFileSync(`${path}.lock`, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(whileLocked(path, () => existsSync(`${path}.lock`))).toBe(true);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('is made without a lock where none can be', () => {
    expect(whileLocked(at('gone', 'shared.txt'), () => 'made')).toBe('made');
  });

  test('lets go of the lock when it fails', () => {
    const path = at('shared.txt');
    const fails = () => {
      throw new Error('no');
    };
    expect(() => whileLocked(path, fails)).toThrow('no');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
