import { CONSTANT_HEADER_START } from './websocket/websocket-frames.ts';

/** More than this many in one window and the next waits for the window's end: a flood of events needs few. */
const BURST = 4;
const BURST_WINDOW_MS = 1;

interface NudgeWire {
  /** Writes raw bytes to the socket. */
  readonly write: (bytes: Buffer) => void;
  /** Sends a whole message that the peer answers with an error, to finish a header that has no constant byte left. */
  readonly sendNoOp: () => void;
  /** The bytes that every header begins with; left out, those of a WebSocket frame. */
  readonly headerStart?: Buffer;
}

/**
 * Makes this side's kernel acknowledge received bytes at once instead of after 40 ms.
 *
 * Node's inspector leaves Nagle's algorithm on: of the reply, the `resumed` and the `paused` of one step, each a small
 * write, the second waits in its kernel until the first is acknowledged, and ours delays acknowledgements for as long as
 * nothing is to be sent. So one byte is sent: the next byte of the header of the next frame. Node's decoder waits for the
 * rest of the header, which the next real frame brings in the same (64-bit length) form. A ping would be the proper way,
 * but Node drops a connection that pings.
 *
 * Over a WebSocket only for Node: the length form is wider than the RFC allows for short messages, and others check that.
 * Another framing gives the start of its own header.
 */
export class AcknowledgementNudge {
  readonly #wire: NudgeWire;
  #sentHeaderBytes = 0;
  #state: 'idle' | 'wanted' | 'held' | 'stopped' = 'idle';
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #windowStartMs = 0;
  #inWindow = 0;

  constructor(wire: NudgeWire) {
    this.#wire = wire;
  }

  /** Bytes came in. Nudges once the reactions to them have run, unless one of them sent something. */
  received(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'wanted';
    this.#immediate = setImmediate(() => this.#fire());
  }

  /**
   * A real frame is about to be written: it carries the acknowledgement.
   *
   * @returns how many bytes of its header the peer has already
   */
  takeSentHeaderBytes(): number {
    const count = this.#sentHeaderBytes;
    this.#sentHeaderBytes = 0;
    this.#cancel();
    if (this.#state === 'wanted') this.#state = 'idle';
    return count;
  }

  /** True when the peer waits for the rest of a header, so that no control frame may be sent. */
  get insideHeader(): boolean {
    return this.#sentHeaderBytes > 0;
  }

  /** Sends nothing until `release`: a frame is being written in parts, and a byte between them would corrupt it. */
  hold(): void {
    this.#cancel();
    if (this.#state !== 'stopped') this.#state = 'held';
  }

  release(): void {
    if (this.#state === 'held') this.#state = 'idle';
  }

  stop(): void {
    this.#cancel();
    this.#state = 'stopped';
  }

  #fire(): void {
    if (this.#state !== 'wanted') return;
    const now = performance.now();
    if (now - this.#windowStartMs >= BURST_WINDOW_MS) {
      this.#windowStartMs = now;
      this.#inWindow = 0;
    }
    if (this.#inWindow >= BURST) {
      this.#timer = setTimeout(() => this.#fire(), BURST_WINDOW_MS);
      return;
    }
    this.#inWindow += 1;
    this.#state = 'idle';
    this.#nudge();
  }

  #nudge(): void {
    const sent = this.#sentHeaderBytes;
    const start = this.#wire.headerStart ?? CONSTANT_HEADER_START;
    if (sent >= start.length) {
      this.#wire.sendNoOp();
      return;
    }
    this.#sentHeaderBytes = sent + 1;
    this.#wire.write(start.subarray(sent, sent + 1));
  }

  #cancel(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
  }
}
