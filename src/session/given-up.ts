/** The time an adapter may take to end a command that its caller gave up, before other calls are told that it runs on. */
const END_MS = 1_000;

interface GivenUp {
  readonly signal: AbortSignal | undefined;
  /** Ends the work in the program, as far as that can be done. */
  readonly end: () => Promise<void> | undefined;
  /** Called when the work goes on nevertheless. */
  readonly onLeft: () => void;
}

/**
 * Does work in the program that has a limit there, and that its caller may give up before. It is ended then as its limit would end it; the
 * promise is settled when it has ended.
 */
export async function endedWhenGivenUp<T>(work: () => Promise<T>, { signal, end, onLeft }: GivenUp): Promise<T> {
  let left: NodeJS.Timeout | undefined;
  const onAbort = () => {
    left = setTimeout(onLeft, END_MS);
    // Whether it was of use, the work itself shows.
    end()?.catch(() => {});
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const done = work();
    if (signal?.aborted) onAbort();
    return await done;
  } finally {
    clearTimeout(left);
    signal?.removeEventListener('abort', onAbort);
  }
}
