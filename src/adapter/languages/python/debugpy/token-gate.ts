import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Inbox } from '../../../../wire/inbox.ts';
import type { Transport } from '../../../../wire/transport.ts';

/** A program answers as soon as it has connected; a busy machine may take its time. */
const ANSWER_MS = 20_000;
/** More than ever connect at once; of more, the oldest have had their time. */
const MAX_WAITING = 64;
/** The most events that a program sends of its own accord before it has answered. */
const MAX_EARLY_MESSAGES = 100;

/**
 * Lets those connections through that know a token: any process of this machine can connect to a port. The others are asked, and
 * hung up on, while the one that is waited for may come.
 *
 * @see PydevdAuthorizeRequest in pydevd
 */
export class TokenGate {
  /** The token for the program's start. */
  readonly token = randomBytes(16).toString('hex');
  readonly #onAdmitted: (transport: Transport<string>) => void;
  readonly #waiting = new Set<Transport<string>>();

  /** @param onAdmitted Called with each connection that knew the token, which it owns from there on. */
  constructor(onAdmitted: (transport: Transport<string>) => void) {
    this.#onAdmitted = onAdmitted;
  }

  /** Asks a new connection for the token. */
  ask(transport: Transport<string>): void {
    const inbox = new Inbox<string>();
    let early = 0;
    const timer = setTimeout(() => this.#refuse(transport), ANSWER_MS).unref();
    this.#waiting.add(transport);
    transport.onMessage((text) => {
      const isWaiting = this.#waiting.has(transport);
      const token = isWaiting ? tokenIn(text) : undefined;
      if (token === undefined) {
        early += 1;
        if (isWaiting && early > MAX_EARLY_MESSAGES) this.#refuse(transport);
        else inbox.deliver(text);
        return;
      }
      clearTimeout(timer);
      if (isSame(token, this.token)) this.#admit(transport, inbox);
      else this.#refuse(transport);
    });
    transport.onClose((reason) => {
      clearTimeout(timer);
      this.#waiting.delete(transport);
      inbox.close(reason);
    });
    const [oldest] = this.#waiting;
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#refuse(oldest);
    transport.send(JSON.stringify({ seq: 0, type: 'request', command: AUTHORIZE, arguments: {} }));
  }

  /** Closes the connections that have not answered yet. */
  close(): void {
    for (const each of this.#waiting) this.#refuse(each);
  }

  #admit(transport: Transport<string>, inbox: Inbox<string>): void {
    this.#waiting.delete(transport);
    this.#onAdmitted({
      send: (message) => transport.send(message),
      onMessage: (listener) => inbox.onMessage(listener),
      onClose: (listener) => inbox.onClose(listener),
      close: () => transport.close(),
    });
  }

  #refuse(transport: Transport<string>): void {
    this.#waiting.delete(transport);
    transport.close();
  }
}

const AUTHORIZE = 'pydevdAuthorize';

/** The token in an answer, empty where it names none; undefined for any other message. */
function tokenIn(text: string): string | undefined {
  try {
    const message = JSON.parse(text) as {
      readonly type?: unknown;
      readonly command?: unknown;
      readonly body?: { readonly clientAccessToken?: unknown };
    } | null;
    if (message?.type !== 'response' || message.command !== AUTHORIZE) return undefined;
    const token = message.body?.clientAccessToken;
    return typeof token === 'string' ? token : '';
  } catch {
    return undefined;
  }
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
