import { describe, expect, test, vi } from 'vitest';
import { connectInspector } from '../../src/cdp/connect.ts';
import { type FakePeer, readClientFrames, startFakeInspector } from '../fakes/fake-inspector.ts';

const EVENT = '{"method":"Debugger.resumed","params":{}}';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** A nudge is written in the turn after the event; a busy machine gives that turn late. */
const WITHIN = { timeout: 10_000, interval: 2 };
const bytesOf = (peer: FakePeer) => Buffer.concat(peer.raw);

describe('the acknowledgement nudge', () => {
  test('answers an event with one byte of the next header, which the next command continues', async () => {
    await using inspector = await startFakeInspector();
    const connection = await connectInspector(inspector.url, { peer: 'node' });
    const peer = await inspector.peer();
    for (const expected of [[0x81], [0x81, 0xff], [0x81, 0xff, 0]]) {
      peer.say(EVENT);
      await vi.waitFor(() => expect(bytesOf(peer)).toHaveLength(expected.length), WITHIN);
      expect([...bytesOf(peer)]).toEqual(expected);
    }
    connection.send('Debugger.pause').catch(() => undefined);
    expect(JSON.parse(await peer.next())).toMatchObject({ method: 'Debugger.pause' });
    connection.close();
  });

  test('finishes the header with a command without effect when its constant bytes are used up', async () => {
    await using inspector = await startFakeInspector();
    const connection = await connectInspector(inspector.url, { peer: 'node' });
    const peer = await inspector.peer();
    for (let count = 0; count < 10; count++) {
      const before = bytesOf(peer).length;
      peer.say(EVENT);
      await vi.waitFor(() => expect(bytesOf(peer).length).toBeGreaterThan(before), WITHIN);
    }
    const { texts, rest } = readClientFrames(bytesOf(peer));
    expect(texts).toEqual(['{"id":0,"method":"_"}']);
    expect(rest.length).toBeLessThanOrEqual(6);
    connection.close();
  });

  // As for any other reply: Node ends with SIGSEGV when it has one for a socket that its inspector has just closed.
  test('closes behind the answer to a command without effect', async () => {
    await using inspector = await startFakeInspector();
    const connection = await connectInspector(inspector.url, { peer: 'node' });
    const peer = await inspector.peer();
    while (readClientFrames(bytesOf(peer)).texts.length === 0) {
      const before = bytesOf(peer).length;
      peer.say(EVENT);
      await vi.waitFor(() => expect(bytesOf(peer).length).toBeGreaterThan(before), WITHIN);
    }
    let isAnswered = false;
    const ended = new Promise<boolean>((resolve) => peer.socket.once('end', () => resolve(isAnswered)));
    connection.close();
    await pause(20);
    isAnswered = true;
    peer.say(`{"error":{"code":-32601,"message":"'_' wasn't found"},"id":0}`);
    expect(await ended).toBe(true);
  });

  test('stays within a few bytes per millisecond in a flood of events', async () => {
    await using inspector = await startFakeInspector();
    const connection = await connectInspector(inspector.url, { peer: 'node' });
    const peer = await inspector.peer();
    const start = performance.now();
    for (let count = 0; count < 2_000; count++) {
      peer.say(EVENT);
      if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() => expect(peer.raw.length).toBeGreaterThan(0), WITHIN);
    await pause(20);
    const writes = peer.raw.length;
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThanOrEqual(4 * (performance.now() - start) + 4);
    connection.close();
  });

  test('sends no byte when a reaction to the message sends a command', async () => {
    await using inspector = await startFakeInspector();
    const connection = await connectInspector(inspector.url, { peer: 'node' });
    const peer = await inspector.peer();
    connection.on('Debugger.resumed', async () => {
      await Promise.resolve();
      connection.send('Debugger.pause').catch(() => undefined);
    });
    peer.say(EVENT);
    await peer.next();
    await pause(15);
    // The short length form: no header byte was sent ahead.
    expect(bytesOf(peer)[1]).toBeLessThan(0x80 | 126);
    expect(readClientFrames(bytesOf(peer)).rest).toHaveLength(0);
    connection.close();
  });

  test('never puts a byte between the parts of a large command', async () => {
    await using inspector = await startFakeInspector();
    const connection = await connectInspector(inspector.url, { peer: 'node' });
    const peer = await inspector.peer();
    const flood = setInterval(() => peer.say(EVENT), 0);
    try {
      for (let size = 100_000; size <= 500_000; size += 100_000) {
        const answer = connection.send('Runtime.evaluate', { expression: 'x'.repeat(size) });
        for (let text = await peer.next(); ; text = await peer.next()) {
          const { id, params } = JSON.parse(text);
          if (id === 0) continue;
          expect(params.expression).toHaveLength(size);
          peer.say(`{"id":${id},"result":{}}`);
          break;
        }
        await answer;
      }
    } finally {
      clearInterval(flood);
    }
    connection.close();
  });

  test('is off for a peer that is not Node', async () => {
    await using inspector = await startFakeInspector({ product: 'Chrome/140.0.0.0' });
    const connection = await connectInspector(inspector.url, { peer: 'unknown' });
    const peer = await inspector.peer();
    peer.say(EVENT);
    await pause(20);
    expect(peer.raw).toEqual([]);
    connection.close();
  });
});
