import { createServer, type Server, type Socket } from 'node:net';
import type { Transport } from '../transport.ts';
import { StreamTransport } from './stream-transport.ts';

/** Loopback only, whatever happens: who connects may run code in what is debugged. */
const ADDRESS = '127.0.0.1';

interface ListenOptions {
  /** See StreamTransport. */
  readonly nudge: boolean;
  /** Left out, one that the system chooses. */
  readonly port?: number | undefined;
  /** A debuggee has connected. The listener owns the transport from here on. */
  readonly onTransport: (transport: Transport<string>) => void;
}

/** A port of this machine's loopback, on which debuggees report. */
export interface StreamListener {
  readonly host: string;
  readonly port: number;
  /** Takes no further connections. Those that are open stay so. */
  close(): void;
}

/**
 * Listens for programs that connect to their debugger. It keeps nothing alive.
 *
 * @throws Error with the system's code (`EADDRINUSE`) when the port cannot be had
 */
export async function listenForStreams(options: ListenOptions): Promise<StreamListener> {
  const server = createServer((socket) => accept(socket, options));
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, ADDRESS, () => resolve(portOf(server)));
  });
  server.on('error', () => {});
  server.unref();
  return { host: ADDRESS, port, close: () => server.close() };
}

function accept(socket: Socket, { nudge, onTransport }: ListenOptions): void {
  socket.setNoDelay(true);
  onTransport(new StreamTransport({ input: socket, output: socket, nudge, peer: 'the debuggee' }));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a listener without a port');
  return address.port;
}
