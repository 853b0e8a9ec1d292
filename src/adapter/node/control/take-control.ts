import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { letChildrenRun, type WaitingWorker } from './let-children-run.ts';

const MAX_HOLD_MS = 2_000;

/** How a thread is taken under control. */
export interface ControlStart {
  /** `waiting`: a process that was started to wait for a debugger. `running`: one that runs already. `worker`: a thread that waits. */
  readonly from: 'waiting' | 'running' | 'worker';
  readonly onWorker: (worker: WaitingWorker) => void;
  /** Sent first; a process that waits for a debugger is let go only when it is done, or two seconds later. */
  readonly heldFor?: () => Promise<unknown>;
  /** Sends what must be in place before the program's first line, once the debugger is enabled. */
  readonly send: () => Promise<unknown>[];
}

/**
 * Takes a thread under control in one batch of messages, without waiting for replies one by one.
 *
 * A process that waits for a debugger runs on only by `runIfWaitingForDebugger`, sent when `waitingForDebugger` arrives: sent
 * earlier, it may be handled before Node begins to wait, and is lost.
 *
 * @throws DebugError `connection_closed`, `request_timeout`, `cancelled`
 */
export async function takeControl(
  session: CdpSession,
  { from, onWorker, heldFor, send }: ControlStart,
  options?: CallOptions,
): Promise<void> {
  const held = heldFor?.().catch(() => {});
  const ready = held && Promise.race([held, sleep(MAX_HOLD_MS, undefined, { ref: false })]);
  const release = from === 'waiting' ? releaseWhenWaiting(session, ready, options) : undefined;
  // When another message fails first, nobody would wait for this one's failure, and it would end the whole server.
  release?.done.catch(() => {});
  const ofProcess =
    from === 'worker'
      ? []
      : [
          session.send('NodeRuntime.enable', undefined, options),
          session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }, options),
        ];
  const sent = [
    ...ofProcess,
    session.send('Debugger.enable', {}, options),
    ...send(),
    ...(from === 'waiting' ? [letChildrenRun(session, onWorker, options)] : []),
    // In the same batch: a worker may answer its messages only once it runs.
    ...(from === 'worker' ? [session.send('Runtime.runIfWaitingForDebugger', undefined, options)] : []),
  ];
  try {
    await Promise.all(sent);
    await release?.done;
  } catch (error) {
    // A program that is killed as soon as it runs takes the last replies with it. It was started; its end is reported by itself.
    if (!(release?.isReleased() && error instanceof DebugError && error.code === 'connection_closed')) throw error;
  }
}

function releaseWhenWaiting(
  session: CdpSession,
  ready: Promise<unknown> | undefined,
  options?: CallOptions,
): { readonly done: Promise<void>; readonly isReleased: () => boolean } {
  let released = false;
  const done = new Promise<void>((resolve, reject) => {
    const unsubscribe = session.on('NodeRuntime.waitingForDebugger', () => {
      unsubscribe();
      const run = () => {
        released = true;
        session.send('Runtime.runIfWaitingForDebugger', undefined, options).then(() => resolve(), reject);
      };
      if (ready) void ready.then(run);
      else run();
    });
    session.onClose((cause) => {
      reject(new DebugError('connection_closed', `The program ended before it ran: ${cause}`));
    });
  });
  return { done, isReleased: () => released };
}
