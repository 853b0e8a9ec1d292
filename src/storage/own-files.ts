import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { DebugError } from '../model/debug-error.ts';

/** Values of programs are in these files: for their owner only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const ROOT = 0;
/** Undefined on Windows, where a link needs a right that a repository does not have. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 4_000_000;
/** A change takes a few milliseconds; a lock that is older was left behind by a server that was killed. */
const LOCK_WAIT_MS = 1_000;
const LOCK_LIFE_MS = 2_000;
const LOCK_RETRY_MS = 5;

/**
 * Opens a file of ours to append to it and to read it; makes it, and its folder, where they are not there.
 *
 * A repository can hold a link under the name of any file that we write. It is never written through: what a program printed would
 * end up in a shell's profile, say.
 *
 * @param path Absolute.
 * @throws DebugError `invalid_argument` for a link, a file that is no regular one or another user's; Error of the system
 */
export async function openOwnFile(path: string): Promise<FileHandle> {
  makeFolderOf(path);
  refuseLink(path);
  // Without O_NONBLOCK, the opening of a FIFO may wait for ever.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  const handle = await open(path, flags, FILE_MODE);
  try {
    const stats = await handle.stat();
    // /dev/null, say. No repository holds a device, and its mode is the system's.
    if (stats.isCharacterDevice()) return handle;
    assertOwn(path, stats);
    if (isOpenToOthers(stats)) await handle.chmod(FILE_MODE);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Makes a folder, if it is not there, in which git ignores all files: what a server writes into a project is no change of that
 * project. A folder that is there already is the project's, and stays as it is.
 *
 * @throws Error of the system if the folder cannot be made
 */
export function makeIgnoredFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: FOLDER_MODE }) === undefined) return;
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: FILE_MODE });
  } catch {
    // Another server has written it at this moment, or git will list the files.
  }
}

/**
 * The text of a file of ours; undefined when it is not there.
 *
 * @throws DebugError as {@link openOwnFile}, or when it is larger than anything that we write
 */
export function readOwnFile(path: string): string | undefined {
  refuseLink(path);
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^ENO(ENT|TDIR)$/.test(String(error.code))) return undefined;
    throw error;
  }
  try {
    const stats = fstatSync(file);
    assertOwn(path, stats);
    if (stats.size > MAX_BYTES) throw refused(path, `it has ${stats.size} bytes`);
    if (isOpenToOthers(stats)) fchmodSync(file, FILE_MODE);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a file of ours as a whole: beside its place first, so that a reader, also one after a crash, finds all
 * of the old text or all of the new one. A link in its place is replaced, and what it led to stays as it is.
 *
 * @throws Error of the system
 */
export function replaceOwnFile(path: string, text: string): void {
  makeFolderOf(path);
  // A name that cannot have been made a link before; O_EXCL fails on one anyway.
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW;
  const file = openSync(temporary, flags, FILE_MODE);
  try {
    writeFileSync(file, text);
    closeSync(file);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Reads and replaces a file of ours while no other server does. If no lock can be had in time, `change` is called without one.
 */
export function whileLocked<T>(path: string, change: () => T): T {
  const lock = `${path}.lock`;
  const untilMs = Date.now() + LOCK_WAIT_MS;
  let state = lockState(lock);
  while (state === 'taken' && Date.now() < untilMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_RETRY_MS);
    state = lockState(lock);
  }
  try {
    return change();
  } finally {
    if (state === 'ours') rmSync(lock, { force: true });
  }
}

function lockState(lock: string): 'ours' | 'taken' | 'impossible' {
  try {
    const madeMs = lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (madeMs !== undefined && Date.now() - madeMs > LOCK_LIFE_MS) rmSync(lock, { force: true });
    closeSync(openSync(lock, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW, FILE_MODE));
    return 'ours';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST' ? 'taken' : 'impossible';
  }
}

/**
 * Makes a folder of ours for its owner only, and checks the way to it.
 *
 * @param top The uppermost folder that is ours: it and all below it must be real folders of this user that no other user can write to.
 * @param path Below `top`, or `top` itself; absolute.
 * @throws DebugError `invalid_argument` as {@link isOwnFolder}; Error of the system
 */
export function makeOwnFolder(top: string, path: string = top): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  // Made under a umask that lets a group write, by an earlier version.
  for (const folder of stepsOf(top, path)) closeFolder(folder);
  const problem = folderProblem(top, path);
  if (problem !== undefined) throw refused(path, problem);
}

/** True if a folder is there and no other user can have put anything into it: see {@link makeOwnFolder}. */
export function isOwnFolder(top: string, path: string = top): boolean {
  return folderProblem(top, path) === undefined;
}

function folderProblem(top: string, path: string): string | undefined {
  for (const folder of stepsOf(top, path)) {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) return `${folder} is not there`;
    if (!stats.isDirectory()) return `${folder} is not a folder but ${stats.isSymbolicLink() ? 'a link' : 'a file'}`;
    if (isForeign(stats)) return `${folder} belongs to another user`;
    if (process.platform !== 'win32' && (stats.mode & 0o022) !== 0) return `others can write to ${folder}`;
  }
  return undefined;
}

/** The folders from `top` down to `path`. */
function stepsOf(top: string, path: string): string[] {
  const names = relative(top, path)
    .split(/[\\/]/)
    .filter((name) => name !== '');
  return [top, ...names.map((_, index) => join(top, ...names.slice(0, index + 1)))];
}

function closeFolder(folder: string): void {
  const stats = lstatSync(folder);
  if (stats.isDirectory() && isOpenToOthers(stats)) chmodSync(folder, FOLDER_MODE);
}

/** The folder of a file of ours may be the project's, or the one that the user named: it is made, and not changed. */
function makeFolderOf(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const stats = lstatSync(folder);
  // The system's own links (/tmp on macOS) are root's, and no repository can make one of those unless root unpacked it.
  const isSystems = stats.uid === ROOT && process.getuid?.() !== ROOT;
  if (stats.isSymbolicLink() && !isSystems) throw refused(path, `its folder ${folder} is a symbolic link`);
  if (isForeign(stats) && !isSystems) throw refused(path, `its folder ${folder} belongs to another user`);
}

function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw refused(path, 'it is a symbolic link');
}

function assertOwn(path: string, stats: Stats): void {
  if (!stats.isFile()) throw refused(path, 'it is not a regular file');
  if (isForeign(stats)) throw refused(path, 'it belongs to another user');
}

/**
 * True if a file is another user's. Root writes where it is asked to: a container's root works in folders of the machine's user.
 */
function isForeign({ uid }: Stats): boolean {
  const own = process.getuid?.();
  return own !== undefined && own !== ROOT && uid !== own;
}

function isOpenToOthers({ mode, uid }: Stats): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0 && uid === process.getuid?.();
}

function refused(path: string, why: string): DebugError {
  return new DebugError('invalid_argument', `${path} is not used: ${why}.`, {
    advice: 'Remove it, or name another file.',
    details: { argument: 'path', path },
  });
}
