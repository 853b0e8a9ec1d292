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

/** Such a process is recorded in the threads that it starts. */
const IN_FIRST_THREAD = 'it began meanwhile, and its first thread is recorded only where it is stopped';

/** {@link LiveTracing} by code of the language inside of each process of a debuggee. */
export class DapTracing implements LiveTracing {
  readonly #questions: TracingQuestions;
  readonly #targets: () => readonly DapTarget[];
  readonly #installed = new WeakSet<DapTarget>();
  /** The processes whose threads are begun one by one. */
  readonly #inThreads = new WeakSet<DapTarget>();
  #traced: DapTarget[] = [];
  /** The recording under way, and the processes that were asked to take part. */
  #requestFile: string | undefined;
  #asked = new Set<DapTarget>();
  /** Notes on processes of which nothing can be recorded. */
  #notes: readonly TraceRecord[] = [];

  constructor(questions: TracingQuestions, targets: () => readonly DapTarget[]) {
    this.#questions = questions;
    this.#targets = targets;
  }

  async begin({ requestFile }: LiveTraceRequest, options: CallOptions = {}): Promise<void> {
    const targets = this.#targets();
    this.#requestFile = requestFile;
    this.#asked = new Set(targets);
    const refused = await Promise.all(
      targets.map((target) => {
        const refusal = this.#beginIn(target, requestFile, options);
        return targets.length === 1 ? refusal : this.#inPatience(target, refusal, options);
      }),
    );
    // Others may have begun meanwhile.
    this.#traced.push(...targets.filter((_, index) => refused[index] === undefined));
    const notes = targets.flatMap(({ name }, index) => {
      const reason = refused[index];
      return reason === undefined ? [] : notRecorded([name], reason);
    });
    this.#notes = [...this.#notes, ...notes];
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

  /** A process begins, and is recorded from its first step on, if anything is. */
  async join(target: DapTarget): Promise<void> {
    const requestFile = this.#requestFile;
    if (requestFile === undefined || this.#asked.has(target)) return;
    this.#asked.add(target);
    const refused = await this.#beginIn(target, requestFile).catch(messageOf);
    if (requestFile !== this.#requestFile) {
      if (refused === undefined) await textOf(target, this.#questions.end(), {}).catch(() => {});
      return;
    }
    if (refused === undefined) this.#traced.push(target);
    const reason = refused ?? (this.#inThreads.has(target) ? IN_FIRST_THREAD : undefined);
    if (reason !== undefined) this.#notes = [...this.#notes, notRecorded([target.name], reason)];
  }

  async end(options: CallOptions = {}): Promise<readonly ThreadRecords[]> {
    const traced = this.#traced;
    const records = this.#notes;
    this.#requestFile = undefined;
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
  async #beginIn(target: DapTarget, requestFile: string, options: CallOptions = {}): Promise<string | undefined> {
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
