import { listenForStreams, type StreamListener } from '../../../../wire/stream/stream-listener.ts';
import type { Transport } from '../../../../wire/transport.ts';
import { TokenGate } from './token-gate.ts';

/** A port that takes one program, and the processes that it starts. */
export interface PrivatePort extends StreamListener {
  /** The token that the program must know: debugpy's `--adapter-access-token`. */
  readonly token: string;
}

/**
 * Opens a port for a program under debugpy, on loopback. It keeps nothing alive.
 *
 * @param onTransport Called with each connection that knew the token.
 * @param port Left out, one that the system chooses.
 * @throws Error with the system's code (`EADDRINUSE`) when the port cannot be had
 */
export async function openPrivatePort(
  onTransport: (transport: Transport<string>) => void,
  port?: number,
): Promise<PrivatePort> {
  const gate = new TokenGate(onTransport);
  const listener = await listenForStreams({ nudge: true, port, onTransport: (transport) => gate.ask(transport) });
  return {
    host: listener.host,
    port: listener.port,
    token: gate.token,
    close() {
      listener.close();
      gate.close();
    },
  };
}
