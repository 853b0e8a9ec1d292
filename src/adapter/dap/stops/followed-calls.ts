import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { FrameId } from '../../../model/ids.ts';
import type { CallState, FollowedCall } from '../../followed-call.ts';
import type { DapInspection } from '../inspection/dap-inspection.ts';
import type { FollowQuestions } from '../recipe/adapter-quirks.ts';
import { textOf } from '../session/text-answers.ts';
import { nameOfFollowed } from './stepped-calls.ts';

const UNSEEN: CallState = { kind: 'unseen' };

/** The calls whose ends the debuggee is asked to report. */
export class FollowedCalls {
  readonly #questions: FollowQuestions | undefined;
  readonly #inspection: DapInspection;
  readonly #open = new Map<number, OpenCall>();
  #last = 0;

  constructor(questions: FollowQuestions | undefined, inspection: DapInspection) {
    this.#questions = questions;
    this.#inspection = inspection;
  }

  /** As {@link DebugAdapter.followCall}. */
  async follow(frameId: FrameId, options: CallOptions): Promise<FollowedCall | undefined> {
    const questions = this.#questions;
    if (questions === undefined) return undefined;
    const { target, frame } = this.#inspection.frame(frameId);
    const number = ++this.#last;
    const call = new OpenCall(nameOfFollowed(number), async (within) => {
      const question = { expression: questions.leave(number), context: 'repl' } as const;
      const answer = await target.answerTo(question, within);
      this.#open.delete(number);
      return questions.readState(answer);
    });
    this.#open.set(number, call);
    try {
      await textOf(target, questions.begin(number), options, frame.id);
      return call;
    } catch (error) {
      this.#open.delete(number);
      // The debuggee does not have our code.
      if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
      throw error;
    }
  }

  /** The debuggee has told the end of a call. */
  report(number: number, text: string): void {
    const call = this.#open.get(number);
    if (call) call.told = this.#questions?.readEnd(text);
  }
}

class OpenCall implements FollowedCall {
  readonly name: string;
  told: CallState | undefined;
  readonly #ask: (options: CallOptions) => Promise<CallState | undefined>;

  constructor(name: string, ask: (options: CallOptions) => Promise<CallState | undefined>) {
    this.name = name;
    this.#ask = ask;
  }

  get hasEnded(): boolean {
    return this.told?.kind === 'returned' || this.told?.kind === 'threw' || this.told?.kind === 'closed';
  }

  get isUnseen(): boolean {
    return this.told?.kind === 'unseen';
  }

  async leave(options: CallOptions): Promise<CallState> {
    const state = await this.#ask(options);
    return this.told ?? state ?? UNSEEN;
  }
}
