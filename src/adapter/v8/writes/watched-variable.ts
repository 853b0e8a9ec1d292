import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { RemoteObjectId, ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { DataId } from '../../../model/ids.ts';
import type { CdpLocation } from '../scripts/script-table.ts';
import { offsetIn } from '../source/source-lines.ts';
import { begunAt, isFollowed, isVisibleAt, mayBeginUnseen, type WritePlace } from '../source/write-places.ts';
import { type SourcePlace, type WrittenVariable, writtenVariable } from '../source/write-sites.ts';
import type { WantedVariable } from './in-debuggee/variable-watches.ts';
import { placesOfVariable, type V8Stop } from './variable-places.ts';

type Paused = CdpEventParams<'Debugger.paused'>;
type CallFrame = Paused['callFrames'][number];

/** A variable, as it was found at a stop. */
export interface FoundVariable {
  readonly variable: WrittenVariable;
  /** The text of the variable's script, as V8 runs it. */
  readonly text: string;
  /** An object with a function `read`; without one for a variable of the frame alone. */
  readonly readerId: RemoteObjectId;
  readonly paused: Paused;
  readonly frame: CallFrame;
}

/** A variable that is watched, with the places where the program may have written it. */
export class WatchedVariable {
  readonly dataId: DataId;
  /** The object of ours in its JavaScript world. */
  readonly world: string;
  readonly scriptId: ScriptId;
  /** Its life is over, and its places are not looked at any more. */
  hasEnded = false;
  readonly #frame: CallFrame;
  /** The number of frames on the stack when the variable's own is at the top. */
  readonly #depth: number;
  readonly #begun: readonly number[];
  #text: string;
  #variable: WrittenVariable;
  #places: readonly WritePlace<V8Stop>[] = [];

  private constructor({ variable, text, paused, frame, dataId, world }: FoundVariable & Identity) {
    this.dataId = dataId;
    this.world = world;
    this.scriptId = frame.location.scriptId;
    this.#frame = frame;
    this.#depth = paused.callFrames.length - paused.callFrames.indexOf(frame);
    this.#text = text;
    this.#variable = variable;
    const own = paused.callFrames.filter(({ location }) => location.scriptId === this.scriptId).reverse();
    this.#begun = own.flatMap(({ location }) => begunAt(variable, this.#offsetOf(location)));
  }

  static async make(
    session: CdpSession,
    found: FoundVariable & Identity,
    options?: CallOptions,
  ): Promise<WatchedVariable> {
    const made = new WatchedVariable(found);
    await made.#place(session, options);
    return made;
  }

  get places(): readonly WritePlace<V8Stop>[] {
    return this.#places;
  }

  /** The variable's watch, for the debuggee. */
  wanted(isLogged: boolean): WantedVariable {
    const { sites, isShared, runsOnce } = this.#variable;
    const depth = isShared || runsOnce ? 0 : this.#depth;
    const wanted = sites.map((site, number) => ({
      isFollowed: isFollowed(site),
      mayBeginUnseen: mayBeginUnseen(site, number, this.#places),
    }));
    return { dataId: this.dataId, isLogged, depth, sites: wanted, begun: this.#begun };
  }

  /** An expression for what reads it where it can be named; undefined for one that is read from anywhere. */
  get local(): string | undefined {
    const { isShared, name } = this.#variable;
    return isShared ? undefined : `[${JSON.stringify(this.dataId)}, () => ${name}]`;
  }

  /** The same, only where it can be named. */
  localAt(location: CdpLocation): string | undefined {
    const stop = { offset: this.#offsetOf(location), isReturn: false };
    return isVisibleAt(this.#variable, stop) ? this.local : undefined;
  }

  /** Its own frame at a stop. */
  frameIn({ callFrames }: Paused): CallFrame | undefined {
    if (this.#variable.isShared) return undefined;
    if (this.#variable.runsOnce) return callFrames.find((each) => isSameFunction(each, this.#frame));
    const frame = callFrames[callFrames.length - this.#depth];
    return frame && isSameFunction(frame, this.#frame) ? frame : undefined;
  }

  /** True if the call that it belongs to is over. What runs once may wait for something. */
  hasLeft(paused: Paused): boolean {
    const { isShared, runsOnce } = this.#variable;
    return !isShared && !runsOnce && this.frameIn(paused) === undefined;
  }

  /** The pause as if V8 stood where a site is. */
  atSite(number: number, paused: Paused): Paused {
    const [top, ...below] = paused.callFrames;
    const place = this.#variable.sites[number]?.place;
    if (!top || !place) return paused;
    const { line, column } = place;
    const location = { scriptId: this.scriptId, lineNumber: line - 1, columnNumber: column };
    return { ...paused, callFrames: [{ ...top, location }, ...below] };
  }

  /** Finds the variable again in the text that V8 has now. */
  async find(session: CdpSession, options?: CallOptions): Promise<void> {
    const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId: this.scriptId }, options);
    const found = writtenVariable(this.#variable, scriptSource, insideOf(this.#variable.scope));
    if (found?.sites.length !== this.#variable.sites.length) return;
    this.#text = scriptSource;
    this.#variable = found;
    await this.#place(session, options);
  }

  async #place(session: CdpSession, options?: CallOptions): Promise<void> {
    const found = { scriptId: this.scriptId, text: this.#text, variable: this.#variable };
    this.#places = await placesOfVariable(session, found, options);
  }

  #offsetOf({ lineNumber, columnNumber = 0 }: CdpLocation): number {
    return offsetIn(this.#text, { lineNumber, columnNumber });
  }
}

interface Identity {
  readonly dataId: DataId;
  readonly world: string;
}

/** True if two frames are of one function. */
function isSameFunction({ functionLocation: one }: CallFrame, { functionLocation: other }: CallFrame): boolean {
  const isThere = one !== undefined && other !== undefined && one.scriptId === other.scriptId;
  return isThere && one.lineNumber === other.lineNumber && one.columnNumber === other.columnNumber;
}

/** A place that is in a scope and in no other one before it. */
function insideOf(scope: WrittenVariable['scope']): SourcePlace {
  const inner = 'body' in scope && scope.body && !Array.isArray(scope.body) && 'loc' in scope.body ? scope.body : scope;
  const { line, column } = inner.loc?.start ?? { line: 1, column: 0 };
  return { line, column };
}
