import { expect, test } from 'vitest';
import { takeControl } from '../../../../../src/adapter/node/control/take-control.ts';
import type { CdpSession } from '../../../../../src/cdp/cdp-session.ts';

/** A session that answers everything, and what was sent through it. */
function recordingSession() {
  const sent: string[] = [];
  const listeners = new Map<string, (params: never) => void>();
  const ends: ((cause: string) => void)[] = [];
  const session = {
    closed: false,
    pending: () => [],
    on(event: string, listener: (params: never) => void) {
      listeners.set(event, listener);
      return () => listeners.delete(event);
    },
    onClose(listener: (cause: string) => void) {
      ends.push(listener);
      return () => {};
    },
    async send(method: string) {
      sent.push(method);
      return {};
    },
  };
  return {
    // The fake takes every command; what a test looks at is their order.
    session: session as unknown as CdpSession,
    sent,
    waits: () => listeners.get('NodeRuntime.waitingForDebugger')?.({} as never),
    closes: () => {
      for (const end of ends) end('gone');
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('nothing is evaluated in a process before it is known to wait, and all of it before it runs', async () => {
  const { session, sent, waits } = recordingSession();
  const send = () => [session.send('Runtime.evaluate', { expression: '1' })];
  const heldFor = () => session.send('Runtime.evaluate', { expression: '2' });
  const taken = takeControl(session, { from: 'waiting', onWorker: () => {}, heldFor, send });
  await turn();
  expect(sent).toEqual(['NodeRuntime.enable', 'NodeRuntime.notifyWhenWaitingForDisconnect', 'Debugger.enable']);
  waits();
  await taken;
  expect(sent.filter((method) => method === 'Runtime.evaluate')).toHaveLength(3);
  expect(sent.at(-1)).toBe('Runtime.runIfWaitingForDebugger');
});

test('a process that ends before it waits is a failure, and one that was let go has been started', async () => {
  const early = recordingSession();
  const start = { from: 'waiting', onWorker: () => {}, send: () => [] } as const;
  const failing = takeControl(early.session, start);
  early.closes();
  await expect(failing).rejects.toThrow('The program ended before it ran: gone');
  const late = recordingSession();
  const taken = takeControl(late.session, start);
  late.waits();
  await turn();
  late.closes();
  await expect(taken).resolves.toBeUndefined();
});

test('a worker gets everything in one batch, and runs at its end', () => {
  const { session, sent } = recordingSession();
  const send = () => [session.send('Runtime.evaluate', { expression: '1' })];
  void takeControl(session, { from: 'worker', onWorker: () => {}, send });
  expect(sent).toEqual(['Debugger.enable', 'Runtime.evaluate', 'Runtime.evaluate', 'Runtime.runIfWaitingForDebugger']);
});
