/**
 * Bytes of commands that may be on their way to an inspector without a sign that the inspector has read them.
 *
 * Node's WebSocket decoder compares the bytes it has with the payload length plus 4 instead of plus the whole header. When
 * the last 1 to 10 bytes of a frame come with a later read() than the rest, it reads past its buffer: Node 20, 22 and 24
 * crash, Node 26 loses the message. So no frame may be cut there by a read (64 KiB) or by a TCP segment: on Linux a
 * loopback segment is at most half the peer's first window, 32 741 bytes; on macOS it is 16 332 bytes.
 */
export const SAFE_IN_FLIGHT_BYTES = process.platform === 'darwin' ? 16_000 : 30_000;

/** The rest of the window beside the largest message that shares it: enough for the rest of the batch that starts a program. */
const SHARED_BYTES = 2_000;

/** A message longer than this (UTF-8 bytes) travels alone, with the precautions of the WebSocket transport; others share the window. */
export const LARGE_MESSAGE_BYTES = SAFE_IN_FLIGHT_BYTES - SHARED_BYTES;

/** The most that a frame's header adds to a message: 2 bytes, 8 of length, 4 of mask. */
export const MAX_HEADER_BYTES = 14;
