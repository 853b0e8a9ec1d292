import type { CallFrameId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { Pause } from '../pauses/pause.ts';
import type { StepUnderWay } from '../pauses/pause-verdict.ts';
import { noteLeaving } from '../pauses/same-call.ts';
import type { PauseHandler } from './pause-handler.ts';
import type { PausingThread } from './pausing-thread.ts';

/** A step that a user asks for. */
export type StepCommand = StepUnderWay['command'];

/** The CDP command of each step that a user asks for, but for the step out. */
const STEP_METHODS = { next: 'Debugger.stepOver', stepIn: 'Debugger.stepInto' } as const;

const STEP_KINDS = { next: 'stepOver', stepIn: 'stepInto', stepOut: 'stepOut' } as const;

/**
 * The ways in which one thread leaves a stop because a user says so. What must be done while nothing runs any more, and nothing of
 * the stop is needed, is done here, before V8 is told to go on.
 *
 * Invariant: the thread's state says what it is on its way to before the command is sent, so that no pause is heard too early.
 */
export class ThreadDeparture {
  readonly #thread: PausingThread;
  readonly #pauses: PauseHandler;

  /** @param pauses Decides about what a stop was put before, and about the pause after a restart. */
  constructor(thread: PausingThread, pauses: PauseHandler) {
    this.#thread = thread;
    this.#pauses = pauses;
  }

  async continue(pause: Pause, options?: CallOptions): Promise<void> {
    const { state, session, exceptions, logs, met, entries, ownCode, writes } = this.#thread;
    state.run({ kind: 'run' });
    exceptions.beforeResume('continue');
    ownCode.pass(false);
    logs.beforeResume(false);
    met.run(true);
    entries.restore();
    writes.lay();
    if (pause.rest) this.#pauses.onPaused(pause.rest);
    else await session.send('Debugger.resume', {}, options);
  }

  /** @param stopsAtReturn Whether a step over ends once more on the line of a `return`, where the value is known. */
  async step(pause: Pause, command: StepCommand, stopsAtReturn: boolean, options?: CallOptions): Promise<void> {
    const { state, session, exceptions, logs, entries, ownCode, writes, returnGuard, stepOut } = this.#thread;
    const { params, isInHelper: isInterrupted } = pause;
    const from = placeOf(pause);
    // What is stopped at in packages then is passed by the step alone.
    const isOwn = command !== 'stepIn' && pause.frames[0]?.script.origin !== 'dependency';
    const step: StepUnderWay = { kind: 'step', command, from, ownSteps: 0, stopsAtReturn, isInterrupted, isOwn };
    state.run(noteLeaving(step, params.callFrames));
    exceptions.beforeResume('step');
    ownCode.pass(isOwn && !exceptions.stopSteps);
    logs.beforeResume(true);
    const suspended = entries.suspend();
    if (suspended) await suspended;
    await state.prepare(returnGuard.before(params, isInterrupted ? 'stepOut' : STEP_KINDS[command]), () => {});
    writes.lay();
    if (pause.rest && pause.isElsewhere && command !== 'stepOut') this.#pauses.onPaused(pause.rest);
    else if (isInterrupted) await session.send('Debugger.stepOut', undefined, options);
    else if (command === 'stepOut') await stepOut.send(params.callFrames[0], options);
    else await session.send(STEP_METHODS[command], {}, options);
  }

  /** @returns false when V8 refused, and everything is as it was */
  async restartFrame(pause: Pause, callFrameId: CallFrameId, options?: CallOptions): Promise<boolean> {
    const { state, session, writes } = this.#thread;
    const expected = state.expectRestart();
    writes.lay();
    const request = { callFrameId, mode: 'StepInto' } as const;
    const restarted = session.send('Debugger.restartFrame', request, options).then(
      async () => ({ isRestarted: true, paused: await expected.paused }),
      (error: unknown) => {
        expected.cancel();
        return { isRestarted: false, error };
      },
    );
    await state.prepare(restarted, (restart) => {
      if ('error' in restart) {
        writes.lift(pause.params);
        state.stop(pause);
        return;
      }
      state.run({ kind: 'restart' });
      if (restart.paused) this.#pauses.onPaused(restart.paused);
    });
    const outcome = await restarted;
    if ('error' in outcome && !isRefusal(outcome.error)) throw outcome.error;
    return outcome.isRestarted;
  }
}

/** The start of a step, by which the step is judged later: its place, and its call. */
function placeOf({ params, frames }: Pause): StepUnderWay['from'] {
  const [top] = params.callFrames;
  return {
    scriptId: top?.location.scriptId ?? '',
    lineNumber: top?.location.lineNumber ?? -1,
    depth: params.callFrames.length,
    functionLine: top?.functionLocation?.lineNumber ?? -1,
    place: frames[0]?.location ?? { path: '', line: 0, column: 0 },
  };
}

/** The inspector's own no, and not the end of the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof DebugError && error.code === 'protocol_error';
}
