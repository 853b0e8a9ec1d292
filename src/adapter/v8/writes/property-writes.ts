import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callBundled } from '../../../cdp/function-text.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { DataAccess } from '../../../model/data-breakpoint.ts';
import type { DataId } from '../../../model/ids.ts';
import type { WatchedPlace } from '../../write-watches.ts';
import { HELD_PLACE } from '../realms/held.ts';
import type { Summariser } from '../summary/summariser.ts';
import { DebuggeeWorlds, watchedPlaces } from './debuggee-worlds.ts';
import * as calls from './in-debuggee/trap-calls.ts';
import type { trapsMaker } from './in-debuggee/traps-maker.ts';
import trapsMakerText from './in-debuggee/traps-maker.ts?in-debuggee';
import { MOST_LOGGED, type WantedWrites, type WrittenHere } from './written-here.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/**
 * The traps of one thread: properties that pause the program where they are changed, or read. While the thread stands at a stop they are plain
 * properties again, so that no look at them shows anything.
 */
export class PropertyWrites {
  readonly #worlds: DebuggeeWorlds;

  constructor(session: CdpSession, summariser: Summariser) {
    const maker = () => callBundled<typeof trapsMaker>(trapsMakerText, MOST_LOGGED, HELD_PLACE);
    this.#worlds = new DebuggeeWorlds(session, summariser, maker);
  }

  /** True if a pause may be one in a trap. */
  isWaitingAt({ callFrames, reason, hitBreakpoints }: Paused): boolean {
    return !this.#worlds.isEmpty && callFrames.length > 1 && reason !== 'exception' && !hitBreakpoints?.length;
  }

  /** The reason why a place cannot be watched; empty if it can. @param placeId An object with `object` and `key`. */
  async obstacle(placeId: RemoteObjectId, access: DataAccess, options?: CallOptions): Promise<string> {
    const traps = await this.#worlds.near(placeId, options);
    return this.#worlds.text(traps, calls.obstacle, [{ objectId: placeId }, { value: access }], options);
  }

  /** Watches a place, from when the program goes on. @returns as `obstacle` */
  async add(placeId: RemoteObjectId, { holdsId, ...wanted }: WantedWrites, options?: CallOptions): Promise<string> {
    const traps = await this.#worlds.near(placeId, options);
    const holds = holdsId === undefined ? [] : [{ objectId: holdsId }];
    const given = [{ objectId: placeId }, { value: wanted }, ...holds];
    return this.#worlds.text(traps, calls.add, given, options);
  }

  /** Makes a plain property of a place again, also while the program runs. */
  async remove(dataId: DataId, options?: CallOptions): Promise<void> {
    await this.#worlds.inAll(calls.remove, [{ value: dataId }], options);
  }

  /** To be called where the thread stops. @returns what became of the places */
  async lift(): Promise<readonly WatchedPlace[]> {
    return (await this.#worlds.inAll(calls.lift, [])).flatMap(watchedPlaces);
  }

  /** To be called before the thread goes on: V8 does it before the command that is sent next. */
  lay(): void {
    this.#worlds.inAll(calls.lay, []).catch(() => {});
  }

  /** Leaves nothing in the program. */
  async end(options?: CallOptions): Promise<void> {
    await this.#worlds.end(calls.removeAll, options);
  }

  /** The access at a pause; undefined where it is no access. */
  async read(paused: Paused): Promise<WrittenHere | undefined> {
    const values = await this.#worlds.taken(calls.take);
    if (!values) return undefined;
    const [before, after] = await this.#worlds.changeOf(values);
    const dataId = String(values.get('dataId')?.value);
    const [accesses, changes] = [Number(values.get('accesses')?.value), Number(values.get('changes')?.value)];
    const isLogged = values.get('isLogged')?.value === true;
    const access = values.get('access')?.value === 'read' ? 'read' : 'write';
    const write = { dataId, before, after, writes: accesses, changes };
    return { kind: 'trapped', access, write, isLogged, paused: ofWriter(paused) };
  }
}

/** The traps' own frames are all of one script, and on top. */
function ofWriter(paused: Paused): Paused {
  const { callFrames } = paused;
  const own = callFrames[0]?.location.scriptId;
  const first = callFrames.findIndex(({ location }) => location.scriptId !== own);
  return { ...paused, callFrames: callFrames.slice(Math.max(first, 0)) };
}
