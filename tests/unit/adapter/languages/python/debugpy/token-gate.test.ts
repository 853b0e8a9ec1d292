import { describe, expect, test } from 'vitest';
import { TokenGate } from '../../../../../../src/adapter/languages/python/debugpy/token-gate.ts';
import { Inbox } from '../../../../../../src/wire/inbox.ts';
import type { Transport } from '../../../../../../src/wire/transport.ts';

/** One end of a connection, played by the test. */
class Peer implements Transport<string> {
  readonly inbox = new Inbox<string>();
  readonly heard: string[] = [];

  send(message: string): void {
    this.heard.push(message);
  }

  onMessage(listener: (message: string) => void): void {
    this.inbox.onMessage(listener);
  }

  onClose(listener: (reason: string) => void): void {
    this.inbox.onClose(listener);
  }

  close(): void {
    this.inbox.close('closed by this side');
  }

  answer(clientAccessToken: unknown): void {
    const body = { clientAccessToken };
    this.inbox.deliver(JSON.stringify({ type: 'response', command: 'pydevdAuthorize', request_seq: 0, body }));
  }
}

function gate(): { gate: TokenGate; admitted: Transport<string>[] } {
  const admitted: Transport<string>[] = [];
  return { gate: new TokenGate((transport) => admitted.push(transport)), admitted };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('who connects to the port of a program', () => {
  test('is let through with the token, and loses nothing that it said before', async () => {
    const { gate: own, admitted } = gate();
    const peer = new Peer();
    own.ask(peer);
    expect(JSON.parse(peer.heard[0] ?? '')).toMatchObject({ type: 'request', command: 'pydevdAuthorize' });
    peer.inbox.deliver('{"type":"event","event":"output"}');
    peer.answer(own.token);
    await turn();
    expect(admitted).toHaveLength(1);
    const messages: string[] = [];
    admitted[0]?.onMessage((message) => messages.push(message));
    peer.inbox.deliver('{"type":"event","event":"initialized"}');
    await turn();
    expect(messages.map((each) => JSON.parse(each).event)).toEqual(['output', 'initialized']);
    const ends: string[] = [];
    admitted[0]?.onClose((reason) => ends.push(reason));
    peer.inbox.close('it left');
    await turn();
    expect(ends).toEqual(['it left']);
  });

  test.each([undefined, null, '', 'wrong', 42, '0'.repeat(32)])('is hung up on with %j', async (token) => {
    const { gate: own, admitted } = gate();
    const peer = new Peer();
    own.ask(peer);
    peer.answer(token);
    await turn();
    expect(admitted).toEqual([]);
    expect(peer.inbox.closed).toBe(true);
  });

  test('waits without the answer, is heard no further, and others are let through meanwhile', async () => {
    const { gate: own, admitted } = gate();
    const [stranger, program] = [new Peer(), new Peer()];
    own.ask(stranger);
    own.ask(program);
    for (const text of ['{', 'null', '[]', '{"type":"event","event":"stopped"}']) stranger.inbox.deliver(text);
    program.answer(own.token);
    await turn();
    expect(admitted).toHaveLength(1);
    expect(stranger.inbox.closed).toBe(false);
    own.close();
    expect(stranger.inbox.closed).toBe(true);
    expect(program.inbox.closed).toBe(false);
  });

  test('is hung up on when it talks on without an answer, and the oldest of very many', async () => {
    const { gate: own, admitted } = gate();
    const talker = new Peer();
    own.ask(talker);
    for (let count = 0; count < 200; count++) talker.inbox.deliver('{"type":"event"}');
    await turn();
    expect(talker.inbox.closed).toBe(true);
    const crowd = Array.from({ length: 70 }, () => new Peer());
    for (const each of crowd) own.ask(each);
    expect(crowd.filter(({ inbox }) => inbox.closed)).toEqual(crowd.slice(0, 6));
    own.close();
    expect(admitted).toEqual([]);
  });

  test('needs another token for each program', () => {
    expect(gate().gate.token).not.toBe(gate().gate.token);
  });
});
