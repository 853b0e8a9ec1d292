import type { CdpSession } from '../../cdp/cdp-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { RemoteObject } from './remote-values.ts';
import { installCall, type SummaryLimits, type SummaryRoot, scopesCall, valueCall } from './summary/summary-calls.ts';
import {
  decodeScopes,
  decodeValue,
  type PathStep,
  type ScopeSummary,
  type ValueResult,
} from './summary/summary-node.ts';

/**
 * The summariser of one debuggee thread: a function inside it that describes values, bounded on every axis, without running
 * any of the program's code. Values themselves never cross the wire.
 */
export class Summariser {
  readonly #session: CdpSession;
  readonly #topFrameId: () => string | undefined;
  /** One per JavaScript world: V8 lets no object of one be handed to a function of another. `''`: the program's main one. */
  readonly #made = new Map<string, string>();
  readonly #ids = new Map<string, Promise<string>>();
  #mainContext: string | undefined;

  /** @param topFrameId CDP's id of the innermost frame while the thread is stopped. */
  constructor(session: CdpSession, topFrameId: () => string | undefined) {
    this.#session = session;
    this.#topFrameId = topFrameId;
  }

  /** Makes it in the debuggee; best before the program has run, so that nothing it uses can have been patched. */
  async install(options?: CallOptions): Promise<void> {
    await this.#idIn('', options);
  }

  async #install(contextId: string, options?: CallOptions): Promise<string> {
    const world = contextId === '' ? {} : { contextId: Number(contextId) };
    const { result } = await this.#session.send('Runtime.evaluate', { ...installCall(), ...world }, options);
    const id = objectIdOf(result);
    if (contextId === '') this.#mainContext = contextOf(id);
    return id;
  }

  async #installInFrame(options?: CallOptions): Promise<string> {
    const callFrameId = this.#topFrameId();
    if (callFrameId === undefined) throw new DebugError('not_stopped', 'The program is running.');
    const request = { ...installCall(), callFrameId };
    const { result } = await this.#session.send('Debugger.evaluateOnCallFrame', request, options);
    return objectIdOf(result);
  }

  async scopes(objectIds: readonly string[], limits: SummaryLimits, options?: CallOptions): Promise<ScopeSummary[]> {
    const request = scopesCall(await this.#idFor(objectIds[0], options), objectIds, limits);
    const { result } = await this.#session.send('Runtime.callFunctionOn', request, options);
    return decodeScopes(result.value);
  }

  async value(
    root: SummaryRoot,
    path: readonly PathStep[],
    start: number,
    limits: SummaryLimits,
    options?: CallOptions,
  ): Promise<ValueResult> {
    const request = valueCall(await this.#idFor(root.objectId, options), root, path, start, limits);
    const { result } = await this.#session.send('Runtime.callFunctionOn', request, options);
    return decodeValue(result.value);
  }

  /** Calls a function, given as source text, with the summariser as `this`; its JSON result. */
  async callOn(functionDeclaration: string, options?: CallOptions): Promise<unknown> {
    const objectId = await this.#idIn('', options);
    const request = { objectId, functionDeclaration, returnByValue: true, silent: true };
    return (await this.#session.send('Runtime.callFunctionOn', request, options)).result.value;
  }

  #idFor(objectId: string | undefined, options?: CallOptions): Promise<string> {
    const context = objectId === undefined ? undefined : contextOf(objectId);
    return this.#idIn(context === undefined || context === this.#mainContext ? '' : context, options);
  }

  #idIn(contextId: string, options?: CallOptions): Promise<string> {
    const made = this.#made.get(contextId);
    if (made !== undefined) return Promise.resolve(made);
    const pending = this.#ids.get(contextId);
    // A worker of Node 20 may leave `Runtime.evaluate` unanswered for ever; in the frame where it is stopped it answers.
    const first =
      pending === undefined ? this.#install(contextId, options) : Promise.any([pending, this.#installInFrame(options)]);
    this.#ids.set(contextId, first);
    return first.then((id) => {
      this.#made.set(contextId, id);
      return id;
    });
  }
}

function objectIdOf({ objectId, description, type }: RemoteObject): string {
  if (objectId !== undefined) return objectId;
  throw new DebugError('internal', `The summariser could not be made in the program: ${description ?? type}.`);
}

/** The number of the world that an object is of, which V8 writes into its id (`<isolate>.<context>.<object>`). */
function contextOf(objectId: string): string | undefined {
  return /^-?\d+\.(\d+)\.\d+$/.exec(objectId)?.[1];
}
