import { basename } from 'node:path';
import { splitCommandLine } from '../../adapter/command-line.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { PlainProgram } from '../../adapter/plain-program.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { ExitInfo } from '../../model/stop-outcome.ts';
import type { OutputExcerpt } from '../../model/stop-report.ts';
import { OutputBuffer } from '../../session/output-buffer.ts';
import { TEST_RUNNERS } from './runners/runners.ts';
import type { EndOutcome } from './watch-to-end.ts';

/** Whether a command names a runner that sees by itself what fails, so that no debugger has to be there. */
export function needsNoDebugger({ program, args }: LaunchRequest): boolean {
  const words = [...splitCommandLine(program), ...args].map((word) => basename(word).replace(/\.exe$/, ''));
  return TEST_RUNNERS.some(
    ({ seesFailures, commands }) => seesFailures && words.some((word) => commands.includes(word)),
  );
}

/**
 * Waits for the end of a program, and ends it with all that it started.
 *
 * @param maxOutputChars Of what it wrote; the last ones are kept.
 * @throws DebugError `cancelled`
 */
export async function runPlainly(
  program: PlainProgram,
  maxOutputChars: number,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<{ readonly ended: EndOutcome; readonly output: OutputExcerpt }> {
  const written = new OutputBuffer();
  program.onOutput((category, text) => written.add({ category, text }));
  try {
    const exit = await exitOf(program, options);
    const ended = exit === undefined ? await stillRunning(program, options) : ({ kind: 'exited', ...exit } as const);
    return { ended, output: written.since(0, maxOutputChars) };
  } finally {
    await program.kill();
  }
}

async function stillRunning(
  program: PlainProgram,
  { timeoutMs, signal }: CallOptions & { readonly timeoutMs: number },
): Promise<EndOutcome> {
  const where = await program.where({ signal });
  return { kind: 'running', waitedMs: timeoutMs, ...(where ? { where } : {}) };
}

/** Undefined when the time is up before. */
function exitOf(
  { exited }: PlainProgram,
  { timeoutMs, signal }: CallOptions & { readonly timeoutMs: number },
): Promise<ExitInfo | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      done();
    };
    const abort = () =>
      settle(() => reject(new DebugError('cancelled', 'The call was cancelled; the tests were ended.')));
    const timer = setTimeout(() => settle(() => resolve(undefined)), timeoutMs);
    void exited.then((exit) => settle(() => resolve(exit)));
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
