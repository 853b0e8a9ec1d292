import { describe, expect, test } from 'vitest';
import { DapConnection } from '../../src/dap/dap-connection.ts';
import { connectFakeDapPeer } from '../fakes/fake-dap-peer.ts';

async function connected(options = {}) {
  const { transport, adapter } = await connectFakeDapPeer(options);
  return { connection: new DapConnection(transport), adapter };
}

describe('a connection to a debug adapter', () => {
  test('rejects everything pending when the adapter dies in the middle of a message', async () => {
    const { connection, adapter } = await connected();
    const reasons: string[] = [];
    connection.onClose((reason) => reasons.push(reason));
    const pending = [connection.request('threads', {}), connection.request('stackTrace', { threadId: 1 })];
    await adapter.request('stackTrace');
    adapter.socket.write('Content-Length: 100\r\n\r\n{"type":"resp');
    adapter.socket.end();
    const outcomes = await Promise.allSettled(pending);
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason.code)).toEqual([
      'connection_closed',
      'connection_closed',
    ]);
    expect(reasons).toHaveLength(1);
    await expect(connection.request('threads', {})).rejects.toMatchObject({ code: 'connection_closed' });
  });

  test('gives up a request that is never answered, and drops the answer that comes later', async () => {
    const { connection, adapter } = await connected();
    const late = connection.request('threads', {}, { timeoutMs: 30 });
    const request = await adapter.request('threads');
    await expect(late).rejects.toMatchObject({
      code: 'request_timeout',
      details: { method: 'threads', timeoutMs: 30 },
    });
    const next = connection.request('threads', {});
    adapter.answer(request, { threads: [{ id: 1, name: 'late' }] });
    adapter.answer(await adapter.request('threads'), { threads: [] });
    expect(await next).toEqual({ threads: [] });
    connection.close();
  });

  test('does not send a request whose signal is aborted already, and gives up one that is aborted later', async () => {
    const { connection, adapter } = await connected();
    const signal = AbortSignal.abort();
    await expect(connection.request('threads', {}, { signal })).rejects.toMatchObject({ code: 'cancelled' });
    const controller = new AbortController();
    const pending = connection.request('pause', { threadId: 1 }, { signal: controller.signal });
    await adapter.request('pause');
    controller.abort();
    await expect(pending).rejects.toMatchObject({ code: 'cancelled' });
    expect(adapter.raw).not.toContain('"threads"');
    expect(connection.pending()).toEqual([]);
    connection.close();
  });

  test('delivers an event that comes before the response in the same packet first', async () => {
    const { connection, adapter } = await connected();
    const order: string[] = [];
    connection.on('stopped', ({ reason }) => order.push(reason));
    const next = connection.request('next', { threadId: 1 }).then(() => order.push('reply'));
    const { seq } = await adapter.request('next');
    adapter.say(
      { type: 'event', event: 'stopped', body: { reason: 'step', threadId: 1 } },
      { type: 'response', request_seq: seq, success: true, command: 'next' },
    );
    await next;
    expect(order).toEqual(['step', 'reply']);
    connection.close();
  });

  test('says in the adapter’s own words why a request was refused', async () => {
    const { connection, adapter } = await connected();
    const refused = connection.request('launch', {});
    const { seq } = await adapter.request('launch');
    const body = { error: { id: 7, format: 'no file {path}', variables: { path: '/a.py' } } };
    adapter.say({ type: 'response', request_seq: seq, success: false, command: 'launch', message: 'failed', body });
    await expect(refused).rejects.toMatchObject({ code: 'protocol_error', details: { message: 'no file /a.py' } });
    connection.close();
  });

  test('answers what the adapter asks for, and refuses what nobody handles', async () => {
    const { connection, adapter } = await connected();
    connection.answer('runInTerminal', async ({ args }) => ({ processId: args.length }));
    connection.answer('startDebugging', async () => {
      throw new Error('no child sessions here');
    });
    const said = (seq: number) => new RegExp(`"request_seq":${seq}[,}]`);
    adapter.say({ seq: 11, type: 'request', command: 'runInTerminal', arguments: { cwd: '/', args: ['a', 'b'] } });
    adapter.say({ seq: 12, type: 'request', command: 'startDebugging', arguments: {} });
    adapter.say({ seq: 13, type: 'request', command: 'somethingElse', arguments: {} });
    await expect.poll(() => adapter.raw).toMatch(said(13));
    expect(adapter.raw).toContain('"body":{"processId":2}');
    expect(adapter.raw).toContain('no child sessions here');
    expect(adapter.raw).toContain('somethingElse is not supported by this client');
    connection.close();
  });

  test('goes on after a message that is no JSON, and after a listener that throws', async () => {
    const { transport, adapter } = await connectFakeDapPeer();
    const errors: string[] = [];
    const connection = new DapConnection(transport, { onListenerError: (_, event) => errors.push(event) });
    const heard: string[] = [];
    connection.on('output', () => {
      throw new Error('mine');
    });
    connection.on('output', ({ output }) => heard.push(output));
    adapter.socket.write('Content-Length: 3\r\n\r\n{]}');
    adapter.event('output', { output: 'hello' });
    await expect.poll(() => heard).toEqual(['hello']);
    expect(errors).toEqual(['message', 'output']);
    connection.close();
  });

  test('acknowledges what it receives by the start of its next header, which the adapter reads as one', async () => {
    const { connection, adapter } = await connected({ nudge: true });
    const stopped = new Promise((resolve) => connection.on('stopped', resolve));
    const NUDGED = 30;
    for (let sent = 0; sent < NUDGED; sent++) {
      adapter.event('output', { output: `${sent}` });
      // Each in a packet of its own.
      await expect.poll(() => adapter.raw.length, { interval: 2 }).toBeGreaterThan(sent);
    }
    expect(adapter.raw.slice(0, 16)).toBe('Content-Length: ');
    expect(adapter.raw.slice(16).trim()).toBe('');
    adapter.event('stopped', { reason: 'pause' });
    await stopped;
    const reply = connection.request('threads', {});
    adapter.answer(await adapter.request('threads'), { threads: [] });
    expect(await reply).toEqual({ threads: [] });
    connection.close();
  });
});
