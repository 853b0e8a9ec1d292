import type { CallOptions } from '../../model/call-options.ts';
import type { DebugSession } from '../debug-session.ts';
import type { OutputBuffer } from '../output/output-buffer.ts';
import { promptOf } from './prompt.ts';

/** Interval between looks at the output. */
const LOOK_MS = 20;
/** Silence after which a program has said what it had to say: at a prompt, and behind a line that it ended. */
const QUIET_AT_PROMPT_MS = 80;
const QUIET_MS = 250;
/** A program that says nothing may be computing, or starting another one, or have nothing to say. */
const SILENT_MS = 2_000;
/** The longest wait for a program that never stops writing. */
const LONGEST_MS = 5_000;

/** The state of the output before something was written to the program's input. */
export interface InputMark {
  readonly outputEnd: number;
  /** The typed text that a terminal may show. */
  readonly typed: string;
}

/** Waits until a program has answered to its input: it stopped or ended, or is quiet again. @returns whether it runs */
export async function whenAnswered(session: DebugSession, mark: InputMark, { signal }: CallOptions): Promise<boolean> {
  const began = Date.now();
  // A command that starts has yet to get to the program that is debugged.
  let startedAt = mark.outputEnd;
  let seen = session.output.end;
  let changedAt = began;
  let isStarting = session.state.kind === 'starting';
  while (Date.now() - began < LONGEST_MS) {
    if (await session.whenHalted({ timeoutMs: LOOK_MS, signal })) return false;
    const { end } = session.output;
    if (isStarting && session.state.kind !== 'starting') {
      isStarting = false;
      [startedAt, changedAt] = [end, Date.now()];
    }
    if (end !== seen) [seen, changedAt] = [end, Date.now()];
    const hasWritten = !isEcho(session.output, mark);
    const hasAnswered = hasWritten && end > startedAt && !isStarting;
    const isAtPrompt = hasWritten && promptOf(session.output) !== undefined;
    const enoughMs = isAtPrompt ? QUIET_AT_PROMPT_MS : hasAnswered ? QUIET_MS : SILENT_MS;
    if (Date.now() - changedAt >= enoughMs) return true;
  }
  return true;
}

/** True if a program has written nothing but what a terminal shows of the typing. */
function isEcho(output: OutputBuffer, { outputEnd, typed }: InputMark): boolean {
  // With a carriage return for each newline.
  if (output.end - outputEnd > typed.length * 2) return false;
  const { chunks } = output.since(outputEnd, typed.length * 2);
  const written = chunks.map(({ text }) => text).join('');
  return typed.startsWith(written.replaceAll('\r', ''));
}
