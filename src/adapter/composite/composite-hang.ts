import type { CallOptions } from '../../model/call-options.ts';
import type { LineRange, ThreadRest } from '../../model/hang-report.ts';
import type { ThreadId } from '../../model/ids.ts';
import type {
  BlockedCall,
  ExitEvidence,
  HangEvidence,
  InspectedStack,
  LoopSnapshot,
  Standstill,
  ThreadActivity,
  ThreadSample,
  ThreadWaits,
  WaitFacts,
} from '../hang-evidence.ts';
import { NO_FACTS } from '../hang-evidence.ts';
import type { Part, Parts } from './parts.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

/** {@link HangEvidence} of a debuggee of several parts: of a thread, what its own part finds out; of the end, what the program's does. */
export class CompositeHang implements HangEvidence {
  readonly #parts: Parts;
  readonly #root: HangEvidence;
  #isWatching = false;

  constructor(parts: Parts, root: HangEvidence) {
    this.#parts = parts;
    this.#root = root;
  }

  get attachToPidMs(): number | undefined {
    return this.#root.attachToPidMs;
  }

  async watch(options?: CallOptions): Promise<void> {
    this.#isWatching = true;
    await Promise.all(this.#parts.all().map(({ adapter }) => adapter.hang?.watch(options)));
  }

  /** Has a part that has just been made watched as the others are. */
  async prepare({ adapter }: Part): Promise<void> {
    if (this.#isWatching) await adapter.hang?.watch();
  }

  sample(threadId: ThreadId, options?: CallOptions): Promise<ThreadSample> {
    return this.#ask(threadId, (hang, own) => hang.sample(own, options), { kind: 'silent' });
  }

  inspectWhileRunning(threadId: ThreadId, options?: CallOptions): Promise<InspectedStack> {
    return this.#ask(threadId, (hang, own) => hang.inspectWhileRunning(own, options), { kind: 'unanswered' });
  }

  staying(threadId: ThreadId, options: Limits): Promise<number | undefined> {
    return this.#ask(threadId, (hang, own) => hang.staying(own, options), undefined);
  }

  rounds(threadId: ThreadId, loop: LineRange, options: Limits): Promise<readonly LoopSnapshot[] | undefined> {
    return this.#ask(threadId, (hang, own) => hang.rounds(own, loop, options), undefined);
  }

  rest(threadId: ThreadId, options: Limits): Promise<ThreadRest | undefined> {
    return this.#ask(threadId, (hang, own) => hang.rest(own, options), undefined);
  }

  activity(threadId: ThreadId, options: Limits): Promise<ThreadActivity> {
    return this.#ask(threadId, (hang, own) => hang.activity(own, options), {
      functions: [],
      countedMs: 0,
      inspections: [],
    });
  }

  waits(threadId: ThreadId, options?: CallOptions): Promise<ThreadWaits> {
    return this.#ask(threadId, (hang, own) => hang.waits(own, options), { keptAliveBy: [], awaits: [] });
  }

  standstill(threadId: ThreadId, options?: CallOptions): Promise<Standstill | undefined> {
    return this.#ask(threadId, async (hang, own) => hang.standstill?.(own, options), undefined);
  }

  matching(threadId: ThreadId, options?: CallOptions): Promise<string | undefined> {
    return this.#ask(threadId, async (hang, own) => hang.matching?.(own, options), undefined);
  }

  facts(threadId: ThreadId, options?: CallOptions): Promise<WaitFacts> {
    return this.#ask(threadId, async (hang, own) => (await hang.facts?.(own, options)) ?? NO_FACTS, NO_FACTS);
  }

  async blocked(of: number | { readonly pid: number }, options?: CallOptions): Promise<BlockedCall> {
    if (typeof of !== 'number') return this.#root.blocked(of, options);
    const { part, threadId } = this.#parts.ofThread(of);
    const call: BlockedCall = (await part.adapter.hang?.blocked(threadId, options)) ?? { frames: [] };
    return call.waitsFor === undefined ? call : { ...call, waitsFor: this.#parts.threadNumber(part, call.waitsFor) };
  }

  end(): ExitEvidence {
    return this.#root.end();
  }

  /** @param unknown The answer of a part whose debugger finds out nothing of it. */
  async #ask<T>(
    threadNumber: number,
    ask: (hang: HangEvidence, threadId: ThreadId) => Promise<T>,
    unknown: T,
  ): Promise<T> {
    const { part, threadId } = this.#parts.ofThread(threadNumber);
    const { hang } = part.adapter;
    return hang ? ask(hang, threadId) : unknown;
  }
}
