import type { CallOptions } from '../model/call-options.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import { connectionClosed, PendingRequests } from '../wire/pending-requests.ts';
import { type OnListenerError, SessionListeners } from '../wire/session-listeners.ts';
import type { Transport } from '../wire/transport.ts';
import type {
  Dap,
  DapArguments,
  DapBody,
  DapCommand,
  DapEvent,
  DapEventBody,
  DapReverseCommand,
  DapReverseHandler,
} from './protocol.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/** A message of an adapter: a response, an event, or a request of its own. */
interface IncomingMessage {
  readonly seq?: number;
  readonly type?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly command?: string;
  readonly message?: string;
  readonly event?: string;
  readonly body?: unknown;
  readonly arguments?: unknown;
}

interface DapConnectionOptions {
  /** A listener of `event` threw; the others were called nevertheless. Left out, the error is thrown outside the loop that reads. */
  readonly onListenerError?: OnListenerError | undefined;
}

type ReverseHandler = (request: never) => Promise<unknown>;

/**
 * One session with a debug adapter. Requests are numbered and matched with their responses; events are delivered in the
 * order of arrival. Owns its transport.
 *
 * @see DAP base protocol
 */
export class DapConnection {
  readonly #transport: Transport<string>;
  readonly #pending = new PendingRequests({ defaultTimeoutMs: DEFAULT_TIMEOUT_MS });
  readonly #listeners: SessionListeners;
  readonly #reverse = new Map<string, ReverseHandler>();
  #capabilities: Dap.Capabilities = {};

  constructor(transport: Transport<string>, options: DapConnectionOptions = {}) {
    this.#transport = transport;
    this.#listeners = new SessionListeners(options.onListenerError);
    transport.onMessage((text) => this.#receive(text));
    transport.onClose((reason) => this.#ended(reason));
  }

  get closed(): boolean {
    return this.#listeners.closedBecause !== undefined;
  }

  /** The adapter's capabilities; empty until the adapter answers `initialize`. */
  get capabilities(): Dap.Capabilities {
    return this.#capabilities;
  }

  /** Commands that wait for their response, oldest first; for diagnosis. */
  pending(): string[] {
    return this.#pending.labels();
  }

  /**
   * Sends a request. Default limit 10 s. Giving up does not take it back: the adapter may still carry it out.
   *
   * @throws DebugError `protocol_error`, `request_timeout`, `cancelled`, `connection_closed`
   */
  async request<C extends DapCommand>(command: C, args: DapArguments<C>, options?: CallOptions): Promise<DapBody<C>> {
    const { closedBecause } = this.#listeners;
    if (closedBecause !== undefined) throw connectionClosed(command, closedBecause);
    const post = (seq: number) =>
      this.#transport.send(JSON.stringify({ seq, type: 'request', command, arguments: args }));
    // The adapter is trusted to answer what the protocol says.
    return (await this.#pending.request(command, options ?? {}, post)) as DapBody<C>;
  }

  /** Subscribes to an event; returns the way to unsubscribe. */
  on<E extends DapEvent>(event: E, listener: (body: DapEventBody<E>) => void): () => void {
    return this.#listeners.on(event, listener);
  }

  /** Sets the one handler for a request of the adapter's. Without one, such a request is refused. */
  answer<C extends DapReverseCommand>(command: C, handler: DapReverseHandler<C>): void {
    this.#reverse.set(command, handler);
  }

  /** Adds a listener for the end, with its cause as a phrase; called once, soon if it was earlier. Returns the way to remove it. */
  onClose(listener: (reason: string) => void): () => void {
    return this.#listeners.onClose(listener);
  }

  /** Leaves the adapter without a word. What is pending fails with `connection_closed`. */
  close(): void {
    this.#transport.close();
    this.#ended('closed by this side');
  }

  #receive(text: string): void {
    if (this.closed) return;
    const message = decode(text);
    if (message === undefined) this.#listeners.fail(new Error(`not JSON: ${text.slice(0, 200)}`));
    else if (message.type === 'response') this.#settle(message);
    else if (message.type === 'event') this.#emit(message.event ?? '', message.body);
    else if (message.type === 'request') void this.#answer(message);
  }

  #settle({ request_seq: id = 0, success, command, message, body }: IncomingMessage): void {
    if (success === false) {
      this.#pending.reject(id, (label) => refused(label, message, body));
      return;
    }
    if (command === 'initialize') this.#learn(body);
    this.#pending.resolve(id, body);
  }

  #emit(event: string, body: unknown): void {
    if (event === 'capabilities') this.#learn((body as DapEventBody<'capabilities'>).capabilities);
    this.#listeners.emit(event, body);
  }

  #learn(capabilities: unknown): void {
    if (typeof capabilities === 'object' && capabilities !== null) {
      this.#capabilities = { ...this.#capabilities, ...capabilities };
    }
  }

  async #answer({ seq, command = '', arguments: args }: IncomingMessage): Promise<void> {
    const reply = (rest: object) =>
      this.#transport.send(JSON.stringify({ seq: 0, type: 'response', request_seq: seq, command, ...rest }));
    const handler = this.#reverse.get(command);
    if (handler === undefined) {
      reply({ success: false, message: `${command} is not supported by this client` });
      return;
    }
    try {
      reply({ success: true, body: await handler(args as never) });
    } catch (error) {
      reply({ success: false, message: messageOf(error) });
    }
  }

  #ended(reason: string): void {
    if (this.closed) return;
    this.#pending.rejectAll(reason);
    this.#listeners.close(reason);
  }
}

function decode(text: string): IncomingMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? (message as IncomingMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** The adapter's own words: a message for people in the body, else the short one. */
function refused(command: string, message: string | undefined, body: unknown): DebugError {
  const detail = (body as Dap.ErrorResponse['body'] | undefined)?.error;
  const text = detail === undefined ? (message ?? 'no reason given') : filled(detail);
  return new DebugError('protocol_error', `${command} was refused by the debug adapter: ${text}`, {
    details: { method: command, protocolCode: detail?.id ?? 0, message: text },
  });
}

function filled({ format, variables = {} }: Dap.Message): string {
  return format.replace(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole);
}
