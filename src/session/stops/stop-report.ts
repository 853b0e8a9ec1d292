import { isAbsolute } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DebugAdapter, ValueLimits } from '../../adapter/debug-adapter.ts';
import type { EditedSource } from '../../adapter/edited-source.ts';
import { linesOfText } from '../../files/text-lines.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { FrameId } from '../../model/ids.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { RelatedException, StoppedInfo } from '../../model/stop-outcome.ts';
import type { SourceExcerpt, StopReport, WatchResult } from '../../model/stop-report.ts';
import type { Variable } from '../../model/variable.ts';
import { editedText } from '../edited-files.ts';
import { SourceCache } from '../source-cache.ts';
import type { WatchList } from '../watches/watch-list.ts';

const LINES_AROUND = 3;
/** Calls of code without a text that lead from one to the next. */
const MAX_TEXTLESS = 5;
const WATCH_TIMEOUT_MS = 1_000;
const WATCH_LIMITS: ValueLimits = { depth: 0, maxChildren: 0, maxTextLength: 200 };
const FOREIGN =
  'not shown: the program names this file as its source, and it lies outside of the folders of the program';
const OUTSIDE = 'not shown: the file lies outside of the folders that this server may debug in (--root)';
/** The files that programs have stopped in: the next step shows the same one again. */
const sources = new SourceCache();

/** A debuggee, and whether the text of a file may be shown, by its absolute path. */
export interface ShownDebuggee {
  readonly adapter: DebugAdapter;
  readonly mayShow: (path: string) => boolean;
}

/**
 * Gathers what a stop's report needs from the debuggee. Everything is asked for at once, so that it costs one round trip.
 *
 * @param options `timeoutMs` is that of the watches: their expressions may run for ever.
 * @throws DebugError of the adapter
 */
export async function buildStopReport(
  debuggee: ShownDebuggee,
  stop: StoppedInfo,
  watches: WatchList,
  limits: ValueLimits,
  { timeoutMs, signal }: CallOptions,
): Promise<Pick<StopReport, 'frames' | 'source' | 'watches' | 'related'> & Locals & { calls: readonly string[] }> {
  const options = { signal };
  const { adapter } = debuggee;
  const asked = adapter.stackTrace(stop.threadId, options);
  const [local, watched, frames, related, source] = await Promise.all([
    localsAndCall(adapter, stop, limits, options),
    watchValues(adapter, stop, watches, { timeoutMs, signal }),
    asked,
    stop.reason === 'exception' ? relatedTo(adapter, stop, options) : [],
    // What is asked for leaves first: the file is read while the debuggee answers.
    nextTurn().then(() => sourceOfStop(debuggee, stop, asked, options)),
  ]);
  const known = { ...(source ? { source } : {}), ...(related.length > 0 ? { related } : {}) };
  return { frames, ...local, watches: watched, ...known };
}

/** The exceptions behind the exception of a stop; empty if they cannot be read: a stop without them is still a stop. */
function relatedTo(adapter: DebugAdapter, { threadId }: StoppedInfo, options: CallOptions) {
  return adapter.relatedExceptions(threadId, options).catch((): readonly RelatedException[] => []);
}

async function localsAndCall(...[adapter, stop, limits, options]: Parameters<typeof localsOf>) {
  const local = await localsOf(adapter, stop, limits, options);
  // What is not known is left out: without it, no earlier values are shown.
  return { ...local, calls: await adapter.callNames(stop.threadId, options).catch(() => []) };
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
  { timeoutMs = WATCH_TIMEOUT_MS, signal }: CallOptions,
): Promise<WatchResult[]> {
  const call = { timeoutMs: Math.min(timeoutMs, WATCH_TIMEOUT_MS), signal };
  const results = await Promise.all(
    watches.list().map(async ({ id, expression }) => {
      const request = { expression, frameId: stop.frameId, readOnly: false, ...WATCH_LIMITS };
      const outcome = await adapter.evaluate(request, call);
      return watches.record(id, outcome);
    }),
  );
  return results.filter((result) => result !== undefined);
}

/** The lines around a stop, or else around the call that led there. */
async function sourceOfStop(
  debuggee: ShownDebuggee,
  { location, frameId }: StoppedInfo,
  asked: Promise<readonly StackFrame[]>,
  options: CallOptions,
): Promise<SourceExcerpt | undefined> {
  const source = await sourceAt(debuggee, { ...location, frameId }, LINES_AROUND, options);
  if (source !== undefined) return source;
  const frames = await asked;
  const at = frames.findIndex(({ id }) => id === frameId);
  const callers = at === -1 ? [] : frames.slice(at + 1).filter(({ presentation }) => presentation === 'normal');
  for (const caller of callers.slice(0, MAX_TEXTLESS)) {
    const shown = await sourceAt(debuggee, { ...caller.location, frameId: caller.id }, LINES_AROUND, options);
    if (shown !== undefined) return { ...shown, caller: caller.location };
  }
  return undefined;
}

/** A place in a source, and the frame that stands there. */
interface SourcePlace extends SourceLocation {
  readonly frameId?: FrameId;
}

/** The lines around a place: of the text that runs, where that is another one than its file's, or where there is no file. */
export async function sourceAt(
  { adapter, mayShow }: ShownDebuggee,
  place: SourcePlace,
  around: number,
  options: CallOptions,
): Promise<SourceExcerpt | undefined> {
  const { path, line } = place;
  if (isAbsolute(path) && !mayShow(path)) return { startLine: line, lines: [], withheld: OUTSIDE };
  const isForeign = isAbsolute(path) && !adapter.isOwnSource(path);
  const edited = isForeign ? undefined : await editedAt(adapter, place, options);
  const running = edited?.text === undefined ? undefined : linesOfText(edited.text, path);
  const lines =
    running ?? (isForeign ? undefined : linesOfFile(path)) ?? (await linesInDebuggee(adapter, path, options));
  if (lines === undefined) return isForeign ? { startLine: line, lines: [], withheld: FOREIGN } : undefined;
  const startLine = Math.max(1, line - around);
  const excerpt = { startLine, lines: lines.slice(startLine - 1, line + around) };
  return edited === undefined ? excerpt : { ...excerpt, edited: editedText(path, edited) };
}

/**
 * The edit of a stop's file; undefined if the adapter cannot find out: a stop whose file is taken for the code that runs is still
 * a stop.
 */
async function editedAt(
  adapter: DebugAdapter,
  { path, frameId }: SourcePlace,
  options: CallOptions,
): Promise<EditedSource | undefined> {
  if (!isAbsolute(path)) return undefined;
  // A stop without a frame has none to ask for.
  return adapter.editedSource(path, frameId || undefined, options).catch(() => undefined);
}

/**
 * The lines of a file, or undefined where there is none (a built-in, evaluated code) or it is not to be read by us.
 *
 * Read synchronously: a source file is in the system's cache, from where it takes microseconds, while the five trips to the
 * thread pool that a promise takes cost a step a tenth of its time. Nothing but a plain file is read: `/dev/stdin` is ours.
 */
function linesOfFile(path: string): readonly string[] | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    return sources.linesOf(path);
  } catch {
    return undefined;
  }
}

/** The lines of a source from the debuggee; undefined if the debuggee has none: a stop without its source is still a stop. */
async function linesInDebuggee(
  adapter: DebugAdapter,
  path: string,
  options: CallOptions,
): Promise<readonly string[] | undefined> {
  const text = await adapter.source(path, options).catch(() => undefined);
  return text === undefined || text === '' ? undefined : linesOfText(text, path);
}
