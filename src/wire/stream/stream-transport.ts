import type { Readable, Writable } from 'node:stream';
import { AcknowledgementNudge } from '../acknowledgement-nudge.ts';
import { Inbox } from '../inbox.ts';
import { Outbox } from '../outbox.ts';
import type { Transport } from '../transport.ts';
import { encodeStreamMessage, LENGTH_OFFSET, StreamDecoder } from './stream-framing.ts';

/**
 * The beginning that every header of ours may have. The spaces mean nothing and never run out before the next message: each byte
 * is an acknowledgement for the inspector while there is nothing to say.
 */
const HEADER_START = Buffer.from(`Content-Length:${' '.repeat(8_000)}`);
/** Limit for the peer to close its side after we closed ours. */
const LINGER_MS = 500;

/** The two halves of a connection: one socket, or the pipes of a child process. */
interface StreamPair {
  readonly input: Readable;
  readonly output: Writable;
  /**
   * Acknowledge early, see {@link AcknowledgementNudge}: for a peer on a socket that writes a message in parts, as pydevd
   * does, and reads any number of spaces before a length.
   */
  readonly nudge: boolean;
  /** The peer's name in errors. */
  readonly peer: string;
}

/**
 * Messages with `Content-Length` headers over a pair of streams. Those of one turn of the event loop leave in one write.
 *
 * @see DAP base protocol
 */
export class StreamTransport implements Transport<string> {
  readonly #streams: StreamPair;
  readonly #inbox = new Inbox<string>();
  readonly #outbox = new Outbox(() => this.#flush());
  readonly #decoder = new StreamDecoder();
  readonly #nudge: AcknowledgementNudge | undefined;

  constructor(streams: StreamPair) {
    this.#streams = streams;
    const { input, output, peer } = streams;
    if (streams.nudge) {
      const write = (bytes: Buffer) => output.writable && output.write(bytes);
      this.#nudge = new AcknowledgementNudge({ write, sendNoOp: () => {}, headerStart: HEADER_START });
    }
    let reason = `${peer} closed it`;
    const onError = (error: Error) => {
      reason = error.message;
    };
    input.on('data', (chunk: Buffer) => this.#receive(chunk));
    input.on('error', onError);
    input.on('close', () => this.#ended(reason));
    // A peer that ends its side says nothing more.
    input.on('end', () => this.#ended(reason));
    output.on('error', onError);
  }

  send(message: string): void {
    if (this.#inbox.closed) return;
    this.#outbox.add(message);
  }

  onMessage(listener: (message: string) => void): void {
    this.#inbox.onMessage(listener);
  }

  onClose(listener: (reason: string) => void): void {
    this.#inbox.onClose(listener);
  }

  close(): void {
    if (this.#inbox.closed) return;
    this.#flush();
    const { input, output } = this.#streams;
    output.end();
    this.#ended('closed by this side');
    const timer = setTimeout(() => {
      input.destroy();
      output.destroy();
    }, LINGER_MS);
    input.once('close', () => clearTimeout(timer));
  }

  #flush(): void {
    const { output } = this.#streams;
    if (this.#outbox.messages.length === 0 || !output.writable) return;
    const text = this.#outbox.messages.map(encodeStreamMessage).join('');
    this.#outbox.messages = [];
    const sent = this.#nudge?.takeSentHeaderBytes() ?? 0;
    output.write(text.slice(Math.min(sent, LENGTH_OFFSET)));
  }

  #receive(chunk: Buffer): void {
    if (this.#inbox.closed) return;
    for (const message of this.#decoder.push(chunk)) this.#inbox.deliver(message);
    this.#nudge?.received();
  }

  #ended(reason: string): void {
    this.#nudge?.stop();
    this.#outbox.messages = [];
    this.#inbox.close(reason);
  }
}
