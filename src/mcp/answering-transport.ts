import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import { wrongParams } from './wrong-params.ts';

/** A transport that knows which requests are still to be answered, so that it is not closed before they are. */
export class AnsweringTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly #inner: Transport;
  readonly #open = new Set<unknown>();
  #onAnswered: (() => void) | undefined;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => {
      if ('method' in message && 'id' in message) this.#open.add(message.id);
      // One that was cancelled gets no answer.
      if ('method' in message && message.method === 'notifications/cancelled') this.#close(message.params?.requestId);
      this.onmessage?.(message, extra);
    };
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    await this.#inner.send(withClientsFault(message), options);
    if (!('method' in message)) this.#close(message.id);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Waits until every request that has arrived is answered, or until the time is over. Called once. */
  async answered(timeoutMs: number): Promise<void> {
    // What was read last is on its way here.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #close(id: unknown): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#onAnswered?.();
  }
}

/**
 * Turns an error about wrong parameters, which the SDK reports as an internal error of many lines, into an error of the client's.
 */
function withClientsFault(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== ProtocolErrorCode.InternalError) return message;
  const text = wrongParams(message.error.message);
  return text === undefined ? message : { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: text } };
}
