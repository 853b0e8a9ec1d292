import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { portGreeting } from '../../../../src/wire/stream/port-greeting.ts';
import { encodeStreamMessage } from '../../../../src/wire/stream/stream-framing.ts';
import { freePort } from '../../../support/free-port.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listening(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer(onSocket).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

function greetingAt(port: number, timeoutMs = 2_000, signal?: AbortSignal) {
  return portGreeting({ host: '127.0.0.1', port, timeoutMs, signal });
}

describe('the greeting of a port', () => {
  test('is what it says first, and the connection goes on with it', async () => {
    const heard: string[] = [];
    const port = await listening((socket) => {
      socket.write(encodeStreamMessage('"hello"'));
      socket.on('data', (chunk) => {
        heard.push(String(chunk));
        socket.write(encodeStreamMessage('"again"'));
      });
    });
    const greeting = await greetingAt(port);
    expect(greeting).toMatchObject({ kind: 'said', text: expect.stringContaining('"hello"') });
    if (greeting.kind !== 'said') return;
    expect(heard).toEqual([]);
    const messages: string[] = [];
    greeting.transport.onMessage((message) => messages.push(message));
    await expect.poll(() => messages).toEqual(['"hello"']);
    greeting.transport.send('"question"');
    await expect.poll(() => messages).toEqual(['"hello"', '"again"']);
    greeting.transport.close();
  });

  test('is silence where a question is waited for, and nothing is asked', async () => {
    const heard: string[] = [];
    const left = new Promise<void>((resolve) => {
      void listening((socket) => {
        socket.on('data', (chunk) => heard.push(String(chunk)));
        socket.on('close', () => resolve());
      }).then(async (port) => expect(await greetingAt(port, 50)).toEqual({ kind: 'silent' }));
    });
    await left;
    expect(heard).toEqual([]);
  });

  test('is silence where it hangs up', async () => {
    const port = await listening((socket) => socket.destroy());
    expect(await greetingAt(port)).toEqual({ kind: 'silent' });
  });

  test('is a refusal where nothing listens', async () => {
    expect(await greetingAt(await freePort())).toEqual({ kind: 'refused', why: 'nothing listens there' });
  });

  test('is given up when its caller gives up', async () => {
    const port = await listening(() => {});
    await expect(greetingAt(port, 10_000, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    await expect(greetingAt(port, 10_000, AbortSignal.timeout(20))).rejects.toMatchObject({ code: 'cancelled' });
  });
});
