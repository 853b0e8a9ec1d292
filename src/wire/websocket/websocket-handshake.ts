import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError, messageOf } from '../../model/debug-error.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 16_384;
/** RFC 6455 §1.3. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const END_OF_HEAD = '\r\n\r\n';

/** A socket past the WebSocket handshake. The caller owns it. */
interface UpgradedSocket {
  readonly socket: Socket;
  /** Bytes that came with the handshake's end and belong to the first frames. */
  readonly rest: Buffer;
}

/**
 * Connects to a `ws://host:port/path` URL and performs the WebSocket handshake. Default limit 5 s.
 *
 * @throws DebugError `invalid_argument` (not a ws: URL), `attach_refused` (nothing listens there, or it would not upgrade),
 *   `request_timeout`, `cancelled`
 */
export async function upgradeSocket(url: string, options: CallOptions): Promise<UpgradedSocket> {
  const target = parseUrl(url);
  if (options.signal?.aborted) throw cancelled(url);
  const key = randomBytes(16).toString('base64');
  const socket = connect({
    host: target.hostname.replace(/^\[|\]$/g, ''),
    port: Number(target.port || 80),
    noDelay: true,
  });
  socket.write(
    `GET ${target.pathname}${target.search} HTTP/1.1\r\nHost: ${target.host}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13${END_OF_HEAD}`,
  );
  try {
    const { head, rest } = await readHead(socket, url, options);
    checkHead(head, key, url);
    return { socket, rest };
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw error;
  }
}

function parseUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'ws:') return parsed;
  throw new DebugError('invalid_argument', `"${url}" is not a ws:// URL of an inspector.`, {
    advice: 'Use the webSocketDebuggerUrl that http://HOST:PORT/json/list shows.',
    details: { argument: 'url' },
  });
}

function readHead(socket: Socket, url: string, options: CallOptions): Promise<{ head: string; rest: Buffer }> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(END_OF_HEAD);
      if (end >= 0) {
        const rest = received.subarray(end + END_OF_HEAD.length);
        finish(() => resolve({ head: received.toString('latin1', 0, end), rest }));
      } else if (received.length > MAX_RESPONSE_BYTES) {
        finish(() => reject(refused(url, 'its answer is not HTTP')));
      }
    };
    const onError = (error: Error) => finish(() => reject(refused(url, messageOf(error), error)));
    const onEnd = () => finish(() => reject(refused(url, 'it closed the connection during the handshake')));
    const onAbort = () => finish(() => reject(cancelled(url)));
    const timer = setTimeout(() => finish(() => reject(timedOut(url, timeoutMs))), timeoutMs);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd);
      // Between here and the next listener nothing may flow, or the first frames would be lost.
      socket.pause();
      settle();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd);
  });
}

function checkHead(head: string, key: string, url: string): void {
  const [statusLine = '', ...headers] = head.split('\r\n');
  if (!/^HTTP\/1\.[01] 101\b/.test(statusLine)) throw refused(url, `it answered "${statusLine}"`);
  const wanted = createHash('sha1')
    .update(key + ACCEPT_SUFFIX)
    .digest('base64');
  const accept = headers.find((header) => /^sec-websocket-accept:/i.test(header));
  if (accept?.slice(accept.indexOf(':') + 1).trim() === wanted) return;
  throw refused(url, 'its handshake carries a wrong Sec-WebSocket-Accept');
}

function refused(url: string, why: string, cause?: Error): DebugError {
  return new DebugError('attach_refused', `No debugger connection to ${url}: ${why}.`, {
    advice:
      'Check that the process still runs with its inspector on, and take a fresh URL from http://HOST:PORT/json/list.',
    details: { target: url },
    cause,
  });
}

function timedOut(url: string, timeoutMs: number): DebugError {
  return new DebugError('request_timeout', `${url} did not complete the WebSocket handshake within ${timeoutMs} ms.`, {
    advice:
      'Something listens there but does not answer: check that the port is an inspector and its process is not stopped.',
    details: { method: 'WebSocket handshake', timeoutMs },
  });
}

function cancelled(url: string): DebugError {
  return new DebugError('cancelled', `Connecting to ${url} was cancelled by its caller.`, { details: { target: url } });
}
