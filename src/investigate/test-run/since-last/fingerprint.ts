import { readText } from '../../../files/read-file.ts';
import { linesOfText } from '../../../files/text-lines.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import { errorText, steadyText } from '../../../model/tests/steady-text.ts';
import type { TestFailure } from '../../../model/tests/test-report.ts';

/** The fingerprint by which the next run knows a failure: texts, and no line numbers, which move with each edit. */
export interface Fingerprint {
  /** The error's name and message, without what differs from run to run. */
  readonly error: string;
  /** Name of the function that failed; empty when no code of the program is known for it. */
  readonly functionName: string;
  /** The line that failed, as it is written; empty when it is not known. */
  readonly statement: string;
}

/** Enough to tell two apart; messages may hold whole documents. */
const MAX_ERROR_CHARS = 4_000;

/** @returns What stays the same of a failure while nothing about it changes. */
export function fingerprintOf({ error, site }: TestFailure): Fingerprint {
  const texts = [error, ...(error.related ?? [])].map(errorText);
  const frame = site.kind === 'seen' ? { name: site.functionName, location: site.location } : error.stack[0];
  return {
    error: steadyText(texts.join('\n')).slice(0, MAX_ERROR_CHARS),
    functionName: frame?.name ?? '',
    statement: frame ? statementAt(frame.location) : '',
  };
}

/** Read at once: the next run comes after an edit. */
function statementAt({ path, line }: SourceLocation): string {
  return (linesOfText(readText(path) ?? '', path)[line - 1] ?? '').trim();
}
