import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';
import { recordTransport } from '../wire/recording-transport.ts';
import { openWebSocket } from '../wire/websocket/websocket-transport.ts';
import { CdpConnection } from './cdp-connection.ts';
import { inspectorProduct } from './discover.ts';
import type { SessionOptions } from './message-exchange.ts';

interface ConnectOptions extends CallOptions, SessionOptions {
  /** The kind of peer. `unknown` costs a request to its HTTP port. */
  readonly peer: 'node' | 'unknown';
  /** Takes each message, both ways, as a line of JSON; see {@link recordTransport}. */
  readonly record?: ((line: string) => void) | undefined;
}

/**
 * Connects to an inspector's `ws://host:port/path` URL. Default limit 5 s. The caller owns the connection.
 *
 * @throws DebugError `invalid_argument` (not a ws: URL), `attach_refused`, `request_timeout`, `cancelled`
 */
export async function connectInspector(url: string, options: ConnectOptions): Promise<CdpConnection> {
  const nudge = options.peer === 'node' || (await isNode(url, options));
  const socket = await openWebSocket(url, { timeoutMs: options.timeoutMs, signal: options.signal, nudge });
  const transport = options.record === undefined ? socket : recordTransport(socket, options.record);
  return new CdpConnection(transport, { onListenerError: options.onListenerError });
}

async function isNode(url: string, options: CallOptions): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  const { hostname, port } = new URL(url);
  try {
    const product = await inspectorProduct(hostname.replace(/^\[|\]$/g, ''), Number(port || 80), options);
    return product.startsWith('node.js/');
  } catch (error) {
    if (error instanceof DebugError && error.code === 'cancelled') throw error;
    // The port answers no questions; the WebSocket may be there all the same, or says better what is wrong.
    return false;
  }
}
