import { encodeTextFrames } from './websocket-frames.ts';

/** The most bytes that the inspector reads at once. */
const READ_BYTES = 65_536;
/** No read may end this close before the end of the frame; 10 is where the decoder breaks, the rest is header and margin. */
const FORBIDDEN_REMAINDER = 32;
/** Small enough to travel in one segment and be read in one piece. */
const TAIL_BYTES = 4_096;
/** A cautious estimate of how fast the inspector takes in a frame. */
const READ_BYTES_PER_MS = 200_000;

interface LargeFrame {
  readonly body: Buffer;
  /** To be written once `body` has left this process and `tailDelayMs` have passed. */
  readonly tail: Buffer;
  readonly tailDelayMs: number;
}

/**
 * Encodes a message that is longer than one read of the inspector so that the read which brings its end brings more than
 * the 10 bytes on which the decoder breaks (see inspector-limits.ts), in both ways in which it can be cut:
 *
 * - A busy inspector reads it in slices of 64 KiB from the frame's start: spaces, which JSON ignores, move the end away from
 *   a border of slices.
 * - An idle inspector reads whatever has arrived, cut at any TCP segment: the last bytes are a segment of their own, sent
 *   when the others have been read.
 *
 * @param headerBytesSent see {@link encodeTextFrames}
 */
export function largeFrame(message: string, headerBytesSent: number): LargeFrame {
  let frame = encodeTextFrames([message], headerBytesSent);
  // The bytes sent ahead may be unread as well, so that the first slice begins with them.
  const remainder = (frame.length + headerBytesSent) % READ_BYTES;
  if (remainder < FORBIDDEN_REMAINDER) {
    frame = encodeTextFrames([message + ' '.repeat(FORBIDDEN_REMAINDER - remainder)], headerBytesSent);
  }
  const tailStart = frame.length - TAIL_BYTES;
  return {
    body: frame.subarray(0, tailStart),
    tail: frame.subarray(tailStart),
    tailDelayMs: 1 + Math.ceil(frame.length / READ_BYTES_PER_MS),
  };
}
