import type { DebuggeeInput } from '../../adapter/debuggee-input.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { StartRequest } from '../start-request.ts';

/** A text for a program's standard input. */
export interface InputWrite {
  readonly text: string;
  /** The program reads the end of its input behind the text. */
  readonly end: boolean;
}

const RELAUNCH = [{ action: 'launch' }, ' with stdin "open" starts one that can be written to.'] as const;
/** Inputs that were ended by a caller. */
const ended = new WeakSet<DebuggeeInput>();

/**
 * Writes to the standard input of a program.
 *
 * @param input Undefined where it is not ours.
 * @throws DebugError `unsupported` for a program whose input is not open, `already_exited` where the program does not read it any more
 */
export function writeInput(request: StartRequest, input: DebuggeeInput | undefined, { text, end }: InputWrite): void {
  if (request.kind !== 'launch') throw notOurs('The program was attached to: its input belongs to what started it.');
  if (!isOpen(request)) throw notOpen(request);
  if (input === undefined) throw notOurs('The program has not started yet, or its input belongs to its debugger.');
  if (ended.has(input)) {
    throw new DebugError('unsupported', 'The standard input of the program has been ended.', { advice: RELAUNCH });
  }
  if (text !== '') input.writeStdin(text);
  if (!end) return;
  input.closeStdin();
  // In a terminal, the end is one more key: a program may go on reading behind it.
  if (!request.tty) ended.add(input);
}

function isOpen({ stdin, tty = false }: Extract<StartRequest, { kind: 'launch' }>): boolean {
  return tty || stdin?.kind === 'open';
}

function notOpen({ stdin }: Extract<StartRequest, { kind: 'launch' }>): DebugError {
  const what = stdin === undefined ? 'an empty standard input' : 'a standard input that is given whole';
  return new DebugError('unsupported', `The program was started with ${what}.`, {
    advice: RELAUNCH,
    details: { argument: 'write' },
  });
}

function notOurs(message: string): DebugError {
  return new DebugError('unsupported', message, {
    advice: RELAUNCH,
    details: { argument: 'write' },
  });
}
