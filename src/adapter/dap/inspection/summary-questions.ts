import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import type { DebuggeeSummariser, SummaryAnswer, SummaryQuestion } from '../recipe/value-questions.ts';
import type { DapTarget } from '../session/dap-target.ts';
import { textQuestion } from '../session/text-answers.ts';
import { LocalsPrefetch } from './locals-prefetch.ts';

interface AskedFrame {
  readonly target: DapTarget;
  readonly frame: Pick<Dap.StackFrame, 'id'>;
}

/** Asks the language's code in the debuggee about values, where there is such code. */
export class SummaryQuestions {
  readonly #summariser: DebuggeeSummariser | undefined;
  readonly #prefetch = new LocalsPrefetch();

  constructor(summariser: DebuggeeSummariser | undefined) {
    this.#summariser = summariser;
  }

  get canAsk(): boolean {
    return this.#summariser !== undefined;
  }

  /** Undefined when there is no such code, or the question is not its matter. */
  async ask(
    { target, frame }: AskedFrame,
    question: SummaryQuestion,
    limits: ValueLimits,
    options: CallOptions | undefined,
  ): Promise<SummaryAnswer | undefined> {
    if (this.#summariser === undefined) return undefined;
    const expression = this.#summariser.expression(question, limits, target.stopNumber);
    try {
      const { result } = await target.connection.request('evaluate', textQuestion(expression, frame.id), options);
      return this.#summariser.decode(result);
    } catch (error) {
      // It could not be evaluated there; what the connection itself says is the answer.
      if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
      throw error;
    }
  }

  /** As {@link ask}; what was asked for at the stop is not asked for again. */
  async askOnce(
    at: AskedFrame,
    question: SummaryQuestion,
    { depth, maxChildren, maxTextLength }: ValueLimits,
    options: CallOptions | undefined,
  ): Promise<SummaryAnswer | undefined> {
    const limits = { depth, maxChildren, maxTextLength };
    if (question.kind !== 'scope' || question.scope !== 'local' || question.start !== 0) {
      return this.ask(at, question, limits, options);
    }
    const look = { dapFrameId: at.frame.id, limits };
    const asked = this.#prefetch.take(at.target, look);
    this.#prefetch.looked(at.target, look);
    // A guess that failed says nothing about the frame.
    return (await asked?.catch(() => undefined)) ?? this.ask(at, question, limits, options);
  }

  /** A process has stopped, and its frames are being asked for. */
  prefetch(target: DapTarget): void {
    this.#prefetch.guess(target, ({ dapFrameId, limits }) =>
      this.ask({ target, frame: { id: dapFrameId } }, { kind: 'scope', scope: 'local', start: 0 }, limits, undefined),
    );
  }

  /** Something is evaluated in the process: values may change. */
  forget(target: DapTarget): void {
    this.#prefetch.drop(target);
  }
}
