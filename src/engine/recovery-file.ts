import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { readText } from '../files/read-file.ts';
import type { BreakpointRecord } from '../model/breakpoint-record.ts';
import type { BreakpointRequest } from '../session/breakpoint-book.ts';
import type { DebugSession } from '../session/debug-session.ts';

const FILE_NAME = '.debug_session.mcp.json';
const MAX_BYTES = 10_000_000;

/** What is kept of a session: enough to set it up again after this server has died. */
interface SavedSession {
  readonly language: string;
  /** As the caller wrote it; relative to `cwd`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Process id of the server whose session it is. */
  readonly server: number;
  readonly breakpoints: readonly BreakpointRequest[];
}

/**
 * The file that lets a restarted server find the breakpoints of the sessions of the one before it. Written only while a
 * session exists; a session that is ended by its user leaves it, and the last one removes it.
 *
 * Losing it costs a convenience, so a folder that cannot be written is no error.
 */
export class RecoveryFile {
  readonly path: string;
  /** Sessions of this server are known to it: what the file says of them is no news. */
  readonly #own = new Set<string>();

  /** @param folder Where the server works, absolute. */
  constructor(folder: string) {
    this.path = join(folder, FILE_NAME);
  }

  /** The breakpoints that a session of this program had when its server died. */
  breakpointsOf(program: { readonly program: string; readonly cwd: string }): readonly BreakpointRequest[] {
    if (this.#own.has(keyOf(program))) return [];
    const saved = this.#read().find((each) => keyOf(each) === keyOf(program));
    return saved && !isOtherAlive(saved.server) ? saved.breakpoints : [];
  }

  /** Writes down a session as it is now. */
  save(session: DebugSession): void {
    if (session.request.kind !== 'launch') return;
    const { program, args, cwd } = session.request;
    const breakpoints = session.breakpoints.list().map(requestOf);
    const saved: SavedSession = { language: session.language, program, args, cwd, server: process.pid, breakpoints };
    this.#own.add(keyOf(saved));
    this.#write([...this.#read().filter((other) => keyOf(other) !== keyOf(saved)), saved]);
  }

  remove(session: DebugSession): void {
    if (!this.#own.has(keyOf(session))) return;
    const rest = this.#read().filter((saved) => keyOf(saved) !== keyOf(session));
    if (rest.length > 0) this.#write(rest);
    else this.#attempt(() => rmSync(this.path, { force: true }));
  }

  #read(): SavedSession[] {
    try {
      const content: unknown = JSON.parse(readText(this.path, MAX_BYTES) ?? '');
      const sessions = typeof content === 'object' && content !== null && 'sessions' in content ? content.sessions : [];
      return Array.isArray(sessions) ? sessions.filter(isSavedSession) : [];
    } catch {
      // No file, or one that somebody else wrote: there is nothing to recover.
      return [];
    }
  }

  #write(sessions: readonly SavedSession[]): void {
    // Renamed into place, so that a server that dies meanwhile leaves a whole file.
    const temporary = `${this.path}.${process.pid}`;
    this.#attempt(() => {
      writeFileSync(temporary, `${JSON.stringify({ sessions }, undefined, 2)}\n`);
      renameSync(temporary, this.path);
    });
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch {
      // A read-only folder: the session works without it.
    }
  }
}

function requestOf({ target, condition, hitCondition, logMessage }: BreakpointRecord): BreakpointRequest {
  return { target, condition, hitCondition, logMessage };
}

/** Sessions are the same when they debug the same program, however its path is written. */
function keyOf({ program, cwd }: { readonly program: string; readonly cwd: string }): string {
  return resolve(cwd, program);
}

/** A server that works beside this one in the same folder did not die: its sessions are its own. */
function isOtherAlive(server: number): boolean {
  if (server === process.pid) return false;
  try {
    process.kill(server, 0);
    return true;
  } catch {
    return false;
  }
}

function isSavedSession(value: unknown): value is SavedSession {
  if (typeof value !== 'object' || value === null) return false;
  if (!('program' in value && 'cwd' in value && 'server' in value && 'breakpoints' in value)) return false;
  return (
    typeof value.program === 'string' &&
    typeof value.cwd === 'string' &&
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
