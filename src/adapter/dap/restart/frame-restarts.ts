import type { DapFrameId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import { Deadline, inTime, runningLimits } from '../../deadline.ts';
import { CANNOT_RESTART, type RestartOptions, type RestartOutcome } from '../../restart-outcome.ts';
import type { RestartPlan, RestartQuestions } from '../recipe/restart-questions.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';
import type { TargetThread } from '../session/target-threads.ts';
import { textOrError } from '../session/text-answers.ts';

const DEFAULT_MS = 10_000;

/** A frame of a stopped thread. */
export interface StoppedFrame {
  readonly target: DapTarget;
  readonly thread: TargetThread;
  readonly frame: Dap.StackFrame;
}

/** A stop, and what it is for the model. */
interface ArrivedStop {
  readonly stop: DapStop;
  readonly info: StoppedInfo;
}

/**
 * Restarts frames: by the adapter's own request where it has one, or, where code of the language says where the innermost call
 * begins, by a jump there.
 *
 * @see DAP restartFrame, gotoTargets, goto
 */
export class FrameRestarts {
  readonly #questions: RestartQuestions | undefined;
  readonly #report: (target: DapTarget, info: StoppedInfo) => void;
  readonly #installed = new WeakSet<DapTarget>();
  /** Threads that are about to stop for us. */
  readonly #awaited = new Map<TargetThread, (arrived: ArrivedStop) => void>();

  /** @param report Takes the stop of a restarted frame. */
  constructor(questions: RestartQuestions | undefined, report: (target: DapTarget, info: StoppedInfo) => void) {
    this.#questions = questions;
    this.#report = report;
  }

  /** Takes a stop, where it is one of ours. */
  takes(stop: DapStop, info: StoppedInfo): boolean {
    const take = this.#awaited.get(stop.thread);
    take?.({ stop, info });
    return take !== undefined;
  }

  async restart(at: StoppedFrame, options: RestartOptions = {}): Promise<RestartOutcome> {
    const { timeoutMs = DEFAULT_MS, signal, takesText = false } = options;
    const deadline = new Deadline(timeoutMs, signal);
    const { supportsRestartFrame, supportsGotoTargetsRequest } = at.target.connection.capabilities;
    if (supportsRestartFrame) return this.#byRequest(at, deadline);
    const questions = this.#questions;
    return questions && supportsGotoTargetsRequest ? this.#byJump(at, questions, takesText, deadline) : CANNOT_RESTART;
  }

  async #byRequest(at: StoppedFrame, deadline: Deadline): Promise<RestartOutcome> {
    const { target, frame } = at;
    if (frame.canRestart === false)
      return { kind: 'refused', why: `the debug adapter says that it cannot do so with ${frame.name}` };
    const arrived = await this.#moved(at, deadline, () =>
      target.move('restartFrame', { frameId: frame.id }, deadline.left()),
    );
    if ('refused' in arrived) return { kind: 'refused', why: arrived.refused };
    this.#arrive(target, arrived.info);
    return { kind: 'restarted' };
  }

  async #byJump(
    at: StoppedFrame,
    questions: RestartQuestions,
    takesText: boolean,
    deadline: Deadline,
  ): Promise<RestartOutcome> {
    const { target, thread, frame } = at;
    const ask = (expression: string, dapFrameId?: DapFrameId) =>
      textOrError(target, expression, runningLimits(deadline), dapFrameId);
    if (!this.#installed.has(target)) {
      await ask(questions.installation());
      this.#installed.add(target);
    }
    const plan: RestartPlan | undefined = questions.readPlan(await ask(questions.plan(takesText), frame.id));
    if (plan?.kind !== 'planned')
      return { kind: 'refused', why: plan?.why ?? 'the program did not say where it begins' };
    const targetId = await this.#gotoTarget(at, plan.line, deadline);
    if (targetId === undefined) return { kind: 'refused', why: `the debugger does not jump to line ${plan.line}` };
    const args = { threadId: thread.dapId, targetId };
    const arrived = await this.#moved(at, deadline, () => target.move('goto', args, deadline.left()));
    if ('refused' in arrived) return { kind: 'refused', why: arrived.refused };
    const { stop, info } = arrived;
    const top = stop.frames[0];
    const stands = top?.line === plan.line && top.name === frame.name;
    const left = stands ? questions.readKept(await ask(questions.kept(), top.id)) : undefined;
    this.#arrive(target, info);
    // What it answered proves nothing.
    if (!left) throw elsewhere(plan.line, info);
    return { kind: 'restarted', variables: { assigned: plan.assigned, shared: plan.shared, ...left } };
  }

  async #gotoTarget({ target, frame }: StoppedFrame, line: number, deadline: Deadline): Promise<number | undefined> {
    if (!frame.source) return undefined;
    const asked = { source: frame.source, line };
    const { targets } = await target.connection.request('gotoTargets', asked, deadline.left());
    return targets.find((each) => each.line === line)?.id;
  }

  /** Sends what moves the thread, and waits for its stop; undone where the adapter refuses. */
  async #moved(
    { target, thread }: StoppedFrame,
    deadline: Deadline,
    send: () => Promise<string | undefined>,
  ): Promise<ArrivedStop | { readonly refused: string }> {
    const arrived = new Promise<ArrivedStop>((resolve, reject) => {
      this.#awaited.set(thread, resolve);
      target.connection.onClose((why) => reject(new DebugError('connection_closed', `The program is gone (${why}).`)));
    });
    arrived.catch(() => {});
    try {
      const refused = await send();
      if (refused !== undefined) return { refused };
      return await inTime(arrived, deadline.left().timeoutMs, 'restartFrame');
    } finally {
      this.#awaited.delete(thread);
    }
  }

  #arrive(target: DapTarget, info: StoppedInfo): void {
    this.#report(target, { ...info, reason: 'restart', hitBreakpointIds: [] });
  }
}

function elsewhere(line: number, { location }: StoppedInfo): DebugError {
  return new DebugError('protocol_error', `The debugger was to jump to line ${line}, and stands at ${location.line}.`, {
    details: { method: 'goto' },
  });
}
