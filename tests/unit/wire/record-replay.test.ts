import { describe, expect, test } from 'vitest';
import { CdpConnection } from '../../../src/cdp/cdp-connection.ts';
import { recordTransport } from '../../../src/wire/recording-transport.ts';
import { ReplayTransport } from '../../../src/wire/replay-transport.ts';

const line = (direction: 'in' | 'out', message: unknown) => JSON.stringify({ elapsedMs: 0, direction, message });

const RECORDING = [
  line('out', { id: 7, method: 'Runtime.enable' }),
  line('out', { id: 8, method: 'Debugger.enable' }),
  line('in', { method: 'Debugger.resumed', params: {} }),
  line('in', { id: 8, result: { debuggerId: 'x' } }),
  line('in', { id: 7, result: {} }),
  line('out', { id: 9, method: 'Debugger.pause' }),
  line('in', { id: 9, error: { code: -32000, message: 'no' } }),
];

describe('ReplayTransport', () => {
  test('releases what was received once everything sent before it was sent again, with the new ids', async () => {
    const connection = new CdpConnection(new ReplayTransport(RECORDING));
    const events: string[] = [];
    connection.on('Debugger.resumed', () => events.push('resumed'));
    const debuggerEnabled = connection.send('Debugger.enable');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(events).toEqual([]);
    await connection.send('Runtime.enable');
    expect(await debuggerEnabled).toEqual({ debuggerId: 'x' });
    expect(events).toEqual(['resumed']);
    await expect(connection.send('Debugger.pause')).rejects.toMatchObject({ code: 'protocol_error' });
  });

  test('ends at a message that was not recorded and names it', async () => {
    const connection = new CdpConnection(new ReplayTransport(RECORDING));
    await expect(connection.send('Debugger.stepOver')).rejects.toMatchObject({
      code: 'connection_closed',
      message: expect.stringContaining('the recording has no (further) Debugger.stepOver'),
    });
  });
});

describe('recordTransport', () => {
  test('writes both directions in order, and its lines can be replayed', async () => {
    const lines: string[] = [];
    const connection = new CdpConnection(recordTransport(new ReplayTransport(RECORDING), (each) => lines.push(each)));
    await Promise.all([connection.send('Runtime.enable'), connection.send('Debugger.enable')]);
    const recorded = lines.map((each) => JSON.parse(each));
    expect(recorded.map((each) => [each.direction, each.message.method ?? each.message.id])).toEqual([
      ['out', 'Runtime.enable'],
      ['out', 'Debugger.enable'],
      ['in', 'Debugger.resumed'],
      ['in', 2],
      ['in', 1],
    ]);
    expect(recorded.every((each) => each.elapsedMs >= 0)).toBe(true);
    const again = new CdpConnection(new ReplayTransport(lines));
    const [, enabled] = await Promise.all([again.send('Runtime.enable'), again.send('Debugger.enable')]);
    expect(enabled).toEqual({ debuggerId: 'x' });
  });

  test('shortens sources and data: URLs, also inside the messages of a worker, and passes them on whole', () => {
    const lines: string[] = [];
    const sent: string[] = [];
    const wire = { send: (text: string) => sent.push(text), onMessage() {}, onClose() {}, close() {} };
    const transport = recordTransport(wire, (each) => lines.push(each));
    const inner = JSON.stringify({ id: 1, params: { scriptSource: 'x'.repeat(5_000) } });
    const text = JSON.stringify({ a: `data:text/plain,${'y'.repeat(1_000)}`, message: inner, short: 'data:,z' });
    transport.send(text);
    expect(sent).toEqual([text]);
    expect(JSON.parse(lines[0] ?? '').message).toEqual({
      a: '[data: URL: 1016 characters]',
      message: '{"id":1,"params":{"scriptSource":"[scriptSource: 5000 characters]"}}',
      short: 'data:,z',
    });
  });
});
