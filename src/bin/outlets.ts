/** Writes to stdout, which is the protocol. */
export function writeOut(text: string): void {
  process.stdout.write(text);
}

/** Writes a line for a person to stderr. Fails silently: a client that closed stderr still wants its answers. */
export function logLine(line: string): void {
  process.stderr.write(`mcp-debugger: ${line}\n`, () => {});
}

/** Has a defect in one call leave the sessions of the others alone: it is reported on stderr, and this thread goes on. */
export function surviveDefects(): void {
  // A client may close stderr; an 'error' without a listener would count as one more defect, and be reported on stderr.
  process.stderr.on('error', () => {});
  process.on('uncaughtException', (error) => logLine(`uncaught exception: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => {
    logLine(`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  });
}
