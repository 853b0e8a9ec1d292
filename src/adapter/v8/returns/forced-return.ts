import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ReturnedInstead } from '../../return-stops.ts';
import type { PauseReader } from '../pauses/pause-reader.ts';
import { primitiveSummary, type RemoteObject } from '../summary/remote-values.ts';
import type { Summariser } from '../summary/summariser.ts';
import { argumentOf } from '../summary/summary-calls.ts';

type Paused = CdpEventParams<'Debugger.paused'>;
type CallFrame = Paused['callFrames'][number];

const LIMITS = { depth: 0, maxChildren: 10, maxTextLength: 200 };
const END_TIMEOUT_MS = 2_000;

/** The object group that holds the value while the program runs on; other groups are released then. */
export const RETURN_GROUP = 'mcp-debugger-return';

/** The call, as the stop shows it. */
export interface ReturningCall {
  readonly frame: CallFrame;
  /** The number of frames on the stack while the call is the innermost. */
  readonly depth: number;
}

/**
 * Gives one call of a function another value to return. V8 takes one only while it is paused at the return itself, so breakpoints
 * stand at all of the function's until the call is over; the pauses of other calls are not reported, and pass.
 *
 * @see CDP Debugger.setReturnValue
 */
export class ReturnForcing implements PauseReader {
  readonly seesExceptions = false;
  readonly #session: CdpSession;
  readonly #summariser: Summariser;
  readonly #call: ReturningCall;
  readonly #value: RemoteObject;
  readonly #breakpointIds: string[] = [];
  #returned: ReturnedInstead | undefined;

  constructor(session: CdpSession, summariser: Summariser, call: ReturningCall, value: RemoteObject) {
    this.#session = session;
    this.#summariser = summariser;
    this.#call = call;
    this.#value = value;
  }

  /** @returns How many returns there are to stop at. */
  async begin(options?: CallOptions): Promise<number> {
    const { functionLocation, location } = this.#call.frame;
    const start = functionLocation ?? location;
    const { locations } = await this.#session.send(
      'Debugger.getPossibleBreakpoints',
      { start, restrictToFunction: true },
      options,
    );
    const returns = locations.filter(({ type }) => type === 'return');
    const set = returns.map(({ scriptId, lineNumber, columnNumber = 0 }) =>
      this.#session.send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } }, options),
    );
    for (const each of await Promise.allSettled(set)) {
      // What failed has a breakpoint already, which stops there as well.
      if (each.status === 'fulfilled') this.#breakpointIds.push(each.value.breakpointId);
    }
    return returns.length;
  }

  wants({ callFrames }: Paused): boolean {
    const [top] = callFrames;
    const { frame, depth } = this.#call;
    if (this.#returned || top?.returnValue === undefined || callFrames.length !== depth) return false;
    const [at, wanted] = [top.functionLocation, frame.functionLocation];
    return (
      at?.scriptId === wanted?.scriptId &&
      at?.lineNumber === wanted?.lineNumber &&
      at?.columnNumber === wanted?.columnNumber
    );
  }

  async read({ callFrames }: Paused): Promise<void> {
    const own = callFrames[0]?.returnValue;
    if (!own) return;
    try {
      const texts = { value: await this.#text(this.#value), own: await this.#text(own) };
      await this.#session.send(
        'Debugger.setReturnValue',
        { newValue: argumentOf(this.#value) },
        { timeoutMs: END_TIMEOUT_MS },
      );
      this.#returned = texts;
    } catch {
      // Its end reports that nothing was forced; a lost connection is reported by its close.
    }
  }

  /** Takes the breakpoints away. */
  async end(): Promise<ReturnedInstead | undefined> {
    const options = { timeoutMs: END_TIMEOUT_MS };
    const ids = this.#breakpointIds.splice(0);
    const removed = ids.map((breakpointId) =>
      this.#session.send('Debugger.removeBreakpoint', { breakpointId }, options),
    );
    const released = this.#session.send('Runtime.releaseObjectGroup', { objectGroup: RETURN_GROUP }, options);
    await Promise.allSettled([...removed, released]);
    return this.#returned;
  }

  async #text(remote: RemoteObject): Promise<string> {
    if (remote.objectId === undefined) return primitiveSummary(remote, LIMITS.maxTextLength).value;
    const result = await this.#summariser.value(remote, [], 0, LIMITS);
    return result.kind === 'value' ? result.node.text : (remote.description ?? remote.type);
  }
}
