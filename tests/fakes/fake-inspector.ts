import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

/** The far end of one connection to a {@link FakeInspector}. */
export interface FakePeer {
  readonly socket: Socket;
  /** The next message of the client, in order of arrival. */
  next(): Promise<string>;
  /** All raw bytes after the handshake, as they arrived. */
  readonly raw: Buffer[];
  /** Sends each text as one frame, all in one write. */
  say(...texts: string[]): void;
}

/** A WebSocket server on a real socket that says only what the test makes it say. */
export interface FakeInspector extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  peer(): Promise<FakePeer>;
}

/** A server's text frame: not masked, in the shortest form. */
export function serverFrame(payload: Buffer, opcode = 1, final = true): Buffer {
  const first = (final ? 0x80 : 0) | opcode;
  if (payload.length < 126) return Buffer.concat([Buffer.from([first, payload.length]), payload]);
  const header = Buffer.alloc(payload.length > 0xffff ? 10 : 4);
  header[0] = first;
  header[1] = payload.length > 0xffff ? 127 : 126;
  if (payload.length > 0xffff) header.writeBigUInt64BE(BigInt(payload.length), 2);
  else header.writeUInt16BE(payload.length, 2);
  return Buffer.concat([header, payload]);
}

/** Reads a client's frames by the letter of RFC 6455; returns the texts and what is left over. */
export function readClientFrames(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const texts: string[] = [];
  let at = 0;
  for (;;) {
    const size = bytes[at + 1];
    if (size === undefined) break;
    if ((size & 0x80) === 0) throw new Error('a client frame must be masked');
    let [start, length] = [at + 2, size & 0x7f];
    if (length === 126) {
      if (bytes.length < at + 4) break;
      [start, length] = [at + 4, bytes.readUInt16BE(at + 2)];
    } else if (length === 127) {
      if (bytes.length < at + 10) break;
      [start, length] = [at + 10, Number(bytes.readBigUInt64BE(at + 2))];
    }
    if (bytes.length < start + 4 + length) break;
    const mask = bytes.subarray(start, start + 4);
    const payload = bytes.subarray(start + 4, start + 4 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    if (bytes[at] === 0x81) texts.push(Buffer.from(payload).toString('utf8'));
    else if (bytes[at] !== 0x88) throw new Error(`unexpected first byte ${bytes[at]}`);
    at = start + 4 + length;
  }
  return { texts, rest: bytes.subarray(at) };
}

interface FakeOptions {
  /** False leaves handshakes unanswered. */
  readonly accept?: boolean;
  /** Answered to /json/version; left out, such questions get a 404. */
  readonly product?: string;
}

/** Starts one; `await using` ends it with its connections. */
export async function startFakeInspector(options: FakeOptions = {}): Promise<FakeInspector> {
  const peers: FakePeer[] = [];
  const waiters: ((peer: FakePeer) => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', (request: Buffer) => {
      if (options.accept === false) return;
      if (request.toString('latin1').startsWith('GET /json')) {
        socket.end(httpAnswer(options.product));
        return;
      }
      const key = /sec-websocket-key: (\S+)/i.exec(request.toString('latin1'))?.[1] ?? '';
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(`HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
      const peer = makePeer(socket);
      const waiter = waiters.shift();
      if (waiter === undefined) peers.push(peer);
      else waiter(peer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `ws://127.0.0.1:${port}/fake`,
    peer: async () => peers.shift() ?? new Promise((resolve) => waiters.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function httpAnswer(product: string | undefined): string {
  if (product === undefined) return 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  const body = JSON.stringify({ Browser: product });
  return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

function makePeer(socket: Socket): FakePeer {
  const texts: string[] = [];
  const waiters: ((text: string) => void)[] = [];
  const raw: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    raw.push(chunk);
    const read = readClientFrames(Buffer.concat([rest, chunk]));
    rest = read.rest;
    for (const text of read.texts) {
      const waiter = waiters.shift();
      if (waiter === undefined) texts.push(text);
      else waiter(text);
    }
  });
  return {
    socket,
    raw,
    next: async () => texts.shift() ?? new Promise((resolve) => waiters.push(resolve)),
    say: (...messages) => socket.write(Buffer.concat(messages.map((text) => serverFrame(Buffer.from(text))))),
  };
}
