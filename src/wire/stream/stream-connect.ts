import { connect, type Socket } from 'node:net';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { Transport } from '../transport.ts';
import { StreamTransport } from './stream-transport.ts';

const DEFAULT_TIMEOUT_MS = 5_000;

interface ConnectOptions extends CallOptions {
  readonly host: string;
  readonly port: number;
  /** See StreamTransport. */
  readonly nudge: boolean;
}

/**
 * Connects to a debug adapter that listens on a port. Default limit 5 s. The caller owns the transport.
 *
 * @throws DebugError `attach_refused`, `request_timeout`, `cancelled`
 */
export async function connectStream(options: ConnectOptions): Promise<Transport<string>> {
  const { host, port, nudge } = options;
  const socket = await openSocket(options);
  socket.setNoDelay(true);
  return new StreamTransport({ input: socket, output: socket, nudge, peer: `${host}:${port}` });
}

function openSocket({ host, port, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ConnectOptions): Promise<Socket> {
  const target = `${host}:${port}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const settle = (error?: DebugError) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.removeListener('error', onError);
      if (error === undefined) {
        resolve(socket);
        return;
      }
      socket.on('error', () => {});
      socket.destroy();
      reject(error);
    };
    const onError = (error: NodeJS.ErrnoException) => settle(refused(target, error));
    const onAbort = () => settle(new DebugError('cancelled', `Connecting to ${target} was cancelled.`));
    const timer = setTimeout(() => settle(tooSlow(target, timeoutMs)), timeoutMs);
    socket.once('connect', () => settle());
    socket.on('error', onError);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
}

function refused(target: string, error: NodeJS.ErrnoException): DebugError {
  const why = error.code === 'ECONNREFUSED' ? 'nothing listens there' : error.message;
  return new DebugError('attach_refused', `Could not connect to ${target}: ${why}.`, {
    advice: 'Check the port, and that the program was started so that it waits for a debugger.',
    details: { target },
    cause: error,
  });
}

function tooSlow(target: string, timeoutMs: number): DebugError {
  return new DebugError('request_timeout', `${target} did not accept the connection within ${timeoutMs} ms.`, {
    advice: 'Check the host, and that no firewall is in between.',
    details: { method: 'connect', timeoutMs },
  });
}
