/** How long a caller is willing to wait, and its way to give up earlier. Every wait of the engine takes these. */
export interface CallOptions {
  /** Milliseconds; left out, the callee's documented default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}
