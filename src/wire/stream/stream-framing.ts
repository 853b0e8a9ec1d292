const HEADER_END = Buffer.from('\r\n\r\n');
const LENGTH_NAME = 'Content-Length: ';
/** Bytes of our header before the length's first digit. */
export const LENGTH_OFFSET = LENGTH_NAME.length;
/** A header is two short lines; this much without its end is something else that the peer wrote. */
const MAX_HEADER_BYTES = 16_384;
/** No message of a debugger is as large; a length above it was read from junk. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;

/** Nothing but this begins a message: whatever an adapter prints before it, on the same line too, is passed over. */
const LENGTH_PATTERN = /(?<!\w-)content-length:[ \t]*(\d{1,12})[ \t]*(?=\r?\n|$)/gi;

/** The text of a message with its header, as it goes over the wire. */
export function encodeStreamMessage(text: string): string {
  return `${LENGTH_NAME}${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/**
 * Takes messages with `Content-Length` headers out of a stream of bytes, however it is cut. Other headers are passed over,
 * and so is what stands before a header: adapters and programs print there.
 *
 * @see DAP base protocol
 */
export class StreamDecoder {
  #buffer: Buffer = Buffer.alloc(0);
  /** Bytes of the body that is being waited for. */
  #bodyBytes: number | undefined;
  /** Parts of a body that is not complete, joined once. */
  #parts: Buffer[] = [];
  #partBytes = 0;

  /** The messages that the chunk completes, in order. */
  push(chunk: Buffer): string[] {
    const messages: string[] = [];
    let rest: Buffer | undefined = chunk;
    while (rest !== undefined) {
      const message: { text?: string; rest: Buffer } | undefined =
        this.#bodyBytes === undefined ? this.#header(rest) : this.#body(rest, this.#bodyBytes);
      if (message?.text !== undefined) messages.push(message.text);
      rest = message?.rest;
    }
    return messages;
  }

  /** Looks for the end of a header; undefined when more bytes are needed. */
  #header(chunk: Buffer): { rest: Buffer } | undefined {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf(HEADER_END);
      if (end === -1) {
        // A block that is too long is no header; its last bytes may be the start of one.
        if (this.#buffer.length > MAX_HEADER_BYTES) this.#buffer = this.#buffer.subarray(-MAX_HEADER_BYTES / 2);
        return undefined;
      }
      const length = lengthIn(this.#buffer.subarray(0, end).toString('latin1'));
      const rest = this.#buffer.subarray(end + HEADER_END.length);
      this.#buffer = Buffer.alloc(0);
      if (length !== undefined) {
        this.#bodyBytes = length;
        return { rest };
      }
      this.#buffer = rest;
    }
  }

  #body(chunk: Buffer, wanted: number): { text: string; rest: Buffer } | undefined {
    const missing = wanted - this.#partBytes;
    if (chunk.length < missing) {
      this.#parts.push(chunk);
      this.#partBytes += chunk.length;
      return undefined;
    }
    this.#parts.push(chunk.subarray(0, missing));
    const text = this.#parts.length === 1 ? chunk.toString('utf8', 0, missing) : Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#partBytes = 0;
    this.#bodyBytes = undefined;
    return { text, rest: chunk.subarray(missing) };
  }
}

/** The last length that a header block names: bytes before it do not belong to the message. */
function lengthIn(header: string): number | undefined {
  const length = [...header.matchAll(LENGTH_PATTERN)].at(-1)?.[1];
  if (length === undefined || Number(length) > MAX_BODY_BYTES) return undefined;
  return Number(length);
}
