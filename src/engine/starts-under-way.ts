import { DebugError } from '../model/debug-error.ts';
import type { DebugSession } from '../session/debug-session.ts';

/**
 * The sessions that calls are starting now. Calls come side by side: a second start would put another process into the session that the
 * first one is about to fill.
 */
export class StartsUnderWay {
  readonly #sessions = new Set<DebugSession>();

  /**
   * Starts or restarts a session.
   *
   * @throws DebugError `already_running` while another call starts it, and whatever `start` throws
   */
  async run(session: DebugSession, start: () => Promise<void>): Promise<void> {
    if (this.#sessions.has(session)) throw underWay(session);
    this.#sessions.add(session);
    try {
      await start();
    } finally {
      this.#sessions.delete(session);
    }
  }
}

function underWay({ id, program }: DebugSession): DebugError {
  return new DebugError('already_running', `${program} is being started by another call, in session ${id}.`, {
    advice: 'Wait for the answer to that call, or give this one a session of its own by a name: session "b".',
    details: { session: id },
  });
}
