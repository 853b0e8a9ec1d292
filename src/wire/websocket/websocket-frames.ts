/**
 * The WebSocket framing of RFC 6455 as far as an inspector needs it: text messages out, anything in. Pure: no socket.
 */

const FIN_TEXT = 0x81;
const FIN_CLOSE = 0x88;
const FIN_PONG = 0x8a;
const MASKED = 0x80;
const SIXTEEN_BIT_LENGTH = 126;
const SIXTY_FOUR_BIT_LENGTH = 127;

/**
 * The header of a client's text frame in its 64-bit length form, as far as its bytes do not depend on the message: the
 * length of any message below 4 GiB begins with four zero bytes.
 */
export const CONSTANT_HEADER_START: Buffer = Buffer.from([FIN_TEXT, MASKED | SIXTY_FOUR_BIT_LENGTH, 0, 0, 0, 0]);

/** A close frame without a status, as a client sends it. */
export const CLOSE_FRAME: Buffer = Buffer.from([FIN_CLOSE, MASKED, 0, 0, 0, 0]);

/** The answer to a ping, with the ping's payload (at most 125 bytes). */
export function encodePong(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([FIN_PONG, MASKED | payload.length, 0, 0, 0, 0]), payload]);
}

/**
 * Encodes text messages as masked frames, one after the other in one buffer. The mask key is zero, which leaves the payload
 * as it is: masking protects against confused proxies, and an inspector is not reached through one.
 *
 * @param headerBytesSent how many bytes of {@link CONSTANT_HEADER_START} the peer has already; the first frame continues them.
 */
export function encodeTextFrames(messages: readonly string[], headerBytesSent = 0): Buffer {
  const lengths = messages.map((message) => Buffer.byteLength(message));
  let size = 0;
  for (const [index, length] of lengths.entries())
    size += headerSize(length, index === 0 && headerBytesSent > 0) + length;
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [index, message] of messages.entries()) {
    const length = lengths[index] ?? 0;
    at = writeHeader(buffer, at, length, index === 0 && headerBytesSent > 0);
    at += buffer.write(message, at, length, 'utf8');
  }
  return headerBytesSent === 0 ? buffer : buffer.subarray(headerBytesSent);
}

function headerSize(length: number, widest: boolean): number {
  if (widest || length > 0xffff) return 14;
  return length < SIXTEEN_BIT_LENGTH ? 6 : 8;
}

function writeHeader(buffer: Buffer, start: number, length: number, widest: boolean): number {
  let at = buffer.writeUInt8(FIN_TEXT, start);
  if (widest || length > 0xffff) {
    at = buffer.writeUInt8(MASKED | SIXTY_FOUR_BIT_LENGTH, at);
    at = buffer.writeBigUInt64BE(BigInt(length), at);
  } else if (length >= SIXTEEN_BIT_LENGTH) {
    at = buffer.writeUInt8(MASKED | SIXTEEN_BIT_LENGTH, at);
    at = buffer.writeUInt16BE(length, at);
  } else {
    at = buffer.writeUInt8(MASKED | length, at);
  }
  return buffer.writeUInt32BE(0, at);
}
