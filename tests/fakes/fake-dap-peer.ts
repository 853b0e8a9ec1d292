import { createServer, type Socket } from 'node:net';
import { connectStream } from '../../src/wire/stream/stream-connect.ts';
import { encodeStreamMessage, StreamDecoder } from '../../src/wire/stream/stream-framing.ts';
import type { Transport } from '../../src/wire/transport.ts';

/** A request as the adapter got it. */
export interface GotRequest {
  readonly seq: number;
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The other end of a DAP connection, moved by the test. */
export class FakeDapPeer {
  readonly socket: Socket;
  readonly #decoder = new StreamDecoder();
  readonly #got: GotRequest[] = [];
  #waiting: (() => void)[] = [];
  /** Everything that was sent to it, as text. */
  raw = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      this.raw += chunk.toString();
      for (const message of this.#decoder.push(chunk)) this.#got.push(JSON.parse(message));
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The next request of that command; those of others stay. */
  async request(command: string): Promise<GotRequest> {
    for (;;) {
      const index = this.#got.findIndex((each) => each.command === command);
      const [found] = index === -1 ? [] : this.#got.splice(index, 1);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  answer({ seq, command }: GotRequest, body: unknown = {}): void {
    this.say({ type: 'response', request_seq: seq, success: true, command, body });
  }

  refuse({ seq, command }: GotRequest, message: string): void {
    this.say({ type: 'response', request_seq: seq, success: false, command, message });
  }

  event(event: string, body: unknown = {}): void {
    this.say({ type: 'event', event, body });
  }

  say(...messages: unknown[]): void {
    this.socket.write(messages.map((message) => encodeStreamMessage(JSON.stringify(message))).join(''));
  }

  /** Answers every further request of these commands at once, with these bodies. */
  serve(bodies: Readonly<Record<string, unknown>>): void {
    for (const [command, body] of Object.entries(bodies)) void this.#serveOne(command, body);
  }

  async #serveOne(command: string, body: unknown): Promise<void> {
    for (;;) this.answer(await this.request(command), body);
  }
}

interface FakeConnection {
  readonly transport: Transport<string>;
  readonly adapter: FakeDapPeer;
}

/** A transport and the adapter at its other end, over a real socket. The transport's owner closes it. */
export async function connectFakeDapPeer({ nudge = false } = {}): Promise<FakeConnection> {
  const server = createServer();
  const arrived = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const transport = await connectStream({ host: '127.0.0.1', port, nudge });
  const adapter = new FakeDapPeer(await arrived);
  server.close();
  return { transport, adapter };
}
