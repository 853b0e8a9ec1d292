/** The longest time of a timer, in ms: setTimeout takes a 32-bit number and treats anything above as 1 ms. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A caller's limit for a wait, and its way to give up earlier. Every wait of the engine takes these. */
export interface CallOptions {
  /** Milliseconds; left out, the callee's documented default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}
