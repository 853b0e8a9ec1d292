import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { MAIN_CONTEXT, type OwnRealms } from '../realms/own-realm.ts';
import { callCompletely } from './hidden-state.ts';
import type { RemoteObject } from './remote-values.ts';
import { SUMMARISER } from './summariser-source.ts';
import {
  intrinsicsCall,
  type MadeSummariser,
  pickCall,
  type SummaryLimits,
  type SummaryRoot,
  scopesCall,
  valueCall,
  viewsCall,
  withHiddenState,
} from './summary-calls.ts';
import { decodeScopes, decodeValue, type PathStep, type ScopeSummary, type ValueResult } from './summary-node.ts';

/** For a look at where a path leads. */
const NO_CHILDREN = { depth: 0, maxChildren: 0, maxTextLength: 0 };

/**
 * The summariser of one debuggee thread: a function inside it that describes values, bounded on every axis, without running
 * any of the program's code. Values themselves never cross the wire.
 */
export class Summariser {
  readonly #session: CdpSession;
  readonly #realms: OwnRealms;
  /**
   * The summariser of each JavaScript world: V8 lets no object of one world be handed to a function of another. `''`: the
   * program's main one.
   */
  readonly #made = new Map<string, Promise<MadeSummariser>>();
  readonly #views = new Map<string, Promise<string>>();
  #mainContext: string | undefined;

  constructor(session: CdpSession, realms: OwnRealms) {
    this.#session = session;
    this.#realms = realms;
  }

  /** Makes the summariser in the debuggee; best before the program has run, so that nothing it uses can have been patched. */
  async install(options?: CallOptions): Promise<void> {
    await this.#madeIn('', options);
  }

  async #install(contextId: string, options?: CallOptions): Promise<MadeSummariser> {
    const context = contextId === '' ? MAIN_CONTEXT : Number(contextId);
    const { result, isAlone } = await this.#realms.run(SUMMARISER, context, options);
    const objectId = objectIdOf(result);
    if (contextId === '') this.#mainContext = contextOf(objectId);
    return { objectId, isAlone };
  }

  async scopes(objectIds: readonly string[], limits: SummaryLimits, options?: CallOptions): Promise<ScopeSummary[]> {
    const request = scopesCall(await this.#idFor(objectIds[0], options), objectIds, limits);
    const views = () => this.#viewsFor(objectIds[0], options);
    return callCompletely(this.#session, request, views, ({ value }) => decodeScopes(value), options);
  }

  async value(
    root: SummaryRoot,
    path: readonly PathStep[],
    start: number,
    limits: SummaryLimits,
    options?: CallOptions,
  ): Promise<ValueResult> {
    const request = valueCall(await this.#idFor(root.objectId, options), root, path, start, limits);
    const views = () => this.#viewsFor(root.objectId, options);
    return callCompletely(this.#session, request, views, ({ value }) => decodeValue(value), options);
  }

  /** The object at the end of a path, for what only the protocol can show of it. The group is released by the caller. */
  async pick(
    root: SummaryRoot,
    path: readonly PathStep[],
    objectGroup: string,
    options?: CallOptions,
  ): Promise<RemoteObject> {
    const id = await this.#idFor(root.objectId, options);
    const request = { ...pickCall(id, root, path), objectGroup };
    const views = () => this.#viewsFor(root.objectId, options);
    // The path may lead through private fields.
    return callCompletely(
      this.#session,
      valueCall(id, root, path, 0, NO_CHILDREN),
      views,
      async ({ fields }) => {
        const call = fields.length === 0 ? request : withHiddenState(request, await views(), fields, false);
        return (await this.#session.send('Runtime.callFunctionOn', call, options)).result;
      },
      options,
    );
  }

  /** Calls a function of ours, given as an expression, with the built-ins of this one; its JSON result. */
  async callOn(run: string, options?: CallOptions): Promise<unknown> {
    const request = { ...intrinsicsCall(await this.#madeIn('', options), run), returnByValue: true };
    return (await this.#session.send('Runtime.callFunctionOn', request, options)).result.value;
  }

  /** The id of an object that such a function makes, in the world of another one. The group is released by the caller. */
  async make(run: string, near: string, objectGroup: string, options?: CallOptions): Promise<string | undefined> {
    const request = { ...intrinsicsCall(await this.#madeFor(near, options), run), objectGroup };
    return (await this.#session.send('Runtime.callFunctionOn', request, options)).result.objectId;
  }

  /** The views that show hidden state, in the world of an object. */
  #viewsFor(objectId: RemoteObjectId | undefined, options?: CallOptions): Promise<string> {
    const contextId = this.#contextFor(objectId);
    const views = this.#views.get(contextId) ?? this.#makeViews(contextId, options);
    this.#views.set(contextId, views);
    views.catch(() => this.#views.delete(contextId));
    return views;
  }

  async #makeViews(contextId: string, options?: CallOptions): Promise<string> {
    const request = viewsCall(await this.#madeIn(contextId, options));
    return objectIdOf((await this.#session.send('Runtime.callFunctionOn', request, options)).result);
  }

  async #idFor(objectId: RemoteObjectId | undefined, options?: CallOptions): Promise<RemoteObjectId> {
    return (await this.#madeFor(objectId, options)).objectId;
  }

  #madeFor(objectId: RemoteObjectId | undefined, options?: CallOptions): Promise<MadeSummariser> {
    return this.#madeIn(this.#contextFor(objectId), options);
  }

  /** `''`: the program's main world. */
  #contextFor(objectId: RemoteObjectId | undefined): string {
    const context = objectId === undefined ? undefined : contextOf(objectId);
    return context === undefined || context === this.#mainContext ? '' : context;
  }

  #madeIn(contextId: string, options?: CallOptions): Promise<MadeSummariser> {
    const made = this.#made.get(contextId) ?? this.#install(contextId, options);
    this.#made.set(contextId, made);
    // The next call tries again: this one may have been cancelled.
    made.catch(() => this.#made.delete(contextId));
    return made;
  }
}

function objectIdOf({ objectId, description, type }: RemoteObject): string {
  if (objectId !== undefined) return objectId;
  throw new DebugError('internal', `The summariser could not be made in the program: ${description ?? type}.`);
}

/** The number of the world that an object is of, which V8 writes into its id (`<isolate>.<context>.<object>`). */
function contextOf(objectId: RemoteObjectId): string | undefined {
  return /^-?\d+\.(\d+)\.\d+$/.exec(objectId)?.[1];
}
