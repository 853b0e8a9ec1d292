import { type Deadline, inTime } from '../../adapter/deadline.ts';
import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { ExceptionBreakMode } from '../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { messageOf } from '../../model/debug-error.ts';
import type { SessionBreakpoints } from '../breakpoints/session-breakpoints.ts';
import { notStarted } from '../session-errors.ts';
import type { SessionLife } from '../session-life.ts';
import type { StartRequest } from '../start-request.ts';
import type { SeenFailure } from '../stops/seen-failure.ts';
import { DEFAULT_WAIT_MS } from './run-control.ts';

/** Time beyond a start's limit in which an adapter may itself say why the start was not done in time. */
const START_GRACE_MS = 100;

/** Limit for ending a debuggee whose start failed while the answer waits. */
const END_GRACE_MS = 300;

/** The limits of a start. */
export interface StartOptions extends CallOptions {
  /** Left out, a start is waited for. Otherwise the caller is answered by then, and the session goes on starting. */
  readonly answerBy?: Deadline | undefined;
}

/** The parts of a session that a start uses. */
interface StartedProgram {
  readonly life: SessionLife;
  readonly adapter: DebugAdapter;
  readonly breakpoints: SessionBreakpoints;
  readonly failure: SeenFailure;
  readonly exceptionMode: ExceptionBreakMode;
}

/** Starts a debuggee, or attaches to one, with all that it is to be stopped at in place. What fails to start is ended. */
export async function startDebuggee(
  { life, adapter, breakpoints, failure, exceptionMode }: StartedProgram,
  request: StartRequest,
  { timeoutMs: limitMs = DEFAULT_WAIT_MS, signal }: CallOptions,
): Promise<void> {
  if (request.kind === 'none') throw notStarted();
  const options = { timeoutMs: limitMs, signal };
  life.enter({ kind: 'starting' });
  failure.startAnew();
  try {
    await adapter.setExceptionBreakpoints(exceptionMode, options);
    await breakpoints.sendAll(options);
    await inTime(open(adapter, request, options), limitMs + START_GRACE_MS, 'Starting');
  } catch (error) {
    life.enter({ kind: 'lost', cause: messageOf(error) });
    await inTime(adapter.terminate(), END_GRACE_MS, 'Ending').catch(() => {});
    throw error;
  }
  if (life.state.kind === 'starting') life.enter({ kind: 'running', sinceMs: Date.now() });
}

function open(
  adapter: DebugAdapter,
  request: Exclude<StartRequest, { kind: 'none' }>,
  options: CallOptions,
): Promise<void> {
  if (request.kind === 'launch') return adapter.launch(request, options);
  return adapter.attach(request.target, options);
}
