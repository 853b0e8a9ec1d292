import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callBundled } from '../../../cdp/function-text.ts';
import type { RemoteObjectId, ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { DataId } from '../../../model/ids.ts';
import type { WatchedPlace } from '../../write-watches.ts';
import { v8Version } from '../pauses/v8-version.ts';
import { HELD, HELD_PLACE } from '../realms/held.ts';
import type { Summariser } from '../summary/summariser.ts';
import { DebuggeeWorlds, watchedPlaces } from './debuggee-worlds.ts';
import * as calls from './in-debuggee/watch-calls.ts';
import type { watchesMaker } from './in-debuggee/watches-maker.ts';
import watchesMakerText from './in-debuggee/watches-maker.ts?in-debuggee';
import { LookBreakpoints } from './look-breakpoints.ts';
import { WatchPlan } from './watch-plan.ts';
import { type FoundVariable, WatchedVariable } from './watched-variable.ts';
import { MOST_LOGGED, type WantedWrites, type WrittenHere } from './written-here.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The expression for what conditions of breakpoints call, which is there only while a variable is watched. */
const HOOK = `${HELD}?.writes`;
/** V8's version in Node 22, the last that asks the conditions of a statement again if something is thrown in it. */
const LAST_ASKING_V8 = 12;
/** Pauses at one place where nothing was written; each takes about half a millisecond. */
const MAX_IGNORED_PAUSES = 100;
/** The most frames to list: V8 takes long for a deeper stack, and does not survive one without an end (Node 26). */
const MOST_FRAMES = 20_000;

/**
 * The variables and private fields of one thread that are watched: breakpoints behind each statement that writes one, whose conditions
 * compare its value.
 */
export class VariableWrites {
  readonly #session: CdpSession;
  readonly #worlds: DebuggeeWorlds;
  readonly #breakpoints: LookBreakpoints;
  readonly #watched = new Map<string, WatchedVariable>();
  readonly #onQuiet: () => void;
  /** The number of pauses at places that were no writes. */
  readonly #ignoredPauses = new Map<string, number>();
  #asksAgain: Promise<boolean> | undefined;
  #plan = new WatchPlan([], HOOK);
  #paused: Paused | undefined;

  /** @param onQuiet Hears that exceptions of a statement will not be reported by V8. */
  constructor(session: CdpSession, summariser: Summariser, onQuiet: () => void) {
    this.#onQuiet = onQuiet;
    const settings = { place: HELD_PLACE, mostLogged: MOST_LOGGED, mostFrames: MOST_FRAMES };
    const maker = () => callBundled<typeof watchesMaker>(watchesMakerText, settings);
    this.#session = session;
    this.#worlds = new DebuggeeWorlds(session, summariser, maker);
    this.#breakpoints = new LookBreakpoints(session);
  }

  get isEmpty(): boolean {
    return this.#watched.size === 0;
  }

  isWaitingAt({ hitBreakpoints, callFrames, reason }: Paused): boolean {
    if (this.isEmpty) return false;
    const [top] = callFrames;
    const isUnasked = () => this.#plan.unaskedAt(top?.location) !== undefined;
    return this.#breakpoints.areHit(hitBreakpoints) || (reason === 'other' && isUnasked());
  }

  /** The reason why a private field cannot be read; empty if it can. @param readerId An object with a function `read`. */
  failure(readerId: RemoteObjectId, options?: CallOptions): Promise<string> {
    return this.#worlds.text(readerId, calls.failure, [], options);
  }

  /** Watches a variable, from when the program goes on. @returns why it cannot be; empty where it can */
  async add(found: FoundVariable, { dataId, isLogged, holdsId }: WantedWrites, options?: CallOptions): Promise<string> {
    const world = await this.#worlds.near(found.readerId, options);
    const watched = await WatchedVariable.make(this.#session, { ...found, dataId, world }, options);
    const holds = holdsId === undefined ? [] : [{ objectId: holdsId }];
    const wanted = { value: watched.wanted(isLogged) };
    const why = await this.#worlds.text(world, calls.add, [wanted, { objectId: found.readerId }, ...holds], options);
    if (why !== '') return why;
    this.#watched.set(dataId, watched);
    this.#paused = found.paused;
    await this.#sync(options);
    return '';
  }

  async remove(dataId: DataId, options?: CallOptions): Promise<void> {
    if (!this.#watched.delete(dataId)) return;
    await this.#worlds.inAll(calls.remove, [{ value: dataId }], options);
    await this.#sync(options);
  }

  /** Sets the breakpoints again in a script of which V8 has taken a new text, and lost them with the old one. */
  async rearm(scriptId: ScriptId, options?: CallOptions): Promise<void> {
    const there = [...this.#watched.values()].filter((each) => each.scriptId === scriptId);
    if (there.length === 0) return;
    await this.#breakpoints.forget(scriptId);
    await Promise.all(there.map((each) => each.find(this.#session, options)));
    await this.#sync(options);
  }

  /** The write that a pause is one of; undefined where it is no write, or no further one. */
  async read(paused: Paused): Promise<WrittenHere | undefined> {
    await this.#ask(paused);
    for (let isFirst = true; ; isFirst = false) {
      const values = await this.#worlds.taken(calls.take);
      if (!values) {
        if (isFirst) await this.#countInVain(paused);
        return undefined;
      }
      const [before, after] = await this.#worlds.changeOf(values);
      const watched = this.#watched.get(String(values.get('dataId')?.value));
      const site = Number(values.get('site')?.value);
      if (!watched) continue;
      if (site >= 0) {
        const changes = Number(values.get('changes')?.value);
        const write = { dataId: watched.dataId, before, after, changes };
        const isLogged = values.get('isLogged')?.value === true;
        return { kind: 'behind', write, isLogged, paused: watched.atSite(site, paused), rest: paused };
      }
      watched.hasEnded = true;
      await this.#sync();
    }
  }

  /** A hot loop must come to its end, even if what is thrown in it is not seen then. */
  async #countInVain({ callFrames: [top] }: Paused): Promise<void> {
    const key = this.#plan.throwingAt(top?.location);
    if (key === undefined) return;
    const count = (this.#ignoredPauses.get(key) ?? 0) + 1;
    this.#ignoredPauses.set(key, count);
    if (count !== MAX_IGNORED_PAUSES) return;
    this.#onQuiet();
    await this.#sync();
  }

  /** Looks at the variables where no condition has. */
  async #ask({ callFrames: [top] }: Paused): Promise<void> {
    const unasked = this.#plan.unaskedAt(top?.location);
    if (!top || !unasked) return;
    const { number, expression } = unasked;
    const { callFrameId } = top;
    if (expression === undefined) await this.#worlds.inAll(calls.lookAt, [{ value: number }]);
    else await this.#session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression, silent: true });
  }

  /** To be called where the thread stops. @returns what became of the variables */
  async lift(paused: Paused): Promise<readonly WatchedPlace[]> {
    this.#paused = paused;
    if (this.isEmpty) return [];
    const places = (await this.#worlds.inAll(calls.lift, [])).flatMap(watchedPlaces);
    return places.map((place) => {
      const hasLeft = place.gone === undefined && this.#watched.get(place.dataId)?.hasLeft(paused) === true;
      return hasLeft ? { ...place, gone: 'its call has returned' } : place;
    });
  }

  /** To be called where a running thread is asked to pause: V8 may keep quiet about that where conditions are false. */
  pauseSoon(): void {
    if (!this.isEmpty) this.#worlds.inAll(calls.pauseSoon, []).catch(() => {});
  }

  /** To be called before the thread goes on: what has been changed at the stop was not changed by the program. */
  lay(): void {
    if (this.isEmpty) return;
    this.#worlds.inAll(calls.lay, []).catch(() => {});
    for (const watched of this.#watched.values()) {
      const frame = this.#paused && watched.frameIn(this.#paused);
      const local = frame && watched.localAt(frame.location);
      if (!frame || local === undefined) continue;
      const expression = `${HOOK}?.lay([${local}])`;
      const request = { callFrameId: frame.callFrameId, expression, silent: true };
      this.#session.send('Debugger.evaluateOnCallFrame', request).catch(() => {});
    }
  }

  /** Leaves nothing in the program. */
  async end(options?: CallOptions): Promise<void> {
    this.#watched.clear();
    await this.#breakpoints.replace([], options);
    await this.#worlds.end(calls.removeAll, options);
  }

  async #sync(options?: CallOptions): Promise<void> {
    const live = [...this.#watched.values()].filter(({ hasEnded }) => !hasEnded);
    this.#plan = new WatchPlan(live, HOOK);
    this.#asksAgain ??= v8Version(this.#session).then((version) => Number.parseInt(version, 10) <= LAST_ASKING_V8);
    const asksAgain = await this.#asksAgain.catch(() => false);
    const isHot = (key: string) => (this.#ignoredPauses.get(key) ?? 0) >= MAX_IGNORED_PAUSES;
    const pauses = (key: string) => (isHot(key) ? 'never' : asksAgain ? 'again' : 'always');
    const plans = this.#worlds.ids.map((world) => {
      const given = [{ value: this.#plan.placesIn(world, pauses) }, { value: asksAgain }];
      return this.#worlds.text(world, calls.plan, given, options);
    });
    await Promise.all([...plans, this.#breakpoints.replace(this.#plan.breakpoints, options)]);
  }
}
