import type { EventEmitter } from 'node:events';

/**
 * Limit for the engine to end its debuggees before this process exits anyway. Below the 5 s within which every debuggee must be
 * gone; a lifeline ends the rest.
 */
const CLOSE_TIMEOUT_MS = 4_200;
/** Limit for the tools' thread to end after that. A function of V8's own may hold it up, and `process.exit` would wait for it. */
const TERMINATE_TIMEOUT_MS = 300;
/** The part of {@link CLOSE_TIMEOUT_MS} in which running calls may still answer after the last of stdin. */
const ANSWER_TIMEOUT_MS = 3_500;

/** The server to end. */
export interface EndingServer {
  /** Waits for the calls that run. */
  answered(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
  /** Ends the tools' thread, whatever it computes. */
  terminate(): Promise<void>;
}

/** The sources of the events that end the server. The process itself outside tests. */
export interface ShutdownSources {
  readonly process: EventEmitter;
  readonly stdin: EventEmitter;
  readonly stdout: EventEmitter;
  exit(code: number): void;
  /** Ends the process without waiting for anything. */
  kill(): void;
}

/**
 * Ends the server when its client goes away or a signal asks for it, once: `close` is called at most once, then the process
 * exits, at the latest {@link CLOSE_TIMEOUT_MS} after it was asked to, whatever the tools compute. A second signal exits at once.
 *
 * After the end of stdin, calls that run are answered first, for {@link ANSWER_TIMEOUT_MS} at most: it need not be the end of a
 * client that reads. It is gone when stdout cannot be written to (EPIPE). Both may come with a signal: one client closes stdin and
 * sends SIGTERM in the same moment, so only signals count as the second request.
 */
export function installShutdown(server: EndingServer, sources: ShutdownSources = processSources()): void {
  let leaving = false;
  const leave = (code: number) => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => sources.kill(), TERMINATE_TIMEOUT_MS).unref();
    server.terminate().finally(() => sources.exit(code));
  };
  // An unref'd timer: it must not hold up an exit that happens by itself, but a debuggee's open pipe would hold it up for ever.
  const leaveInTime = () => setTimeout(() => leave(0), CLOSE_TIMEOUT_MS).unref();
  let closing = false;
  const begin = () => {
    if (closing) return;
    closing = true;
    leaveInTime();
    server.close().then(
      () => leave(0),
      () => leave(1),
    );
  };
  let signals = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    sources.process.on(signal, () => {
      signals += 1;
      if (signals > 1) leave(1);
      else begin();
    });
  }
  let isAnswering = false;
  const answerAndBegin = () => {
    if (isAnswering) return;
    isAnswering = true;
    leaveInTime();
    server.answered(ANSWER_TIMEOUT_MS).then(begin, begin);
  };
  sources.stdin.on('end', answerAndBegin);
  sources.stdin.on('close', answerAndBegin);
  sources.stdout.on('error', begin);
}

function processSources(): ShutdownSources {
  const { stdin, stdout, pid } = process;
  return { process, stdin, stdout, exit: (code) => process.exit(code), kill: () => process.kill(pid, 'SIGKILL') };
}
