import type { CallOptions } from '../../../model/call-options.ts';
import type { PatchVerdict } from '../../../model/program/patch-outcome.ts';
import type { Script } from '../scripts/script-table.ts';
import { type ExactPosition, SourceLines } from '../source/source-lines.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { functionsWith, type LoadedFunction, placeOf, releaseFunctions } from './loaded-functions.ts';
import type { Span } from './plan-patch.ts';

const LEFT_BEHIND = 'V8 does not find its function objects again, which run their old text';

/** The script and the functions to look at. */
interface ReadBackOf {
  readonly script: Script;
  /** The ids of scripts that V8 has left functions of this one in, which it adds to. */
  readonly orphans: Set<string>;
  /** The program's own text, and where the function is in it. */
  readonly running: string;
  readonly span: Span;
  readonly isMadeAnew: boolean;
}

/** The function objects of a function that is about to change, and of those around it, to see afterwards what they run. */
export class ReadBack {
  readonly #thread: V8Thread;
  readonly #of: ReadBackOf;
  readonly #start: ExactPosition;
  readonly #before: readonly LoadedFunction[];

  private constructor(thread: V8Thread, of: ReadBackOf, start: ExactPosition, before: readonly LoadedFunction[]) {
    this.#thread = thread;
    this.#of = of;
    this.#start = start;
    this.#before = before;
  }

  static async begin(thread: V8Thread, of: ReadBackOf, options?: CallOptions): Promise<ReadBack> {
    const { script, orphans, running, span } = of;
    const lines = new SourceLines(running);
    const start = lines.positionOf(span.start);
    const text = running.slice(span.start, span.end);
    return new ReadBack(thread, of, start, await functionsWith(thread, script, text, orphans, options));
  }

  /**
   * The functions' present texts, as a verdict. V8 leaves old functions behind, in another script, that it does not find again.
   */
  async verdict(options?: CallOptions): Promise<PatchVerdict> {
    const { session } = this.#thread;
    const { script, orphans, isMadeAnew } = this.#of;
    const now = await Promise.all(
      this.#before.map(async ({ objectId, at }) => {
        const place = await placeOf(session, objectId, options);
        const isFresh = place?.scriptId === script.id;
        if (place && !isFresh) orphans.add(place.scriptId);
        return { isOwn: at.scriptId !== script.id || this.#isStart(at), isFresh };
      }),
    );
    await this.release();
    const own = now.filter(({ isOwn }) => isOwn);
    const kept = own.filter(({ isFresh }) => !isFresh).length;
    const isFoundAround = now.some(({ isOwn, isFresh }) => !isOwn && isFresh);
    const isNobody = now.length === 0;
    if (kept < own.length || isNobody || (isFoundAround && (own.length === 0 || isMadeAnew)))
      return { kind: 'applied', kept };
    return { kind: 'notApplied', why: LEFT_BEHIND };
  }

  #isStart({ lineNumber, columnNumber }: ExactPosition): boolean {
    return lineNumber === this.#start.lineNumber && columnNumber === this.#start.columnNumber;
  }

  release(): Promise<void> {
    return releaseFunctions(this.#thread);
  }
}
