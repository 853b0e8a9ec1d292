import type { CdpArguments, CdpSession } from './cdp-session.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpResult } from './protocol.ts';

/** A session that stands before another one and hands on everything; what it does besides is that of its subclass. */
export abstract class ForwardingSession implements CdpSession {
  protected readonly session: CdpSession;

  /** To be made before anybody else listens to the session. */
  constructor(session: CdpSession) {
    this.session = session;
  }

  get closed(): boolean {
    return this.session.closed;
  }

  send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    return this.session.send(method, ...args);
  }

  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    return this.session.on(event, listener);
  }

  arrivalOf(received: object): number | undefined {
    return this.session.arrivalOf(received);
  }

  onClose(listener: (reason: string) => void): () => void {
    return this.session.onClose(listener);
  }

  pending(): string[] {
    return this.session.pending();
  }
}
