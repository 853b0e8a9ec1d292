import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { DebugAdapter, ValueLimits } from '../adapter/debug-adapter.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { StoppedInfo } from '../model/stop-outcome.ts';
import type { SourceExcerpt, StopReport, WatchResult } from '../model/stop-report.ts';
import type { Variable } from '../model/variable.ts';
import type { WatchList } from './watch-list.ts';

const LINES_AROUND = 3;
const WATCH_TIMEOUT_MS = 1_000;
const WATCH_LIMITS: ValueLimits = { depth: 0, maxChildren: 0, maxTextLength: 200 };

/**
 * Gathers what a stop's report needs from the debuggee. Everything is asked for at once, so that it costs one round trip.
 *
 * @throws DebugError of the adapter
 */
export async function buildStopReport(
  adapter: DebugAdapter,
  stop: StoppedInfo,
  watches: WatchList,
  limits: ValueLimits,
  options: CallOptions,
): Promise<Pick<StopReport, 'frames' | 'source' | 'watches'> & Locals> {
  const [frames, local, watched] = await Promise.all([
    adapter.stackTrace(stop.threadId, options),
    localsOf(adapter, stop, limits, options),
    watchValues(adapter, stop, watches, options),
  ]);
  const source = await sourceAt(adapter, stop.location, LINES_AROUND, options);
  return { frames, ...local, watches: watched, ...(source ? { source } : {}) };
}

/** The locals at a stop, and the handle that they were read by: 0 where there are none. */
interface Locals {
  readonly locals: readonly Variable[];
  readonly localsReference: number;
}

async function localsOf(
  adapter: DebugAdapter,
  stop: StoppedInfo,
  limits: ValueLimits,
  options: CallOptions,
): Promise<Locals> {
  const scopes = await adapter.scopes(stop.frameId, options);
  const local = scopes.find((scope) => scope.kind === 'local');
  if (!local) return { locals: [], localsReference: 0 };
  const { variablesReference } = local;
  return {
    locals: await adapter.variables({ variablesReference, ...limits }, options),
    localsReference: variablesReference,
  };
}

/** The values of all watches at a stop. */
export async function watchValues(
  adapter: DebugAdapter,
  stop: StoppedInfo,
  watches: WatchList,
  options: CallOptions,
): Promise<WatchResult[]> {
  const results = await Promise.all(
    watches.list().map(async ({ id, expression }) => {
      const request = { expression, frameId: stop.frameId, readOnly: false, ...WATCH_LIMITS };
      const outcome = await adapter.evaluate(request, { ...options, timeoutMs: WATCH_TIMEOUT_MS });
      return watches.record(id, outcome);
    }),
  );
  return results.filter((result) => result !== undefined);
}

/** The lines around a place, from its file or, where there is none, from the debuggee. */
export async function sourceAt(
  adapter: DebugAdapter,
  { path, line }: SourceLocation,
  around: number,
  options: CallOptions,
): Promise<SourceExcerpt | undefined> {
  const inFile = sourceAround(path, line, around);
  if (inFile) return inFile;
  // What the debuggee cannot say is left out: a stop without its source is still a stop.
  const text = await adapter.source(path, options).catch(() => undefined);
  return text === undefined ? undefined : excerptOf(text, line, around);
}

/**
 * The lines around a 1-based line of a file, or undefined where there is no file (a built-in, evaluated code).
 *
 * Read synchronously: a source file is in the system's cache, from where it takes microseconds, while the five trips to the
 * thread pool that a promise takes cost a step a tenth of its time. Nothing but a plain file is read: `/dev/stdin` is ours.
 */
function sourceAround(path: string, line: number, around: number): SourceExcerpt | undefined {
  if (!isAbsolute(path)) return undefined;
  const text = textOf(path);
  return text === undefined ? undefined : excerptOf(text, line, around);
}

function excerptOf(text: string, line: number, around: number): SourceExcerpt {
  const startLine = Math.max(1, line - around);
  return { startLine, lines: text.split(/\r?\n/, line + around).slice(startLine - 1) };
}

function textOf(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    // Deleted, or not to be read by us: the stop is told without its source.
    return undefined;
  }
}
