import { describe, expect, test } from 'vitest';
import { CdpConnection } from '../../../src/cdp/cdp-connection.ts';
import { NodeWorkerSession } from '../../../src/cdp/node-worker-session.ts';
import { ReplayTransport } from '../../../src/wire/replay-transport.ts';

const SEND = { id: 1, method: 'NodeWorker.sendMessageToWorker' };
const line = (direction: 'in' | 'out', message: unknown) => JSON.stringify({ elapsedMs: 0, direction, message });
const fromWorker = (sessionId: string, message: unknown) =>
  line('in', {
    method: 'NodeWorker.receivedMessageFromWorker',
    params: { sessionId, message: JSON.stringify(message) },
  });

function workerOf(lines: readonly string[]) {
  const process = new CdpConnection(new ReplayTransport(lines));
  return { process, worker: new NodeWorkerSession(process, '1') };
}

describe('NodeWorkerSession', () => {
  test('sends through its process and hears only its own worker', async () => {
    const { worker } = workerOf([
      line('out', SEND),
      line('in', { id: 1, result: {} }),
      fromWorker('2', { id: 1, result: 'of another worker' }),
      fromWorker('1', { method: 'Debugger.resumed', params: {} }),
      fromWorker('1', { id: 1, result: { result: { type: 'number', value: 3 } } }),
    ]);
    const events: unknown[] = [];
    worker.on('Debugger.resumed', (params) => events.push(params));
    const { result } = await worker.send('Runtime.evaluate', { expression: '1 + 2' });
    expect(result.value).toBe(3);
    expect(events).toEqual([{}]);
  });

  test('ends with its worker, not with another one', async () => {
    const { process, worker } = workerOf([
      line('out', SEND),
      line('in', { method: 'NodeWorker.detachedFromWorker', params: { sessionId: '2' } }),
      line('in', { method: 'NodeWorker.detachedFromWorker', params: { sessionId: '1' } }),
    ]);
    const reason = new Promise((resolve) => worker.onClose(resolve));
    const pending = worker.send('Runtime.evaluate', { expression: '1' });
    await expect(pending).rejects.toMatchObject({ code: 'connection_closed' });
    expect(await reason).toBe('the worker has ended');
    expect([worker.closed, process.closed]).toEqual([true, false]);
  });

  test('ends when the process does not know the worker any more', async () => {
    const { worker } = workerOf([
      line('out', SEND),
      line('in', { id: 1, error: { code: -32602, message: "Can't find worker for id" } }),
    ]);
    await expect(worker.send('Runtime.evaluate', { expression: '1' })).rejects.toMatchObject({
      code: 'connection_closed',
      message: expect.stringContaining("Can't find worker"),
    });
  });

  test('ends with its process', async () => {
    const { process, worker } = workerOf([line('out', SEND)]);
    const pending = worker.send('Runtime.evaluate', { expression: '1' });
    process.close();
    await expect(pending).rejects.toMatchObject({ code: 'connection_closed' });
    expect(worker.closed).toBe(true);
  });
});
