import type { CdpSession } from '../../cdp/cdp-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
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
  #objectId: Promise<string> | undefined;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** Makes it in the debuggee; best before the program has run, so that nothing it uses can have been patched. */
  async install(options?: CallOptions): Promise<void> {
    this.#objectId ??= this.#install(options);
    await this.#objectId;
  }

  async #install(options?: CallOptions): Promise<string> {
    const { result } = await this.#session.send('Runtime.evaluate', installCall(), options);
    if (result.objectId !== undefined) return result.objectId;
    throw new DebugError(
      'internal',
      `The summariser could not be made in the program: ${result.description ?? result.type}.`,
    );
  }

  async scopes(objectIds: readonly string[], limits: SummaryLimits, options?: CallOptions): Promise<ScopeSummary[]> {
    const request = scopesCall(await this.#id(), objectIds, limits);
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
    const request = valueCall(await this.#id(), root, path, start, limits);
    const { result } = await this.#session.send('Runtime.callFunctionOn', request, options);
    return decodeValue(result.value);
  }

  /** Calls a function, given as source text, with the summariser as `this`; its JSON result. */
  async callOn(functionDeclaration: string, options?: CallOptions): Promise<unknown> {
    const objectId = await this.#id();
    const request = { objectId, functionDeclaration, returnByValue: true, silent: true };
    return (await this.#session.send('Runtime.callFunctionOn', request, options)).result.value;
  }

  #id(): Promise<string> {
    this.#objectId ??= this.#install();
    return this.#objectId;
  }
}
