import type { DapFrameId, DapThreadId } from '../../../dap/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { RecordedWrite, SeenWrite } from '../../../model/data-breakpoint.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { DataId, FrameId, ThreadId } from '../../../model/ids.ts';
import type { DataBreakpoint, PlaceQuestion, WatchablePlace, WatchedPlace, WriteWatches } from '../../write-watches.ts';
import type { ReportedWrite, WriteQuestions } from '../recipe/write-questions.ts';
import type { DapTarget } from '../session/dap-target.ts';
import { textOrError } from '../session/text-answers.ts';

/** The refusal to watch reads: writers are found by the value that they store; anything may read, and most of it in C. */
const UNSEEN_READS = 'its interpreter does not say what reads; who writes it can be watched';
const NO_ANSWER = 'the code that watches gave no answer';

interface StoppedTargets {
  readonly frame: (frameId: FrameId) => { readonly target: DapTarget; readonly dapFrameId: DapFrameId };
  readonly targetOf: (threadId: ThreadId) => DapTarget;
}

interface HeldPlace {
  readonly target: DapTarget;
  readonly number: number;
}

/**
 * Watched writes by code of the language inside of each process of a debuggee: only the process that was asked has any.
 *
 * @see DAP dataBreakpointInfo, setDataBreakpoints
 */
export class DapWrites implements WriteWatches {
  readonly #questions: WriteQuestions;
  readonly #targets: StoppedTargets;
  readonly #installed = new WeakMap<DapTarget, Promise<string>>();
  readonly #places = new Map<string, HeldPlace>();
  /** The processes in which something is watched. */
  readonly #watching = new Set<DapTarget>();
  /** By process: the write that it is about to stop at, with the adapter's number of the thread. */
  readonly #due = new Map<DapTarget, { readonly dapThreadId: DapThreadId; readonly write: SeenWrite }>();
  #lastId = 0;

  constructor(questions: WriteQuestions, targets: StoppedTargets) {
    this.#questions = questions;
    this.#targets = targets;
  }

  async dataBreakpointInfo(
    { expression, frameId, access }: PlaceQuestion,
    options: CallOptions = {},
  ): Promise<WatchablePlace> {
    if (access === 'read') return { kind: 'refused', why: UNSEEN_READS };
    const { target, dapFrameId } = this.#targets.frame(frameId);
    const why = await this.#install(target, options);
    if (why !== '') return { kind: 'refused', why };
    const answer = this.#questions.readPlace(
      await textOrError(target, this.#questions.place(expression), options, dapFrameId),
    );
    if (answer?.kind !== 'place') return { kind: 'refused', why: answer?.why ?? NO_ANSWER };
    const dataId = String(++this.#lastId);
    this.#places.set(dataId, { target, number: answer.number });
    return { kind: 'watchable', dataId, note: answer.note };
  }

  async setDataBreakpoints(
    wanted: readonly DataBreakpoint[],
    options: CallOptions = {},
  ): Promise<readonly WatchedPlace[]> {
    const dataIds = new Set(wanted.map(({ dataId }) => dataId));
    const targets = new Set(this.#watching);
    for (const [dataId, { target }] of this.#places) {
      if (dataIds.has(dataId)) targets.add(target);
      else this.#places.delete(dataId);
    }
    const set = await Promise.all([...targets].map((target) => this.#setIn(target, wanted, options)));
    const ended = wanted.filter(({ dataId }) => !this.#places.has(dataId));
    return [...set.flat(), ...ended.map(({ dataId }) => ({ dataId, gone: 'its process has ended' }))];
  }

  async #setIn(
    target: DapTarget,
    wanted: readonly DataBreakpoint[],
    options: CallOptions,
  ): Promise<readonly WatchedPlace[]> {
    const own = wanted.flatMap((each) => {
      const place = this.#places.get(each.dataId);
      return place?.target === target ? [{ ...each, number: place.number }] : [];
    });
    if (own.length > 0) this.#watching.add(target);
    else this.#watching.delete(target);
    // One that has ended has nothing of it.
    if (target.connection.closed) return [];
    const answer = this.#questions.readPlaces(await textOrError(target, this.#questions.set(own), options));
    if (answer?.kind === 'conditionError') throw conditionError(answer.message);
    const gone = new Map(answer?.places.map((each) => [each.number, each.gone]));
    return own.map(({ dataId, number }) => ({ dataId, ...(gone.has(number) ? { gone: gone.get(number) } : {}) }));
  }

  async watched(threadId: ThreadId, options: CallOptions = {}): Promise<readonly WatchedPlace[]> {
    const target = this.#targets.targetOf(threadId);
    if (!this.#watching.has(target)) return [];
    const answer = this.#questions.readPlaces(await textOrError(target, this.#questions.watched(), options));
    if (answer?.kind !== 'places') return [];
    return answer.places.flatMap(({ number, gone, hasUnseen }) => {
      const dataId = this.#dataId(target, number);
      return dataId === undefined ? [] : { dataId, hasUnseen, ...(gone === undefined ? {} : { gone }) };
    });
  }

  /** Leaves nothing in the processes. Those that do not answer have ended. */
  async end(options: CallOptions = {}): Promise<void> {
    const targets = [...this.#watching];
    this.#watching.clear();
    this.#places.clear();
    await Promise.allSettled(targets.map((target) => textOrError(target, this.#questions.end(), options)));
  }

  /** Takes what a process reports; gives what is only recorded. */
  report(target: DapTarget, number: number, text: string): RecordedWrite | undefined {
    const reported = this.#questions.readWrite(text);
    const dataId = this.#dataId(target, number);
    if (reported === undefined || dataId === undefined) return undefined;
    const write = seenWrite(dataId, reported);
    const { isLogged, dapThreadId, location, functionName } = reported;
    if (isLogged) return { ...write, location, functionName };
    this.#due.set(target, { dapThreadId, write });
    return undefined;
  }

  /** The write that a thread has stopped at, if it is one. Once. */
  at(target: DapTarget, dapThreadId: DapThreadId): SeenWrite | undefined {
    const due = this.#due.get(target);
    if (due === undefined || due.dapThreadId !== dapThreadId) return undefined;
    this.#due.delete(target);
    return due.write;
  }

  #dataId(target: DapTarget, number: number): string | undefined {
    for (const [dataId, place] of this.#places) if (place.target === target && place.number === number) return dataId;
    return undefined;
  }

  /** @returns why not, as a sentence without its full stop; empty where it is there */
  #install(target: DapTarget, options: CallOptions): Promise<string> {
    const known = this.#installed.get(target);
    if (known !== undefined) return known;
    const installed = this.#installIn(target, options);
    this.#installed.set(target, installed);
    installed.catch(() => this.#installed.delete(target));
    return installed;
  }

  async #installIn(target: DapTarget, options: CallOptions): Promise<string> {
    return this.#questions.installationProblem(await textOrError(target, this.#questions.installation(), options));
  }
}

/** Writes that change nothing are not seen. */
function seenWrite(dataId: DataId, { before, after, changes }: ReportedWrite): SeenWrite {
  return { dataId, before, after, changes };
}

function conditionError(message: string): DebugError {
  return new DebugError('invalid_argument', `The condition cannot be used: ${message}.`, {
    details: { argument: 'condition' },
  });
}
