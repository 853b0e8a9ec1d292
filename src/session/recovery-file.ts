import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BreakpointRecord } from '../model/breakpoint-record.ts';
import type { BreakpointWish } from './breakpoint-book.ts';
import type { DebugSession } from './debug-session.ts';

const FILE_NAME = '.debug_session.mcp.json';

/** What is kept of a session: enough to set it up again after this server has died. */
interface SavedSession {
  readonly language: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly breakpoints: readonly BreakpointWish[];
}

/**
 * The file that lets a restarted server find the breakpoints of the sessions of the one before it. Written only while a
 * session exists; a session that is ended by its user leaves it, and the last one removes it.
 *
 * Losing it costs a convenience, so a folder that cannot be written is no error.
 */
export class RecoveryFile {
  readonly #path: string;

  /** @param folder Where the server works, absolute. */
  constructor(folder: string) {
    this.#path = join(folder, FILE_NAME);
  }

  /** The breakpoints that a session of this program had when its server died. */
  breakpointsOf(program: { readonly program: string; readonly cwd: string }): readonly BreakpointWish[] {
    return this.#read().find((saved) => isSame(saved, program))?.breakpoints ?? [];
  }

  /** Writes down a session as it is now. */
  save(session: DebugSession): void {
    if (session.request.kind !== 'launch') return;
    const { program, args, cwd } = session.request;
    const breakpoints = session.breakpoints.list().map(wishOf);
    const saved: SavedSession = { language: session.language, program, args, cwd, breakpoints };
    this.#write([...this.#read().filter((other) => !isSame(other, saved)), saved]);
  }

  remove(session: DebugSession): void {
    const rest = this.#read().filter((saved) => !isSame(saved, session));
    if (rest.length > 0) this.#write(rest);
    else this.#attempt(() => rmSync(this.#path, { force: true }));
  }

  #read(): SavedSession[] {
    try {
      const content: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      const sessions = typeof content === 'object' && content !== null && 'sessions' in content ? content.sessions : [];
      return Array.isArray(sessions) ? sessions.filter(isSavedSession) : [];
    } catch {
      // No file, or one that somebody else wrote: there is nothing to recover.
      return [];
    }
  }

  #write(sessions: readonly SavedSession[]): void {
    // Renamed into place, so that a server that dies meanwhile leaves a whole file.
    const temporary = `${this.#path}.${process.pid}`;
    this.#attempt(() => {
      writeFileSync(temporary, `${JSON.stringify({ sessions }, undefined, 2)}\n`);
      renameSync(temporary, this.#path);
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

function wishOf({ target, condition, hitCondition, logMessage }: BreakpointRecord): BreakpointWish {
  return { target, condition, hitCondition, logMessage };
}

function isSame(a: { program: string; cwd: string }, b: { program: string; cwd: string }): boolean {
  return a.program === b.program && a.cwd === b.cwd;
}

function isSavedSession(value: unknown): value is SavedSession {
  if (typeof value !== 'object' || value === null) return false;
  if (!('program' in value && 'cwd' in value && 'breakpoints' in value)) return false;
  return (
    typeof value.program === 'string' &&
    typeof value.cwd === 'string' &&
    Array.isArray(value.breakpoints) &&
    value.breakpoints.every(isWish)
  );
}

function isWish(value: unknown): value is BreakpointWish {
  if (typeof value !== 'object' || value === null || !('target' in value)) return false;
  const { target } = value;
  if (typeof target !== 'object' || target === null || !('kind' in target)) return false;
  if (target.kind === 'function') return 'name' in target && typeof target.name === 'string';
  return 'path' in target && typeof target.path === 'string' && 'line' in target && typeof target.line === 'number';
}
