import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { withThrowawaySession } from '../../engine/throwaway-session.ts';
import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';
import type { CollectedHit } from '../../model/collected-value.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { StopOutcome } from '../../model/stop-outcome.ts';
import type { BreakpointRequest } from '../../session/breakpoints/breakpoint-book.ts';
import type { DebugSession } from '../../session/debug-session.ts';

/** Characters of what a program wrote that are kept to explain its end. */
const MAX_OUTPUT_CHARS = 2_000;
/** `waitForStop` is ended by the signals; a program may run as long as the caller lets it. */
const NO_LIMIT_MS = 2_147_483_647;

/** One whole run of a program in which a breakpoint collects. */
export interface ScriptHitsRequest {
  readonly launch: LaunchRequest;
  readonly language: string | undefined;
  /** With `collect`. Its file is inside the server's roots. */
  readonly breakpoint: BreakpointRequest;
}

/** The outcome of a run. */
export interface ScriptHits {
  /** In the order of the passes. */
  readonly hits: readonly CollectedHit[];
  readonly breakpoint: BreakpointRecord;
  /** The reason of the end: by itself, at the time limit, or because no more can be kept. */
  readonly end: ScriptEnd;
}

/** The end of such a run. `errors`: the last of the program's stderr. */
export type ScriptEnd =
  | { readonly kind: 'exited'; readonly exitCode: number | null; readonly errors: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'full' };

/**
 * Runs a program to its end while a breakpoint records the values of expressions at each pass, without stopping it. A breakpoint
 * that can never be hit keeps nothing from running: its state says why.
 *
 * @param options `timeoutMs` covers the whole run, its start included.
 * @throws DebugError as withThrowawaySession and DebugSession.start; `cancelled`
 */
export function scriptHits(
  engine: DebugEngine,
  { launch, language, breakpoint }: ScriptHitsRequest,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ScriptHits> {
  const start = { kind: 'launch', ...launch } as const;
  return withThrowawaySession(engine, { id: 'script', start, language }, (session) =>
    collectHits(session, breakpoint, options),
  );
}

async function collectHits(
  session: DebugSession,
  breakpoint: BreakpointRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ScriptHits> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const { full } = session.collected;
  session.exceptionMode = 'none';
  const { id } = await session.breakpoints.plan(breakpoint);
  const end = await runToEnd(session, AbortSignal.any([signal, deadline, full])).catch((error: unknown) => {
    // Whatever failed after a limit was reached failed because of it.
    if (full.aborted) return { kind: 'full' } as const;
    if (deadline.aborted && !signal.aborted) return { kind: 'timeout' } as const;
    throw error;
  });
  return { hits: session.collected.list(), breakpoint: session.breakpoints.get(id), end };
}

async function runToEnd(session: DebugSession, signal: AbortSignal): Promise<ScriptEnd> {
  await session.start({ timeoutMs: NO_LIMIT_MS, signal });
  let outcome = await session.waitForStop({ timeoutMs: NO_LIMIT_MS, signal });
  // Its own `debugger` statements, and the first line of a process that was started to wait.
  while (outcome.kind === 'stopped') outcome = await session.resume('continue', { timeoutMs: NO_LIMIT_MS, signal });
  return endOf(session, outcome);
}

function endOf(session: DebugSession, outcome: Exclude<StopOutcome, { kind: 'stopped' }>): ScriptEnd {
  if (outcome.kind === 'running') throw new DebugError('request_timeout', 'The program runs on.');
  const { chunks } = session.takeOutput(MAX_OUTPUT_CHARS);
  const errors = chunks.flatMap(({ category, text }) => (category === 'stderr' ? [text] : [])).join('');
  return { kind: 'exited', exitCode: outcome.kind === 'exited' ? outcome.exitCode : null, errors };
}
