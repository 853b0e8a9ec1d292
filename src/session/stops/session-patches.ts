import { Deadline, runningLimits } from '../../adapter/deadline.ts';
import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { isPatched, type PatchOutcome, type PatchRequest } from '../../model/program/patch-outcome.ts';
import type { Mutex } from '../mutex.ts';
import { DEFAULT_WAIT_MS, type RunControl } from '../run/run-control.ts';
import type { SessionLife } from '../session-life.ts';
import { patchProgram } from './patch-program.ts';

/** The parts of a session that patches use. */
interface PatchedSession {
  readonly life: SessionLife;
  readonly adapter: () => DebugAdapter;
  readonly control: RunControl;
  readonly mutex: Mutex;
}

/** The other texts that functions of one run have been given. */
export class SessionPatches {
  readonly #session: PatchedSession;
  readonly #files = new Set<string>();

  constructor(session: PatchedSession) {
    this.#session = session;
  }

  /** Files that run with another text than they were loaded with. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  /** As `DebugSession.patch`. */
  make(path: string, request: PatchRequest, options: CallOptions): Promise<PatchOutcome> {
    const { life, adapter, control, mutex } = this.#session;
    const program = { life, adapter: adapter(), keepShown: (change: () => void) => control.keepShown(change) };
    const limits = runningLimits(new Deadline(options.timeoutMs ?? DEFAULT_WAIT_MS, options.signal));
    return mutex.run(async () => {
      const outcome = await life.whileAlive(() => patchProgram(program, path, request, limits));
      if (request.kind === 'revert') this.#files.delete(path);
      else if (isPatched(outcome)) this.#files.add(path);
      return outcome;
    }, limits);
  }

  /** The debuggee is another one. */
  reset(): void {
    this.#files.clear();
  }
}
