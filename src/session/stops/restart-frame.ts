import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import { CANNOT_RESTART, type RestartOptions, type RestartOutcome } from '../../adapter/restart-outcome.ts';
import type { FrameId } from '../../model/ids.ts';
import type { SessionLife } from '../session-life.ts';

/**
 * Restarts a frame of the stopped program. The state changes before the command is sent, so that the stop which follows is one of
 * a running program; where the frame cannot be restarted, the session stands at the stop that it stood at.
 *
 * @throws DebugError `not_stopped`
 */
export async function restartFrame(
  life: SessionLife,
  adapter: DebugAdapter,
  frameId: FrameId,
  options: RestartOptions,
): Promise<RestartOutcome> {
  life.stopped();
  const { state: stop } = life;
  if (!adapter.restartFrame) return CANNOT_RESTART;
  life.note({ kind: 'running', sinceMs: Date.now() });
  const back = () => life.note(stop);
  try {
    const outcome = await adapter.restartFrame(frameId, options);
    if (outcome.kind === 'refused') back();
    return outcome;
  } catch (error) {
    if (life.state.kind === 'running') back();
    throw error;
  }
}
