import { PassThrough, Writable } from 'node:stream';
import { DebugError } from '../../../model/debug-error.ts';
import type { DebuggeeProcess } from '../../../process/debuggee-process.ts';
import { StreamTransport } from '../../../wire/stream/stream-transport.ts';
import type { Transport } from '../../../wire/transport.ts';

const MAX_KEPT_STDERR = 4_000;

interface AdapterStreams {
  readonly transport: Transport<string>;
  /** The end of what it wrote on stderr, for errors. */
  stderrTail(): string;
}

/**
 * Messages with a debug adapter over its standard streams. Takes the one listener that the process has for its output.
 *
 * @param adapter Started with `stdin: 'open'`.
 */
export function adapterStreams(adapter: DebuggeeProcess): AdapterStreams {
  const input = new PassThrough();
  let said = '';
  adapter.onOutput((stream, text) => {
    if (stream === 'stdout') input.write(text);
    else said = (said + text).slice(-MAX_KEPT_STDERR);
  });
  void adapter.exited.then(() => input.end());
  const output = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      try {
        adapter.writeStdin(text.toString());
        done();
      } catch (error) {
        done(error instanceof DebugError ? error : new Error(String(error)));
      }
    },
  });
  const transport = new StreamTransport({ input, output, nudge: false, peer: 'the debug adapter' });
  return { transport, stderrTail: () => said };
}
