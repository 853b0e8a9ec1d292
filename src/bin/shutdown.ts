import type { EventEmitter } from 'node:events';

/**
 * How long the engine may take to end its debuggees before this process exits anyway. Below the 5 s within which every debuggee
 * must be gone; what is left then is ended by its lifeline.
 */
const CLOSE_TIMEOUT_MS = 4_500;
/** How long the calls that run may take to answer after the last of stdin. */
const ANSWER_TIMEOUT_MS = 5_000;

/** What is ended. */
export interface EndingServer {
  /** Waits for the calls that run. */
  answered(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** What can end the server. The process itself outside tests. */
export interface ShutdownSources {
  readonly process: EventEmitter;
  readonly stdin: EventEmitter;
  readonly stdout: EventEmitter;
  exit(code: number): void;
}

/**
 * Ends the server when its client goes away or a signal asks for it, once: `close` is called at most once, then the process
 * exits, at the latest after {@link CLOSE_TIMEOUT_MS}. A second signal exits at once.
 *
 * After the end of stdin, calls that run are answered first, for {@link ANSWER_TIMEOUT_MS} at most: it need not be the end of a
 * client that reads. It is gone when stdout cannot be written to (EPIPE). Both may come with a signal: one client closes stdin and
 * sends SIGTERM in the same moment, so only signals count as the second request.
 */
export function installShutdown(server: EndingServer, sources: ShutdownSources = processSources()): void {
  let closing = false;
  const begin = () => {
    if (closing) return;
    closing = true;
    // An unref'd timer: it must not hold up an exit that happens by itself, but a debuggee's open pipe would hold it up for ever.
    setTimeout(() => sources.exit(0), CLOSE_TIMEOUT_MS).unref();
    server.close().then(
      () => sources.exit(0),
      () => sources.exit(1),
    );
  };
  let signals = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    sources.process.on(signal, () => {
      signals += 1;
      if (signals > 1) sources.exit(1);
      else begin();
    });
  }
  let isAnswering = false;
  const answerAndBegin = () => {
    if (isAnswering) return;
    isAnswering = true;
    server.answered(ANSWER_TIMEOUT_MS).then(begin, begin);
  };
  sources.stdin.on('end', answerAndBegin);
  sources.stdin.on('close', answerAndBegin);
  sources.stdout.on('error', begin);
}

/** A defect in one call must not end the sessions of the others: it is reported on stderr, and serving goes on. */
export function surviveDefects(log: (line: string) => void): void {
  // A client may close stderr; an 'error' without a listener would count as one more defect, and be reported on stderr.
  process.stderr.on('error', () => {});
  process.on('uncaughtException', (error) => log(`uncaught exception: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => {
    log(`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  });
}

function processSources(): ShutdownSources {
  return { process, stdin: process.stdin, stdout: process.stdout, exit: (code) => process.exit(code) };
}
