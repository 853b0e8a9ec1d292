import type { PlainProgram } from '../adapter/plain-program.ts';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { ExitInfo } from '../model/stop-outcome.ts';
import type { OutputExcerpt } from '../model/stop-report.ts';
import { OutputBuffer } from '../session/output/output-buffer.ts';

/** The end of a program that ran without a debugger, or its place when its time was up. */
export type PlainEnd =
  | ({ readonly kind: 'exited' } & ExitInfo)
  | {
      readonly kind: 'running';
      readonly waitedMs: number;
      readonly where?: SourceLocation;
      /** The process that a signal (SIGSTOP) has stopped. */
      readonly suspended?: { readonly pid: number };
    };

/** Limits of a program's run. */
export interface PlainLimits extends CallOptions {
  readonly timeoutMs: number;
  /** Aborted when waiting is not worth it any longer: as if the time were up. */
  readonly until?: AbortSignal | undefined;
}

/** A look at a program that still runs so long before its time is up. */
interface LateLook {
  readonly beforeMs: number;
  /** @returns how long its end is waited for after that, in milliseconds */
  look(): Promise<number>;
}

/**
 * Waits for the end of a program, and ends it with all that it started.
 *
 * @param maxOutputChars Of what it wrote; the last ones are kept.
 * @param watch Looks at one that runs for long.
 * @throws DebugError `cancelled`
 */
export async function runPlainly(
  program: PlainProgram,
  maxOutputChars: number,
  options: PlainLimits,
  watch?: LateLook,
): Promise<{ readonly ended: PlainEnd; readonly output: OutputExcerpt }> {
  const beganMs = performance.now();
  const written = new OutputBuffer();
  program.onOutput((category, text) => written.add({ category, text }));
  try {
    const exit = await exitOrLook(program, options, watch);
    const ended =
      exit === undefined ? await stillRunning(program, options, beganMs) : ({ kind: 'exited', ...exit } as const);
    return { ended, output: written.since(0, maxOutputChars) };
  } finally {
    await program.kill();
  }
}

/** Undefined when the time is up before. */
async function exitOrLook(
  program: PlainProgram,
  { timeoutMs, signal, until }: PlainLimits,
  watch: LateLook | undefined,
): Promise<ExitInfo | undefined> {
  const beforeMs = Math.min(timeoutMs, watch?.beforeMs ?? 0);
  const exit = await exitOf(program, { timeoutMs: timeoutMs - beforeMs, signal, until });
  if (exit !== undefined || watch === undefined || beforeMs === 0) return exit;
  return exitOf(program, { timeoutMs: await watch.look(), signal });
}

async function stillRunning(program: PlainProgram, { signal }: CallOptions, beganMs: number): Promise<PlainEnd> {
  const waitedMs = Math.round(performance.now() - beganMs);
  const [where, pid] = await Promise.all([program.where({ signal }), program.suspended()]);
  return {
    kind: 'running',
    waitedMs,
    ...(where ? { where } : {}),
    ...(pid === undefined ? {} : { suspended: { pid } }),
  };
}

/** Undefined when the time is up before. */
function exitOf({ exited }: PlainProgram, { timeoutMs, signal, until }: PlainLimits): Promise<ExitInfo | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      until?.removeEventListener('abort', late);
      done();
    };
    const abort = () =>
      settle(() => reject(new DebugError('cancelled', 'The call was cancelled; the program was ended.')));
    const late = () => settle(() => resolve(undefined));
    const timer = setTimeout(late, timeoutMs);
    until?.addEventListener('abort', late);
    void exited.then((exit) => settle(() => resolve(exit)));
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
