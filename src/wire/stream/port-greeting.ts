import { connect } from 'node:net';
import { DebugError } from '../../model/debug-error.ts';
import type { Transport } from '../transport.ts';
import { StreamTransport } from './stream-transport.ts';

/** The bytes that a port sends to a new connection before it is asked anything. */
export type PortGreeting =
  /** Its first bytes. The caller owns the connection, on which they are still to be received. */
  | { readonly kind: 'said'; readonly text: string; readonly transport: Transport<string> }
  /** The peer takes connections, and waits. */
  | { readonly kind: 'silent' }
  /** `why` continues a sentence: `nothing listens there`. */
  | { readonly kind: 'refused'; readonly why: string };

interface GreetingOptions {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Listens to a port without saying a word: a question in another protocol than its own leaves some debuggers unable to answer, or
 * to end.
 *
 * @throws DebugError `cancelled`
 */
export function portGreeting({ host, port, timeoutMs, signal }: GreetingOptions): Promise<PortGreeting> {
  const peer = `${host}:${port}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const leave = (greeting: PortGreeting) => {
      done();
      socket.destroy();
      resolve(greeting);
    };
    const onAbort = () => {
      done();
      socket.destroy();
      reject(new DebugError('cancelled', `Connecting to ${peer} was cancelled.`));
    };
    const timer = setTimeout(() => leave({ kind: 'silent' }), timeoutMs);
    const onClose = () => leave({ kind: 'silent' });
    socket.once('close', onClose);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // One that hangs up is there.
      if (error.code === 'ECONNRESET') leave({ kind: 'silent' });
      else leave({ kind: 'refused', why: error.code === 'ECONNREFUSED' ? 'nothing listens there' : error.message });
    });
    socket.once('data', (chunk: Buffer) => {
      done();
      socket.off('close', onClose);
      socket.unshift(chunk);
      socket.setNoDelay(true);
      const transport = new StreamTransport({ input: socket, output: socket, nudge: false, peer });
      resolve({ kind: 'said', text: chunk.toString('latin1'), transport });
    });
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
}
