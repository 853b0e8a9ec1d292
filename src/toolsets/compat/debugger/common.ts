import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod/v4';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { integer, optional, text } from '../../schema.ts';

/** Longest wait of one call. */
export const MAX_WAIT_MS = 600_000;

/** The argument `sessionId`. */
export const sessionId = text().describe('From debugger_start');
/** The argument `timeout` of tools that wait. */
export const timeout = optional(integer({ min: 1, max: MAX_WAIT_MS }));
/** An id that models also send as a number. */
export function id() {
  return z.preprocess((value) => (typeof value === 'number' ? String(value) : value), text());
}

/** A place as answers give it. */
export const location = z.object({
  file: z.string().describe('Absolute'),
  line: z.int().describe('1-based'),
  column: z.int().optional(),
});

/** The program's output since the last answer that showed it. */
export const output = z.array(z.object({ category: z.enum(['stdout', 'stderr', 'log']), text: z.string() }));

/** A place with an absolute file: code without one (`vm` scripts with a bare name) counts as lying in the session's folder. */
export function place(session: DebugSession, { path, line, column }: SourceLocation): z.output<typeof location> {
  return { file: isAbsolute(path) || isUrl(path) ? path : resolve(session.cwd, path), line, column };
}

/** `node:fs`, `data:…`: what is no file at all. A single letter is a drive. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(path);
}
