import type { Socket } from 'node:net';
import type { CallOptions } from '../../model/call-options.ts';
import { AcknowledgementNudge } from '../acknowledgement-nudge.ts';
import { Inbox } from '../inbox.ts';
import { LARGE_MESSAGE_BYTES } from '../inspector-limits.ts';
import { Outbox } from '../outbox.ts';
import { CLOSED_BY_DEBUGGEE, type Transport } from '../transport.ts';
import { largeFrame } from './large-frame.ts';
import { type ServerMessage, WebSocketDecoder } from './websocket-decoder.ts';
import { CLOSE_FRAME, encodePong, encodeTextFrames } from './websocket-frames.ts';
import { upgradeSocket } from './websocket-handshake.ts';

/** Answered with an error that no caller waits for: ids of requests start at 1. */
const NO_OP = '{"id":0,"method":"_"}';
/** The answer to it, as Node writes it: the id comes last, or first. */
const NO_OP_ANSWER = /^\{"id":0,|,"id":0\}$/;
/** Limit for that answer at a close: a program that computes without a pause gives none. */
const NO_OP_ANSWER_MS = 250;
/** Limit for the peer to close its side after we closed ours. */
const LINGER_MS = 500;

interface WebSocketOptions extends CallOptions {
  /** Acknowledge early, see {@link AcknowledgementNudge}; only for Node's inspector. */
  readonly nudge: boolean;
}

/**
 * Opens a WebSocket to an inspector.
 *
 * @throws DebugError see {@link upgradeSocket}
 */
export async function openWebSocket(url: string, options: WebSocketOptions): Promise<Transport<string>> {
  const { socket, rest } = await upgradeSocket(url, options);
  return new WebSocketTransport(socket, rest, options.nudge);
}

/**
 * A WebSocket client for inspectors, over its own socket because a general one cannot nudge. Messages of one turn of the
 * event loop leave in one write; how many bytes that may be is bounded above it, by the FlowWindow.
 */
class WebSocketTransport implements Transport<string> {
  readonly #socket: Socket;
  readonly #inbox = new Inbox<string>();
  readonly #outbox = new Outbox(() => this.#flush());
  readonly #decoder = new WebSocketDecoder();
  readonly #nudge: AcknowledgementNudge | undefined;
  #writingLarge = false;
  /** Answers to no-ops that are on their way. */
  #noOps = 0;
  #onNoOpAnswered: (() => void) | undefined;

  constructor(socket: Socket, rest: Buffer, nudge: boolean) {
    this.#socket = socket;
    if (nudge) {
      this.#nudge = new AcknowledgementNudge({
        write: (bytes) => socket.write(bytes),
        sendNoOp: () => this.#sendNoOp(),
      });
    }
    let reason = 'it broke off';
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => this.#ended(reason));
    if (rest.length > 0) this.#receive(rest);
    socket.resume();
  }

  #sendNoOp(): void {
    this.#noOps += 1;
    this.send(NO_OP);
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

  /** A close that crosses an answer can end the program, also the answer to a no-op: see UnansweredCommands. */
  close(): void {
    if (this.#inbox.closed) return;
    this.#flush();
    this.#nudge?.hold();
    if (this.#noOps === 0) {
      this.#close();
      return;
    }
    const timer = setTimeout(() => this.#onNoOpAnswered?.(), NO_OP_ANSWER_MS);
    this.#onNoOpAnswered = () => {
      this.#onNoOpAnswered = undefined;
      clearTimeout(timer);
      this.#close();
    };
  }

  #close(): void {
    if (this.#inbox.closed) return;
    // Half a header cannot become a close frame; the end of the stream says the same.
    if (this.#nudge?.insideHeader || this.#writingLarge) this.#socket.end();
    else this.#socket.end(CLOSE_FRAME);
    this.#ended('closed by this side');
    const timer = setTimeout(() => this.#socket.destroy(), LINGER_MS);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #flush(): void {
    while (this.#outbox.messages.length > 0 && !this.#writingLarge && this.#socket.writable) {
      const largeAt = this.#outbox.messages.findIndex((message) => Buffer.byteLength(message) > LARGE_MESSAGE_BYTES);
      if (largeAt === 0) {
        this.#writeLarge(this.#outbox.messages.shift() ?? '');
        return;
      }
      const batch = this.#outbox.messages.splice(0, largeAt < 0 ? this.#outbox.messages.length : largeAt);
      this.#socket.write(encodeTextFrames(batch, this.#nudge?.takeSentHeaderBytes() ?? 0));
    }
  }

  #writeLarge(message: string): void {
    const { body, tail, tailDelayMs } = largeFrame(message, this.#nudge?.takeSentHeaderBytes() ?? 0);
    this.#writingLarge = true;
    this.#nudge?.hold();
    const writeTail = () => {
      this.#writingLarge = false;
      if (!this.#socket.writable) return;
      this.#socket.write(tail);
      this.#nudge?.release();
      this.#flush();
    };
    this.#socket.write(body, () => setTimeout(writeTail, tailDelayMs));
  }

  #receive(chunk: Buffer): void {
    if (this.#inbox.closed) return;
    for (const message of this.#decoder.push(chunk)) this.#handle(message);
    this.#nudge?.received();
  }

  #handle(message: ServerMessage): void {
    switch (message.kind) {
      case 'text':
        if (this.#noOps > 0 && NO_OP_ANSWER.test(message.text)) this.#noOpAnswered();
        else this.#inbox.deliver(message.text);
        return;
      case 'ping':
        if (!this.#nudge?.insideHeader && !this.#writingLarge) this.#socket.write(encodePong(message.payload));
        return;
      case 'close':
        this.#socket.end();
        this.#ended(message.code === undefined ? CLOSED_BY_DEBUGGEE : `closed with WebSocket code ${message.code}`);
        return;
      case 'error':
        this.#socket.destroy();
        this.#ended(`the debuggee sent ${message.message}`);
    }
  }

  #noOpAnswered(): void {
    this.#noOps -= 1;
    if (this.#noOps === 0) this.#onNoOpAnswered?.();
  }

  #ended(reason: string): void {
    this.#nudge?.stop();
    this.#outbox.messages = [];
    this.#inbox.close(reason);
  }
}
