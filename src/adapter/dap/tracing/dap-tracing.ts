import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError, messageOf } from '../../../model/debug-error.ts';
import type { TraceRecord } from '../../../model/trace/trace-record.ts';
import { withPatience } from '../../deadline.ts';
import {
  IN_A_CALL,
  type LiveTraceRequest,
  type LiveTracing,
  notRecorded,
  type ThreadRecords,
} from '../../live-tracing.ts';
import type { TracingQuestions } from '../recipe/tracing-questions.ts';
import type { DapTarget } from '../session/dap-target.ts';
import { textOf, textOrError } from '../session/text-answers.ts';

/** {@link LiveTracing} by code of the language inside of each process of a debuggee. */
export class DapTracing implements LiveTracing {
  readonly #questions: TracingQuestions;
  readonly #targets: () => readonly DapTarget[];
  readonly #installed = new WeakSet<DapTarget>();
  /** The processes whose threads are begun one by one. */
  readonly #inThreads = new WeakSet<DapTarget>();
  #traced: readonly DapTarget[] = [];
  /** Notes on processes of which nothing can be recorded. */
  #notes: readonly TraceRecord[] = [];

  constructor(questions: TracingQuestions, targets: () => readonly DapTarget[]) {
    this.#questions = questions;
    this.#targets = targets;
  }

  async begin({ requestFile }: LiveTraceRequest, options: CallOptions = {}): Promise<void> {
    const targets = this.#targets();
    const refused = await Promise.all(
      targets.map((target) => {
        const refusal = this.#beginIn(target, requestFile, options);
        return targets.length === 1 ? refusal : this.#inPatience(target, refusal, options);
      }),
    );
    this.#traced = targets.filter((_, index) => refused[index] === undefined);
    this.#notes = targets.flatMap(({ name }, index) => {
      const reason = refused[index];
      return reason === undefined ? [] : notRecorded([name], reason);
    });
    const [reason] = refused.filter((each) => each !== undefined);
    if (reason === undefined || this.#traced.length > 0) return;
    throw new DebugError('unsupported', `This session cannot be traced: ${reason}.`, {
      advice: 'Trace a run of its own: give program, and leave session out.',
    });
  }

  /** Asks a process; of several, one that does not answer is left out. */
  async #inPatience(
    target: DapTarget,
    refusal: Promise<string | undefined>,
    options: CallOptions,
  ): Promise<string | undefined> {
    const endLate = () => void textOf(target, this.#questions.end(), options).catch(() => {});
    const answer = await withPatience(refusal.catch(messageOf), endLate, options);
    return answer === undefined ? IN_A_CALL : answer.result;
  }

  async end(options: CallOptions = {}): Promise<readonly ThreadRecords[]> {
    const traced = this.#traced;
    const records = this.#notes;
    this.#traced = [];
    this.#notes = [];
    const { end, endInThread } = this.#questions;
    const ended = traced.map(async (target) => {
      await textOf(target, end(), options);
      if (this.#inThreads.has(target)) await this.#inStoppedThreads(target, endInThread(), options);
    });
    await Promise.allSettled(ended);
    return records.length === 0 ? [] : [{ records }];
  }

  /** @returns why not */
  async #beginIn(target: DapTarget, requestFile: string, options: CallOptions): Promise<string | undefined> {
    const { installation, begin, beginInThread, decode } = this.#questions;
    if (!this.#installed.has(target)) {
      const failed = await textOf(target, installation(), options).then(
        () => undefined,
        () => 'the tracer could not be loaded there (its files must be on the machine of the program)',
      );
      if (failed !== undefined) return failed;
      this.#installed.add(target);
    }
    const answer = decode(await textOrError(target, begin(requestFile), options));
    if (answer === undefined) return 'the tracer in it gave no answer';
    if (answer.inThreads) {
      this.#inThreads.add(target);
      await this.#inStoppedThreads(target, beginInThread(), options);
    }
    return answer.refused;
  }

  /** Evaluates in the threads that stand still: no other runs code for us. */
  async #inStoppedThreads(target: DapTarget, expression: string, options: CallOptions): Promise<void> {
    if (!target.isStopped) return;
    const asked = target.threads.list().map(async ({ dapId }) => {
      const [frame] = await target.frames(dapId, options);
      if (frame) await textOf(target, expression, options, frame.id);
    });
    await Promise.allSettled(asked);
  }
}
