import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { functionText } from '../../../cdp/function-text.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { WatchedPlace } from '../../write-watches.ts';
import { primitiveSummary, type RemoteObject } from '../summary/remote-values.ts';
import type { Summariser } from '../summary/summariser.ts';

type DebuggeeCall = Parameters<typeof functionText>[0];
type Argument = { readonly objectId: RemoteObjectId } | { readonly value: unknown };

/** The object group that holds the watches, and the places as long as nothing else does. */
export const WRITES_GROUP = 'mcp-debugger-writes';
const TAKEN_GROUP = `${WRITES_GROUP}-taken`;
const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 160 };

/** An object of ours in each JavaScript world of a thread where something is watched. */
export class DebuggeeWorlds {
  readonly #session: CdpSession;
  readonly #summariser: Summariser;
  readonly #maker: () => string;
  readonly #ids = new Map<string, string>();

  /** @param maker Gives an expression for what makes the object of the summariser's built-ins. */
  constructor(session: CdpSession, summariser: Summariser, maker: () => string) {
    this.#session = session;
    this.#summariser = summariser;
    this.#maker = maker;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  get ids(): readonly string[] {
    return [...this.#ids.values()];
  }

  /** The object in the world of another one. */
  async near(nearId: RemoteObjectId, options?: CallOptions): Promise<string> {
    // V8 writes the number of the world into the id of an object.
    const world = nearId.split('.', 2).join('.');
    const known = this.#ids.get(world);
    if (known !== undefined) return known;
    const made = (await this.#summariser.make(this.#maker(), nearId, WRITES_GROUP, options)) ?? '';
    this.#ids.set(world, made);
    return made;
  }

  /** Calls a function of ours on an object; its text, or that it failed. */
  async text(
    objectId: RemoteObjectId,
    run: DebuggeeCall,
    given: readonly Argument[],
    options?: CallOptions,
  ): Promise<string> {
    const call = {
      objectId,
      functionDeclaration: functionText(run),
      arguments: [...given],
      returnByValue: true,
      silent: true,
    };
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', call, options);
    if (exceptionDetails) return 'its object does not allow it';
    const { value }: { value?: unknown } = result;
    return typeof value === 'string' ? value : '';
  }

  inAll(run: DebuggeeCall, given: readonly Argument[], options?: CallOptions): Promise<readonly string[]> {
    return Promise.all(this.ids.map((id) => this.text(id, run, given, options)));
  }

  /** The first object that a function of ours gives in one of the worlds, by the names of its properties. */
  async taken(run: DebuggeeCall): Promise<ReadonlyMap<string, RemoteObject | undefined> | undefined> {
    for (const objectId of this.ids) {
      const call = { objectId, functionDeclaration: functionText(run), objectGroup: TAKEN_GROUP };
      const { result } = await this.#session.send('Runtime.callFunctionOn', call);
      if (result.objectId === undefined) continue;
      const request = { objectId: result.objectId, ownProperties: true };
      const { result: own } = await this.#session.send('Runtime.getProperties', request);
      return new Map(own.map(({ name, value }) => [name, value]));
    }
    return undefined;
  }

  /** One-line texts of the values before and after a write that was taken, which is let go of. */
  async changeOf(values: ReadonlyMap<string, RemoteObject | undefined>): Promise<readonly [string, string]> {
    const texts = await Promise.all([this.#shown(values.get('before')), this.#shown(values.get('after'))]);
    this.#session.send('Runtime.releaseObjectGroup', { objectGroup: TAKEN_GROUP }).catch(() => {});
    return texts;
  }

  /** Leaves nothing in the program. */
  async end(run: DebuggeeCall, options?: CallOptions): Promise<void> {
    // A program inside of a native call would not answer.
    if (this.isEmpty) return;
    await this.inAll(run, [], options);
    this.#ids.clear();
    await this.#session.send('Runtime.releaseObjectGroup', { objectGroup: WRITES_GROUP }, options);
  }

  async #shown(value: RemoteObject | undefined): Promise<string> {
    if (value === undefined) return 'undefined';
    if (value.objectId === undefined) return primitiveSummary(value, LIMITS.maxTextLength).value;
    const found = await this.#summariser.value(value, [], 0, LIMITS);
    return found.kind === 'value' ? found.node.text : (value.description ?? value.type);
  }
}

/** The outcome for the places, as a list in JSON of number, why it is gone, and whether something was not seen. */
export function watchedPlaces(text: string): readonly WatchedPlace[] {
  const list: unknown = text === '' ? [] : JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (!Array.isArray(each)) return [];
    const [dataId, gone, hasUnseen]: unknown[] = each;
    if (typeof dataId !== 'string') return [];
    return { dataId, hasUnseen: hasUnseen === true, ...(typeof gone === 'string' && gone !== '' ? { gone } : {}) };
  });
}
