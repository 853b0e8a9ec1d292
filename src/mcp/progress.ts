/** Interval at which a waiting call reports progress. Clients that reset their own timeout on progress use 30 s and more. */
const HEARTBEAT_MS = 5_000;

/** Reports to the client how a call gets on. Owned by one call, which ends it with `stop`. */
export interface ProgressReporter {
  report(message: string): void;
  stop(): void;
}

/** Sends progress: seconds since the call began (the protocol demands a growing number) and a line of text. */
export type SendProgress = (elapsedSeconds: number, message: string) => void;

/**
 * Reports each message at once and, every {@link HEARTBEAT_MS} while nothing new comes, the last one with the time passed.
 *
 * @param send Left out when the client asked for no progress: then nothing runs at all.
 */
export function startProgress(send: SendProgress | undefined): ProgressReporter {
  if (send === undefined) return { report: () => {}, stop: () => {} };
  const startedMs = performance.now();
  let latest = 'waiting';
  const elapsedSeconds = () => (performance.now() - startedMs) / 1000;
  const timer = setInterval(
    () => send(elapsedSeconds(), `${latest} (${Math.round(elapsedSeconds())} s)`),
    HEARTBEAT_MS,
  );
  timer.unref();
  return {
    report: (message) => {
      latest = message;
      send(elapsedSeconds(), message);
    },
    stop: () => clearInterval(timer),
  };
}
