import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

/** Limit of the profiler's answer. */
const ANSWER_MS = 2_000;

/** A function of the program that was called while it was counted, or went on after an await. */
export interface CountedFunction {
  readonly scriptId: ScriptId;
  /** The function's name; empty if it has none. */
  readonly name: string;
  /** The range of the function's text in the script: 0-based, the end not included. */
  readonly start: number;
  readonly end: number;
  readonly calls: number;
}

/**
 * Counts the calls of the program's functions for some time. Nothing pauses, and code that does not call anything runs as before.
 *
 * @returns undefined in a thread with conditions: where V8 evaluates 2,400 of them while it counts, it freezes the thread, for 9 s on
 * Node 22 and over a minute on Node 20 and 24 (not on 26)
 * @see CDP Profiler.startPreciseCoverage
 */
export async function countCalls(
  { session, scripts, hasConditions }: V8Thread,
  { timeoutMs, signal }: CallOptions & { readonly timeoutMs: number },
): Promise<CountedFunction[] | undefined> {
  if (hasConditions) return undefined;
  const options = { timeoutMs: ANSWER_MS, signal };
  await session.send('Profiler.enable', undefined, options);
  try {
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false }, options);
    await sleep(timeoutMs, undefined, { signal });
    const { result } = await session.send('Profiler.takePreciseCoverage', undefined, options);
    return result.flatMap((script) => (scripts.get(script.scriptId).origin === 'program' ? calledIn(script) : []));
  } finally {
    session.send('Profiler.stopPreciseCoverage').catch(() => {});
    session.send('Profiler.disable').catch(() => {});
  }
}

function calledIn({
  scriptId,
  functions,
}: CdpResult<'Profiler.takePreciseCoverage'>['result'][number]): CountedFunction[] {
  return functions.flatMap(({ functionName, ranges: [range] }) =>
    range && range.count > 0
      ? [{ scriptId, name: functionName, start: range.startOffset, end: range.endOffset, calls: range.count }]
      : [],
  );
}
