import { describe, expect, test } from 'vitest';
import { connectInspector } from '../../src/cdp/connect.ts';
import { type FakePeer, serverFrame, startFakeInspector } from '../fakes/fake-inspector.ts';

async function connected() {
  const inspector = await startFakeInspector();
  const connection = await connectInspector(inspector.url, { peer: 'node' });
  return { inspector, connection, peer: await inspector.peer() };
}

async function nextId(peer: FakePeer): Promise<number> {
  return JSON.parse(await peer.next()).id;
}

const reply = (id: number, result: unknown = {}) => JSON.stringify({ id, result });
const event = (method: string, params: unknown = {}) => JSON.stringify({ method, params });

describe('a connection to an inspector', () => {
  test('drops a reply that comes after its time limit and goes on', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const late = connection.send('Runtime.evaluate', { expression: 'late' }, { timeoutMs: 30 });
    // It may be late before the peer has read it.
    const refused = expect(late).rejects.toMatchObject({ code: 'request_timeout', details: { timeoutMs: 30 } });
    const lateId = await nextId(peer);
    await refused;
    const next = connection.send('Runtime.evaluate', { expression: 'next' });
    const id = await nextId(peer);
    peer.say(reply(lateId, 'late'), reply(id, 'next'));
    expect(await next).toBe('next');
    expect(connection.pending()).toEqual([]);
    connection.close();
  });

  test('rejects everything pending when the inspector closes, and reports the reason once', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const reasons: string[] = [];
    connection.onClose((reason) => reasons.push(reason));
    const pending = ['1', '2'].map((expression) => connection.send('Runtime.evaluate', { expression }));
    await nextId(peer);
    peer.socket.destroy();
    const outcomes = await Promise.allSettled(pending);
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(
      Array(2).fill('connection_closed'),
    );
    expect(reasons).toHaveLength(1);
    expect(connection.closed).toBe(true);
    await expect(connection.send('Debugger.pause')).rejects.toMatchObject({ code: 'connection_closed' });
    expect(await new Promise((resolve) => connection.onClose(resolve))).toBe(reasons[0]);
  });

  test('rejects what is pending when its own side closes', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const pending = connection.send('Runtime.evaluate', { expression: '1' });
    await nextId(peer);
    const ended = new Promise((resolve) => peer.socket.once('end', resolve));
    connection.close();
    await expect(pending).rejects.toMatchObject({ code: 'connection_closed' });
    await ended;
  });

  // Node ends with SIGSEGV when it has a reply for a socket that its inspector has just closed.
  test('closes behind the replies that are on their way', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const abandoned = connection.send('Debugger.resume', undefined, { timeoutMs: 20 });
    const first = await nextId(peer);
    await expect(abandoned).rejects.toMatchObject({ code: 'request_timeout' });
    const pending = connection.send('Runtime.evaluate', { expression: '1' });
    const second = await nextId(peer);
    let isEnded = false;
    const ended = new Promise<void>((resolve) => peer.socket.once('end', () => resolve())).then(() => {
      isEnded = true;
    });
    connection.close();
    await expect(pending).rejects.toMatchObject({ code: 'connection_closed' });
    peer.say(event('Debugger.resumed'), reply(second));
    // What it sends by itself is no reply.
    await expect(connection.send('Debugger.pause')).rejects.toMatchObject({ code: 'connection_closed' });
    expect(isEnded).toBe(false);
    peer.say(reply(first));
    await ended;
  });

  test('closes without a reply that does not come', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const pending = connection.send('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true });
    await nextId(peer);
    const ended = new Promise((resolve) => peer.socket.once('end', resolve));
    connection.close();
    connection.close();
    await expect(pending).rejects.toMatchObject({ code: 'connection_closed' });
    await ended;
  });

  test('sends what was said right before its close', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    connection.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    connection.close();
    expect(JSON.parse(await peer.next())).toMatchObject({ method: 'Runtime.runIfWaitingForDebugger' });
  });

  test('an abort cancels one request and leaves the other', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const controller = new AbortController();
    const doomed = connection.send('Runtime.evaluate', { expression: '1' }, { signal: controller.signal });
    const other = connection.send('Runtime.evaluate', { expression: '2' });
    const ids = [await nextId(peer), await nextId(peer)];
    controller.abort();
    await expect(doomed).rejects.toMatchObject({ code: 'cancelled' });
    peer.say(...ids.map((id) => reply(id, id)));
    expect(await other).toBe(ids[1]);
    connection.close();
  });

  test('never sends a command that was aborted while it waited for the window', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const large = connection.send('Runtime.evaluate', { expression: 'x'.repeat(100_000) });
    const controller = new AbortController();
    const doomed = connection.send('Runtime.evaluate', { expression: 'doomed' }, { signal: controller.signal });
    const kept = connection.send('Runtime.evaluate', { expression: 'kept' });
    controller.abort();
    await expect(doomed).rejects.toMatchObject({ code: 'cancelled' });
    peer.say(reply(await nextId(peer)));
    await large;
    const next = JSON.parse(await peer.next());
    expect(next.params.expression).toBe('kept');
    peer.say(reply(next.id));
    await kept;
    connection.close();
  });

  test('reads a message that is split across many reads', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const answer = connection.send('Runtime.evaluate', { expression: '1' });
    const frame = serverFrame(Buffer.from(reply(await nextId(peer), { text: 'größer '.repeat(40) })));
    peer.socket.setNoDelay(true);
    for (let at = 0; at < frame.length; at += 7) {
      peer.socket.write(frame.subarray(at, at + 7));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toEqual({ text: 'größer '.repeat(40) });
    connection.close();
  });

  test('keeps the order of a reply and of events that come in the same chunk', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const seen: string[] = [];
    connection.on('Debugger.resumed', () => seen.push('resumed'));
    connection.on('Debugger.paused', () => seen.push('paused'));
    const stepped = connection.send('Debugger.stepOver').then(() => seen.push('reply'));
    const id = await nextId(peer);
    peer.say(event('Debugger.resumed'), reply(id), event('Debugger.paused'));
    await stepped;
    // The reply's promise reacts after the chunk; the events were delivered in their order before it.
    expect(seen).toEqual(['resumed', 'paused', 'reply']);
    connection.close();
  });

  test('a listener that throws disturbs neither the other listeners nor later messages', async () => {
    await using inspector = await startFakeInspector();
    const errors: unknown[] = [];
    const onListenerError = (error: unknown, name: string) => errors.push([name, error]);
    const connection = await connectInspector(inspector.url, { peer: 'node', onListenerError });
    const peer = await inspector.peer();
    const seen: string[] = [];
    connection.on('Debugger.resumed', () => {
      throw new Error('bad listener');
    });
    const off = connection.on('Debugger.resumed', () => seen.push('second'));
    const answer = connection.send('Debugger.resume');
    const id = await nextId(peer);
    peer.say(event('Debugger.resumed'), 'not JSON', reply(id));
    await answer;
    expect(seen).toEqual(['second']);
    expect(errors).toEqual([
      ['Debugger.resumed', new Error('bad listener')],
      ['message', expect.any(Error)],
    ]);
    off();
    connection.close();
  });

  test('closes with the reason when the server breaks the protocol', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const reason = new Promise((resolve) => connection.onClose(resolve));
    peer.socket.write(Buffer.from([0xff, 0x00]));
    expect(await reason).toMatch(/reserved bits/);
  });

  test('an error reply names the method, the code and the words of the inspector', async () => {
    const { inspector, connection, peer } = await connected();
    await using _ = inspector;
    const answer = connection.send('Debugger.pause');
    const id = await nextId(peer);
    peer.say(JSON.stringify({ id, error: { code: -32000, message: 'Debugger agent is not enabled' } }));
    await expect(answer).rejects.toMatchObject({
      code: 'protocol_error',
      message: expect.stringContaining('Debugger agent is not enabled'),
      details: { method: 'Debugger.pause', protocolCode: -32000 },
    });
    connection.close();
  });
});

