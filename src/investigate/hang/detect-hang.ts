import { Deadline } from '../../adapter/deadline.ts';
import type { AttachRequest, LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { HangEvidence } from '../../adapter/hang-evidence.ts';
import { suspendedTarget } from '../../engine/attached-process.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { withThrowawaySession } from '../../engine/throwaway-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { HangReport, KeepAlive } from '../../model/hang-report.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import type { StartRequest } from '../../session/start-request.ts';
import { HangWatch, type WatchOptions } from './hang-watch.ts';

/** The program to watch. */
export type HangTarget =
  /** Started, watched and ended. */
  | { readonly kind: 'launch'; readonly launch: LaunchRequest; readonly language?: string | undefined }
  /** A session that is left as it was found: running, or stopped where it stood. */
  | { readonly kind: 'session'; readonly session: DebugSession }
  /** Attached to, watched and let go. */
  | { readonly kind: 'attach'; readonly target: AttachRequest; readonly language?: string | undefined };

/** Settings of a watch. */
export interface HangOptions {
  /**
   * The time for which the program may run before it is asked why it goes on. Default 10 s for a launch, 1 s for a program that
   * runs already.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The time of the whole detection, the start and the search for the cause included; the watch lasts as long as that allows, and
   * not longer than a `timeoutMs` beside it. Anything not found out until then is undecided.
   */
  readonly withinMs?: number | undefined;
  /** Between two looks at the program while it runs. Default 100 ms, at least 10. */
  readonly sampleIntervalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const LAUNCH_TIMEOUT_MS = 10_000;
const RUNNING_TIMEOUT_MS = 1_000;
const SAMPLE_INTERVAL_MS = 100;
const MIN_INTERVAL_MS = 10;
/** Limit for the program to come under control, which is no part of the watch. */
const START_MS = 30_000;
/** A process that is inside a native call takes the connection and answers nothing. */
const ATTACH_MS = 5_000;
/** The part of a limited time in which an attach must have been answered. */
const ATTACH_SHARE = 0.7;

/**
 * Says why a program does not go on, or that it does: watches it for `timeoutMs` and, when it has not ended, finds out what each of its
 * threads does. That takes up to a few seconds more, unless the whole is limited. A launched program is ended, another one left as it was.
 *
 * @throws DebugError as withThrowawaySession and DebugSession.start; `unsupported` for a language that cannot be watched; `cancelled`
 */
export async function detectHang(
  engine: DebugEngine,
  target: HangTarget,
  options: HangOptions = {},
): Promise<HangReport> {
  const { signal } = options;
  const sampleIntervalMs = Math.max(MIN_INTERVAL_MS, options.sampleIntervalMs ?? SAMPLE_INTERVAL_MS);
  const timeoutMs = options.timeoutMs ?? (target.kind === 'launch' ? LAUNCH_TIMEOUT_MS : RUNNING_TIMEOUT_MS);
  const deadline = options.withinMs === undefined ? undefined : new Deadline(options.withinMs, signal);
  const maxWatchMs = options.timeoutMs;
  const watching = { timeoutMs, maxWatchMs, deadline, sampleIntervalMs, signal };
  if (target.kind === 'session') {
    const { session } = target;
    return new HangWatch(session, evidenceOf(session), { ...watching, sessionOwner: 'caller' }).run();
  }
  const { language } = target;
  return withThrowawaySession(engine, { id: 'hang', start: startOf(target, engine.cwd), language, signal }, (session) =>
    watchOwn(session, target, { ...watching, sessionOwner: 'watch' }),
  );
}

type OwnTarget = Exclude<HangTarget, { kind: 'session' }>;

async function watchOwn(session: DebugSession, target: OwnTarget, options: WatchOptions): Promise<HangReport> {
  const { signal } = options;
  const evidence = evidenceOf(session);
  session.exceptionMode = 'none';
  const suspended = target.kind === 'attach' ? await suspendedTarget(target.target) : undefined;
  if (suspended !== undefined) return new HangWatch(session, evidence, options).suspended(suspended);
  if (target.kind === 'launch') await evidence.watch({ signal });
  const start = await begin(session, { timeoutMs: startMs(target, evidence, options), signal });
  // Its clock begins here.
  const watch = new HangWatch(session, evidence, options);
  if (typeof start === 'object') return watch.starting(start.timeoutMs, start.waitsFor);
  if (start === 'unanswered' && target.kind === 'attach' && target.target.kind === 'pid')
    return watch.unanswered(target.target.pid);
  return watch.run();
}

function startMs(target: OwnTarget, { attachToPidMs }: HangEvidence, { deadline }: WatchOptions): number {
  const pidMs = target.kind === 'attach' && target.target.kind === 'pid' ? attachToPidMs : undefined;
  const usualMs = target.kind === 'launch' ? START_MS : (pidMs ?? ATTACH_MS);
  if (!deadline) return usualMs;
  const { timeoutMs } = deadline.left();
  // Of a process that does not answer, the system says why; that takes a moment.
  return Math.min(usualMs, target.kind === 'launch' ? timeoutMs : Math.round(timeoutMs * ATTACH_SHARE));
}

function startOf(target: OwnTarget, cwd: string): Exclude<StartRequest, { kind: 'none' }> {
  // What a process of another language does is asked the system: it is under no debugger until something in it matters.
  if (target.kind === 'launch')
    return { kind: 'launch', ...target.launch, stopOnEntry: false, wholeTree: true, stopOthers: 'nothing' };
  return { kind: 'attach', target: target.target, cwd, label: labelOf(target.target) };
}

function labelOf(target: AttachRequest): string {
  if (target.kind === 'pid') return `process ${target.pid}`;
  return target.kind === 'port' ? `${target.host}:${target.port}` : target.url;
}

/** A command that came to no program in time, and what it had come to. */
interface LateStart {
  readonly timeoutMs: number;
  readonly waitsFor: readonly KeepAlive[];
}

/** `unanswered`: there is a debugger's port, and nothing comes back through it. */
async function begin(session: DebugSession, options: CallOptions): Promise<'started' | 'unanswered' | LateStart> {
  try {
    await session.start(options);
    return 'started';
  } catch (error) {
    const isSilent =
      session.request.kind === 'attach' && error instanceof DebugError && error.code === 'request_timeout';
    if (isSilent) return 'unanswered';
    const isLaunch = session.request.kind === 'launch' && error instanceof DebugError;
    const late = isLaunch ? lateStart(error) : undefined;
    if (late) return late;
    throw error;
  }
}

function lateStart({ code, details }: DebugError): LateStart | undefined {
  const { timeoutMs, waitsFor } = details;
  const isLate = code === 'not_debuggable' || code === 'request_timeout';
  if (!isLate || typeof timeoutMs !== 'number') return undefined;
  return { timeoutMs, waitsFor: Array.isArray(waitsFor) ? waitsFor.filter(isKeepAlive) : [] };
}

function isKeepAlive(each: unknown): each is KeepAlive {
  return typeof each === 'object' && each !== null && 'kind' in each;
}

function evidenceOf(session: DebugSession): HangEvidence {
  const { hang } = session.adapter;
  if (hang) return hang;
  throw new DebugError('unsupported', `Programs in ${session.language} cannot be watched for hangs.`, {
    advice: 'Pause the program and look at its stack instead.',
  });
}
