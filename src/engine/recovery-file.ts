import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { LaunchRequest } from '../adapter/debug-adapter.ts';
import { optionsOf } from '../model/breakpoints/breakpoint-options.ts';
import type { BreakpointRecord } from '../model/breakpoints/breakpoint-record.ts';
import { isAlive } from '../process/is-alive.ts';
import type { BreakpointRequest } from '../session/breakpoints/breakpoint-book.ts';
import type { DebugSession } from '../session/debug-session.ts';
import { readOwnFile, replaceOwnFile, whileLocked } from '../storage/own-files.ts';

const FILE_NAME = '.debug_session.mcp.json';
/** Breakpoints of a server that died longer ago were set again, or are not needed any more. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** The saved part of a session: enough to set the session up again after this server has died. */
interface SavedSession {
  readonly language: string;
  /** The program and its arguments, as a hash: command lines of programs hold passwords, and the file lies in the project. */
  readonly run: string;
  readonly savedAtMs: number;
  /** Process id of the server whose session it is. */
  readonly server: number;
  /** Name of the session, which is that of one program after another. */
  readonly session: string;
  readonly breakpoints: readonly BreakpointRequest[];
}

/**
 * The file that lets a restarted server find the breakpoints of the sessions of the one before it. Written only while a
 * session exists; a session that is ended by its user leaves it, and so do all when the server ends as it should. The last one
 * removes the file.
 *
 * Losing it costs a convenience, so a folder that cannot be written is no error.
 */
export class RecoveryFile {
  readonly path: string;
  /** Sessions of this server are known to it: what the file says of them is no news. */
  readonly #own = new Set<string>();

  readonly #mask: (text: string) => string;

  /**
   * @param folder Where the server works, absolute.
   * @param mask Takes secrets out of a text.
   */
  constructor(folder: string, mask: (text: string) => string) {
    this.path = join(folder, FILE_NAME);
    this.#mask = mask;
  }

  /** The breakpoints that a session of this program had when its server died. */
  breakpointsOf(program: ProgramRun): readonly BreakpointRequest[] {
    const run = runOf(program);
    if (this.#own.has(run)) return [];
    const saved = this.#read().find((each) => each.run === run);
    return saved && !isOtherAlive(saved.server) ? saved.breakpoints : [];
  }

  /** Writes down a session as it is now. */
  save(session: DebugSession): void {
    if (session.request.kind !== 'launch') return;
    const run = runOf(session.request);
    const breakpoints = session.breakpoints
      .list()
      .map(requestOf)
      .filter((each) => !this.#holdsSecret(each));
    const own = { server: process.pid, session: session.id, savedAtMs: Date.now() };
    const saved: SavedSession = { language: session.language, run, ...own, breakpoints };
    this.#own.add(run);
    this.#change((all) => [...all.filter((other) => other.run !== run && !isOf(session, other)), saved]);
  }

  remove(session: DebugSession): void {
    if (this.#own.size > 0) this.#change((all) => all.filter((saved) => !isOf(session, saved)));
  }

  /** The server ends as it should: nothing is left to recover, of itself and of the servers that died before it. */
  close(): void {
    if (this.#own.size > 0) this.#change((all) => all.filter(({ server }) => isOtherAlive(server)));
  }

  /** A condition with a mask in it would be another one: such a breakpoint is not kept. */
  #holdsSecret({ condition = '', logMessage = '' }: BreakpointRequest): boolean {
    return [condition, logMessage].some((text) => this.#mask(text) !== text);
  }

  /** Servers that work in one folder share the file: what another one writes meanwhile must not be lost. */
  #change(change: (all: readonly SavedSession[]) => readonly SavedSession[]): void {
    try {
      whileLocked(this.path, () => {
        const sessions = change(this.#read());
        if (sessions.length === 0) rmSync(this.path, { force: true });
        else replaceOwnFile(this.path, `${JSON.stringify({ sessions }, undefined, 2)}\n`);
      });
    } catch {
      // A read-only folder: the session works without it.
    }
  }

  #read(): SavedSession[] {
    try {
      const content: unknown = JSON.parse(readOwnFile(this.path) ?? '{}');
      const sessions = typeof content === 'object' && content !== null && 'sessions' in content ? content.sessions : [];
      return Array.isArray(sessions) ? sessions.filter(isSavedSession).filter(isFresh) : [];
    } catch {
      // Something that we did not write: there is nothing to recover.
      return [];
    }
  }
}

function requestOf({ target, ...record }: BreakpointRecord): BreakpointRequest {
  return { target, ...optionsOf(record) };
}

/** The part of a launch that identifies its program. */
type ProgramRun = Pick<LaunchRequest, 'program' | 'args' | 'cwd'>;

/** Sessions are the same when they run the same program, however its path is written: `npm` alone names none. */
function runOf({ program, args, cwd }: ProgramRun): string {
  return createHash('sha256')
    .update([resolve(cwd, program), ...args].join('\0'))
    .digest('hex');
}

/** True if a session is still worth restoring: written down not long ago, or by a server that lives. */
function isFresh({ savedAtMs, server }: SavedSession): boolean {
  return Date.now() - savedAtMs < STALE_AFTER_MS || server === process.pid || isOtherAlive(server);
}

function isOf(session: DebugSession, saved: SavedSession): boolean {
  return saved.server === process.pid && saved.session === session.id;
}

/** A server that works beside this one in the same folder did not die: its sessions are its own. */
function isOtherAlive(server: number): boolean {
  return server !== process.pid && isAlive(server);
}

function isSavedSession(value: unknown): value is SavedSession {
  if (typeof value !== 'object' || value === null) return false;
  if (!('run' in value && 'savedAtMs' in value && 'server' in value && 'breakpoints' in value)) return false;
  if (!('session' in value)) return false;
  return (
    typeof value.run === 'string' &&
    typeof value.savedAtMs === 'number' &&
    typeof value.session === 'string' &&
    typeof value.server === 'number' &&
    Array.isArray(value.breakpoints) &&
    value.breakpoints.every(isRequest)
  );
}

function isRequest(value: unknown): value is BreakpointRequest {
  if (typeof value !== 'object' || value === null || !('target' in value)) return false;
  const texts = Object.entries(value).filter(([key]) => key !== 'target');
  return texts.every(([, text]) => typeof text === 'string') && isTarget(value.target);
}

function isTarget(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('kind' in target)) return false;
  if (target.kind === 'function') return 'name' in target && typeof target.name === 'string';
  if (target.kind !== 'line' || !('path' in target && 'line' in target)) return false;
  const { path, line } = target;
  const isFile = typeof path === 'string' && isAbsolute(path) && !path.includes('\0');
  return isFile && Number.isInteger(line) && Number(line) > 0;
}
