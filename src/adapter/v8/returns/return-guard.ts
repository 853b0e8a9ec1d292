import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import { ASYNC_STACK, parseAsyncParents } from '../pauses/async-parents.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { offsetIn } from '../source/source-lines.ts';
import { isFunction, nodesAround } from '../source/source-structure.ts';
import { type UnseenReturns, unseenReturns } from '../source/unseen-returns.ts';
import type { Summariser } from '../summary/summariser.ts';

type Paused = CdpEventParams<'Debugger.paused'>;
type CallFrame = Paused['callFrames'][number];
type Place = CallFrame['location'];
type StepKind = 'stepOver' | 'stepInto' | 'stepOut';

/** A text, and what is known of it. */
interface KnownText {
  readonly text: string;
  readonly returns: UnseenReturns;
}

/** Places of a caller at which it is stopped at most: those next to where it stands. */
const MAX_PLACES = 300;
const MAX_KNOWN = 20;

/** The members of a thread that a guard uses. */
export interface GuardedThread {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly summariser: Summariser;
  /** True if the text that V8 runs is not the one that it was, and may change again. */
  readonly isEdited: (scriptId: ScriptId) => boolean;
}

/**
 * Keeps a step from running away. V8 finds the end of a step out at the `return` of the function, and some have none that it would
 * stop at ({@link unseenReturns}): the step would go on until something else stops the program (Node 20 to 26). So before a step from
 * which such a return may be the next thing, breakpoints are set at all places of the caller, and removed with the next stop.
 *
 * @see CDP Debugger.getPossibleBreakpoints, Debugger.setBreakpoint
 */
export class ReturnGuard {
  readonly #thread: GuardedThread;
  readonly #known = new Map<string, KnownText>();
  #breakpoints: Promise<string | undefined>[] = [];

  constructor(thread: GuardedThread) {
    this.#thread = thread;
  }

  /** To be called at a pause, before a step from it is sent. Never rejects: a step without a guard is better than none. */
  async before({ callFrames }: Paused, command: StepKind): Promise<void> {
    try {
      const callers = await this.#callersToGuard(callFrames, command);
      const starts = await Promise.all(callers.map((index) => this.#callerAt(callFrames, index)));
      await Promise.all(starts.map((start) => start && this.#guard(start)));
    } catch {
      // The connection's end is reported by itself.
    }
  }

  /**
   * The `return` that a call stands at if V8 would not stop there, or that it may be on its way out from, without its expression;
   * undefined where it can only leave seen.
   */
  async unseenReturn({ location }: CallFrame): Promise<{ readonly expression?: string } | undefined> {
    if (this.#thread.scripts.get(location.scriptId).origin === 'internal') return undefined;
    const { text, returns } = await this.#textOf(location.scriptId);
    const offset = offsetOf(text, location);
    const at = returns.returns.find((each) => isIn(each, offset));
    return at ?? (returns.last.some((each) => isIn(each, offset)) ? {} : undefined);
  }

  /** Takes the breakpoints away; to be called when the thread stops. */
  release(): void {
    for (const each of this.#breakpoints.splice(0)) {
      void each.then((breakpointId) => {
        if (breakpointId === undefined) return;
        // Fails only with the connection, and the breakpoint goes with that.
        this.#thread.session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
      });
    }
  }

  /** Indexes of the frames that the thread may come back to unseen. */
  async #callersToGuard(frames: Paused['callFrames'], command: StepKind): Promise<number[]> {
    const found: number[] = [];
    // A step that is not at a `return` comes to one before it leaves, unless this is one that is not seen.
    const isLeaving = command === 'stepOut' || frames[0]?.returnValue !== undefined;
    for (const [index, frame] of frames.entries()) {
      const mayLeave = await this.#mayLeaveUnseen(frame, index === 0 && command === 'stepOut');
      if (mayLeave) found.push(index + 1);
      else if (index > 0 || !isLeaving) break;
    }
    return found;
  }

  /** True if a function may be left unseen from where it stands; @param anywhere or from any other place in it. */
  async #mayLeaveUnseen({ location }: CallFrame, anywhere: boolean): Promise<boolean> {
    if (this.#thread.scripts.get(location.scriptId).origin === 'internal') return false;
    const { text, returns } = await this.#textOf(location.scriptId);
    const spans = anywhere ? returns.functions : returns.last;
    if (spans.length === 0) return false;
    const offset = offsetOf(text, location);
    return spans.some((each) => isIn(each, offset));
  }

  /** The start and the place of the function that runs then: the nearest of the program, or the one that awaits it. */
  async #callerAt(frames: Paused['callFrames'], index: number): Promise<[start: Place, at: Place] | undefined> {
    const { scripts, summariser } = this.#thread;
    const caller = frames.slice(index).find(({ location }) => scripts.get(location.scriptId).origin !== 'internal');
    if (caller) return [caller.functionLocation ?? caller.location, caller.location];
    const [parent] = parseAsyncParents(await summariser.callOn(ASYNC_STACK), scripts.naming);
    if (!parent) return undefined;
    const { path, line, column } = parent.location;
    const script = scripts.withUrl(scripts.naming.urlsOf(path)).at(-1);
    if (!script) return undefined;
    const at = { scriptId: script.id, lineNumber: line - 1, columnNumber: column - 1 };
    const { text } = await this.#textOf(script.id);
    const owner = nodesAround(text, line, column - 1)?.nodes.findLast(isFunction);
    if (!owner || !('body' in owner) || !owner.body || Array.isArray(owner.body)) return [at, at];
    const { start } = owner.body.loc ?? {};
    return [start ? { ...at, lineNumber: start.line - 1, columnNumber: start.column + 1 } : at, at];
  }

  async #guard([start, at]: [start: Place, at: Place]): Promise<void> {
    const { session } = this.#thread;
    const { locations } = await session.send('Debugger.getPossibleBreakpoints', { start, restrictToFunction: true });
    const distance = ({ lineNumber }: Place) => Math.abs(lineNumber - at.lineNumber);
    const nearest = locations.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_PLACES);
    const set = nearest.map(({ scriptId, lineNumber, columnNumber = 0 }) =>
      session.send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } }).then(
        ({ breakpointId }) => breakpointId,
        // There is one already, which stops there as well.
        () => undefined,
      ),
    );
    this.#breakpoints.push(...set);
    await Promise.all(set);
  }

  async #textOf(scriptId: ScriptId): Promise<KnownText> {
    const known = this.#known.get(scriptId);
    if (known && !this.#thread.isEdited(scriptId)) return known;
    const { scriptSource: text } = await this.#thread.session.send('Debugger.getScriptSource', { scriptId });
    const found = known?.text === text ? known : { text, returns: unseenReturns(text) };
    this.#known.set(scriptId, found);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
    return found;
  }
}

function offsetOf(text: string, { lineNumber, columnNumber = 0 }: Place): number {
  return offsetIn(text, { lineNumber, columnNumber });
}

function isIn({ start, end }: { readonly start: number; readonly end: number }, offset: number): boolean {
  return start <= offset && offset < end;
}
