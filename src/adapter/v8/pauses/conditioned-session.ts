import type { CdpArguments, CdpSession } from '../../../cdp/cdp-session.ts';
import { ForwardingSession } from '../../../cdp/forwarding-session.ts';
import type { CdpMethod, CdpResult } from '../../../cdp/protocol.ts';

type CdpLocation = CdpResult<'Debugger.setBreakpoint'>['actualLocation'];

/** A session that knows where V8 evaluates conditions: the places of all breakpoints that have one, the user's and ours. */
export class ConditionedSession extends ForwardingSession {
  readonly #conditioned = new Set<string>();
  /** Places of all breakpoints: an event may come before the reply that has the id. */
  readonly #places = new Map<string, CdpLocation[]>();

  constructor(session: CdpSession) {
    super(session);
    session.on('Debugger.breakpointResolved', ({ breakpointId, location }) => this.#place(breakpointId, [location]));
  }

  /** In the order in which they were set. */
  get places(): readonly CdpLocation[] {
    return [...this.#conditioned].flatMap((id) => this.#places.get(id) ?? []);
  }

  override send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    const sent = super.send(method, ...args);
    const [request] = args;
    if (method === 'Debugger.removeBreakpoint') this.#forget(request);
    if (hasCondition(request)) {
      // A failure is reported where it was set.
      sent.then((reply) => this.#note(reply)).catch(() => {});
    }
    return sent;
  }

  #note(reply: unknown): void {
    if (!isObject(reply) || !('breakpointId' in reply) || typeof reply.breakpointId !== 'string') return;
    this.#conditioned.add(reply.breakpointId);
    const many = 'locations' in reply && Array.isArray(reply.locations) ? reply.locations : [];
    const one = 'actualLocation' in reply ? [reply.actualLocation] : [];
    this.#place(reply.breakpointId, [...many, ...one].filter(isLocation));
  }

  #place(breakpointId: string, locations: readonly CdpLocation[]): void {
    this.#places.set(breakpointId, [...(this.#places.get(breakpointId) ?? []), ...locations]);
  }

  #forget(request: unknown): void {
    if (!isObject(request) || !('breakpointId' in request) || typeof request.breakpointId !== 'string') return;
    this.#conditioned.delete(request.breakpointId);
    this.#places.delete(request.breakpointId);
  }
}

function hasCondition(request: unknown): boolean {
  return isObject(request) && 'condition' in request && request.condition !== undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isLocation(value: unknown): value is CdpLocation {
  return isObject(value) && 'scriptId' in value && 'lineNumber' in value;
}
