import { basename } from 'node:path';
import { DebugError } from '../model/debug-error.ts';
import { readText } from './read-file.ts';

/** A part of a text, and what is to stand there instead. */
export interface Replacement {
  readonly old: string;
  readonly new: string;
}

/**
 * The text of a source file as it runs with one part of it replaced. Where that has been done already, so that only the file on disk has
 * the old part, it is the same text.
 *
 * @param path The file, whose text on disk may be another one.
 * @throws DebugError `invalid_argument` where the part is not in it, or more than once
 */
export function replaceOnce(text: string, replacement: Replacement, path: string): string {
  const { old, new: now } = inLineEndsOf(text, replacement);
  const count = countOf(text, old);
  if (count === 1) return text.split(old).join(now);
  const isDone = count === 0 && now !== '' && countOf(text, now) === 1 && countOf(readText(path) ?? '', old) === 1;
  if (isDone) return text;
  throw count === 0 ? notThere(text, old, path) : severalTimes(count, path);
}

/** The number of times a part is in a text, also where one begins inside of another. */
function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Callers write LF. */
function inLineEndsOf(text: string, { old, new: now }: Replacement): Replacement {
  if (!text.includes('\r\n') || old.includes('\r') || now.includes('\r')) return { old, new: now };
  return { old: old.replaceAll('\n', '\r\n'), new: now.replaceAll('\n', '\r\n') };
}

function notThere(text: string, old: string, path: string): DebugError {
  return invalid(`old is not in ${basename(path)} as it runs.`, adviceFor(text, old, path));
}

function adviceFor(text: string, old: string, path: string): string {
  if (readText(path)?.includes(old) === true)
    return 'The file on disk has it, which was edited since it was loaded: leave old and new out to run it as it is there.';
  if (withoutBlanks(text).includes(withoutBlanks(old)))
    return 'It is there with other blanks or line ends: copy it with its indentation.';
  return 'Copy it from the text that runs, with its indentation.';
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

function severalTimes(count: number, path: string): DebugError {
  return invalid(`old is in ${basename(path)} ${count} times.`, 'Give more of the text around it.');
}

function invalid(message: string, advice: string): DebugError {
  return new DebugError('invalid_argument', message, { advice, details: { argument: 'old' } });
}