describe('connecting', () => {
  test('gives up at its time limit when nobody answers the handshake', async () => {
    await using inspector = await startFakeInspector({ accept: false });
    await expect(connectInspector(inspector.url, { peer: 'node', timeoutMs: 40 })).rejects.toMatchObject({
      code: 'request_timeout',
    });
  });

  test('is cancelled by its signal during the handshake', async () => {
    await using inspector = await startFakeInspector({ accept: false });
    const signal = AbortSignal.timeout(40);
    await expect(connectInspector(inspector.url, { peer: 'node', signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test('is refused where nobody listens, and for a URL that is none', async () => {
    const inspector = await startFakeInspector();
    await inspector[Symbol.asyncDispose]();
    const refused = connectInspector(inspector.url, { peer: 'node' });
    await expect(refused).rejects.toMatchObject({ code: 'attach_refused', details: { target: inspector.url } });
    const wrong = connectInspector('http://127.0.0.1:1/', { peer: 'unknown' });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('loses no event that comes with the end of the handshake', async () => {
    await using inspector = await startFakeInspector();
    const opening = connectInspector(inspector.url, { peer: 'node' });
    // Said before the client can have read the handshake: both arrive in one chunk.
    inspector.peer().then((peer) => peer.say(event('NodeRuntime.waitingForDebugger')));
    const connection = await opening;
    await new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDebugger', () => resolve()));
    connection.close();
  });
});
