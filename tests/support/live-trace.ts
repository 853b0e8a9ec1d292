import { Deadline } from '../../src/adapter/deadline.ts';
import { type LiveFrame, liveFrame } from '../../src/investigate/trace/live/live-frame.ts';
import type { BreakpointTarget } from '../../src/model/breakpoints/breakpoint-record.ts';
import type { DebugSession } from '../../src/session/debug-session.ts';
import { frameText } from './frame-text.ts';

type Walked = Extract<LiveFrame, { kind: 'walked' }>;

/** The rest of a call in a session as few words: its events, how it ended, and why it was followed no further. */
export interface FollowedCall {
  readonly story: readonly string[];
  /** `returning`, `left`, `outcome breakpoint main.cjs:3`. */
  readonly end: string;
  readonly walked: Walked;
}

/** Follows a call in a session. @throws Error where it did not come to the place that the call begins at */
export async function follow(
  session: DebugSession,
  options: {
    readonly from?: BreakpointTarget;
    readonly until?: BreakpointTarget;
    readonly maxSteps?: number;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<FollowedCall> {
  const { maxSteps = 500, timeoutMs = 20_000, signal, ...places } = options;
  const walked = await liveFrame(session, { ...places, maxSteps }, new Deadline(timeoutMs, signal));
  if (walked.kind === 'missed') throw new Error(`it did not come there: ${walked.outcome.kind}`);
  const [, ...story] = frameText({ ...walked.call, kind: 'call', function: 1, atMs: 0, returns: [] });
  return { story, end: endOf(walked.walk.end), walked };
}

function endOf(end: Walked['walk']['end']): string {
  if (end.kind === 'gone') return 'gone';
  if (end.kind === 'bound') return `bound ${end.what}`;
  if (end.kind !== 'outcome') return `${end.kind} line ${end.stop.location.line}`;
  const { outcome } = end;
  return outcome.kind === 'stopped' ? `${outcome.reason} line ${outcome.location.line}` : outcome.kind;
}
