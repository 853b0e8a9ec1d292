import { DebugError, messageOf } from '../model/debug-error.ts';
import { openOwnFile } from '../storage/own-files.ts';

/** The file that every message from and to debuggees is appended to. Opened with the first session: a start writes nothing. */
export class WireTrace {
  readonly #path: string;
  #opened: Promise<(line: string) => void> | undefined;

  /** @param path Absolute. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the trace. @returns a function that writes each message as a line
   *
   * @throws DebugError `invalid_argument` when the file cannot be written: a trace was asked for and must be there afterwards
   */
  async open(): Promise<(line: string) => void> {
    this.#opened ??= this.#appender();
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw new DebugError('invalid_argument', `The trace cannot be written: ${messageOf(error)}`, {
        advice: 'Name another file after --trace-wire, or leave the option out, and start the server again.',
        details: { argument: 'trace-wire', path: this.#path },
        cause: error,
      });
    }
  }

  async #appender(): Promise<(line: string) => void> {
    const stream = (await openOwnFile(this.#path)).createWriteStream();
    // A disk that is full costs the rest of the trace, and not the session.
    stream.on('error', () => {});
    return (line) => void stream.write(line.endsWith('\n') ? line : `${line}\n`);
  }
}
