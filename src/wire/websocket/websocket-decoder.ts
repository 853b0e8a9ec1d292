const BINARY = 0x2;
const CONTINUATION = 0x0;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
/** Above this a message does not fit into a string anyway. */
const MAX_PAYLOAD_BYTES = 2 ** 29;

/**
 * A message of the server, put together from its frames. `error`: the server broke the protocol; nothing after that is decoded.
 */
export type ServerMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ping'; readonly payload: Buffer }
  | { readonly kind: 'close'; readonly code: number | undefined }
  | { readonly kind: 'error'; readonly message: string };

interface FrameHeader {
  readonly final: boolean;
  readonly opcode: number;
  readonly payloadStart: number;
  readonly payloadLength: number;
}

/**
 * Decodes what a WebSocket server sends, however it is cut into reads. A message that lies whole in one read is decoded in
 * place; one that does not is put together once, when its last piece is there.
 */
export class WebSocketDecoder {
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  /** Bytes that must be there before decoding goes on. */
  #neededBytes = 0;
  #fragments: Buffer[] = [];
  #failed = false;

  /** Takes the bytes of one read; returns the messages that they complete. */
  push(chunk: Buffer): ServerMessage[] {
    if (this.#failed) return [];
    if (this.#pieceBytes === 0) return this.#decode(chunk);
    this.#pieces.push(chunk);
    this.#pieceBytes += chunk.length;
    if (this.#pieceBytes < this.#neededBytes) return [];
    const joined = Buffer.concat(this.#pieces, this.#pieceBytes);
    this.#keep(Buffer.alloc(0), 0);
    return this.#decode(joined);
  }

  #decode(bytes: Buffer): ServerMessage[] {
    const messages: ServerMessage[] = [];
    let at = 0;
    while (at < bytes.length) {
      const header = readHeader(bytes, at);
      if (typeof header === 'string') {
        this.#failed = true;
        messages.push({ kind: 'error', message: header });
        return messages;
      }
      const end = header === undefined ? undefined : header.payloadStart + header.payloadLength;
      if (header === undefined || end === undefined || end > bytes.length) {
        this.#keep(bytes.subarray(at), end === undefined ? 0 : end - at);
        return messages;
      }
      const message = this.#take(header, bytes.subarray(header.payloadStart, end));
      if (message !== undefined) messages.push(message);
      at = end;
    }
    return messages;
  }

  #keep(rest: Buffer, neededBytes: number): void {
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#pieceBytes = rest.length;
    this.#neededBytes = neededBytes;
  }

  #take(header: FrameHeader, payload: Buffer): ServerMessage | undefined {
    switch (header.opcode) {
      case PING:
        return { kind: 'ping', payload };
      case PONG:
        return undefined;
      case CLOSE:
        return { kind: 'close', code: payload.length >= 2 ? payload.readUInt16BE(0) : undefined };
      default:
        return this.#takeText(header, payload);
    }
  }

  #takeText(header: FrameHeader, payload: Buffer): ServerMessage | undefined {
    if (header.opcode !== CONTINUATION && header.final) return { kind: 'text', text: payload.toString('utf8') };
    if (header.opcode !== CONTINUATION) this.#fragments = [];
    this.#fragments.push(payload);
    if (!header.final) return undefined;
    // Joined before decoding: a character may be cut by the border of two fragments.
    const text = Buffer.concat(this.#fragments).toString('utf8');
    this.#fragments = [];
    return { kind: 'text', text };
  }
}

/** The header at `start`; undefined when it is not all there, a phrase when it breaks the protocol. */
function readHeader(bytes: Buffer, start: number): FrameHeader | string | undefined {
  const first = bytes[start];
  const second = bytes[start + 1];
  if (first === undefined || second === undefined) return undefined;
  const opcode = first & 0x0f;
  if ((first & 0x70) !== 0) return 'a frame with reserved bits set';
  if (second & 0x80) return 'a masked frame from the server';
  if (opcode > BINARY && (opcode < CLOSE || opcode > PONG)) return `a frame with the unknown opcode ${opcode}`;
  const final = (first & 0x80) !== 0;
  const short = second & 0x7f;
  if (opcode >= CLOSE && (!final || short > 125)) return 'a control frame that is fragmented or too long';
  const payloadStart = start + (short < 126 ? 2 : short === 126 ? 4 : 10);
  if (bytes.length < payloadStart) return undefined;
  const payloadLength = short < 126 ? short : lengthAt(bytes, start + 2, payloadStart);
  if (payloadLength > MAX_PAYLOAD_BYTES) return `a frame of ${payloadLength} bytes`;
  return { final, opcode, payloadStart, payloadLength };
}

/** A length of two or eight bytes. */
function lengthAt(bytes: Buffer, from: number, to: number): number {
  if (to - from === 2) return bytes.readUInt16BE(from);
  return bytes.readUInt32BE(from) * 2 ** 32 + bytes.readUInt32BE(from + 4);
}
