import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callText } from '../../../cdp/function-text.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { withoutInspectFlags } from './in-debuggee/without-inspect-flags.ts';
import { letChildrenRun, type WaitingWorker } from './let-children-run.ts';

const MAX_HOLD_MS = 2_000;

/** The way in which a thread is taken under control. */
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
 * Takes a thread under control in as few batches of messages as there can be, without waiting for replies one by one.
 *
 * Nothing is evaluated in a process before it is known to wait: an inspector message is handled in the middle of Node's own start,
 * and what an evaluation loads there may read options that Node has not taken in yet, upon which Node 20 aborts the program.
 *
 * @throws DebugError `connection_closed`, `request_timeout`, `cancelled`
 */
export async function takeControl(session: CdpSession, start: ControlStart, options?: CallOptions): Promise<void> {
  if (start.from === 'waiting') return takeWaiting(session, start, options);
  start.heldFor?.().catch(() => {});
  await Promise.all([
    ...(start.from === 'running' ? openProcess(session, options) : []),
    session.send('Debugger.enable', {}, options),
    ...start.send(),
    // In the same batch: a worker may answer its messages only once it runs.
    ...(start.from === 'worker' ? runWorker(session, options) : []),
  ]);
}

/** A worker has a list of flags of its own, which it hands on to what it forks, as the process does. */
function runWorker(session: CdpSession, options?: CallOptions): Promise<unknown>[] {
  return [
    session.send('Runtime.evaluate', { expression: callText(withoutInspectFlags) }, options),
    session.send('Runtime.runIfWaitingForDebugger', undefined, options),
  ];
}

function openProcess(session: CdpSession, options?: CallOptions): Promise<unknown>[] {
  return [
    session.send('NodeRuntime.enable', undefined, options),
    session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }, options),
  ];
}

/**
 * A process that waits for a debugger runs on only by `runIfWaitingForDebugger`, sent when `waitingForDebugger` arrives: sent
 * earlier, it may be handled before Node begins to wait, and is lost.
 */
async function takeWaiting(
  session: CdpSession,
  { onWorker, heldFor, send }: ControlStart,
  options?: CallOptions,
): Promise<void> {
  let isReleased = false;
  const start = async () => {
    const held = heldFor?.().catch(() => {});
    const sent = Promise.all([...send(), letChildrenRun(session, onWorker, options)]);
    // Its failure is reported below; until then it is not awaited.
    sent.catch(() => {});
    if (held) await Promise.race([held, sleep(MAX_HOLD_MS, undefined, { ref: false })]);
    isReleased = true;
    await Promise.all([sent, session.send('Runtime.runIfWaitingForDebugger', undefined, options)]);
  };
  const started = untilWaiting(session).then(start);
  try {
    await Promise.all([...openProcess(session, options), session.send('Debugger.enable', {}, options), started]);
  } catch (error) {
    // A program that is killed as soon as it runs takes the last replies with it. It was started; its end is reported by itself.
    if (!(isReleased && error instanceof DebugError && error.code === 'connection_closed')) throw error;
  }
}

function untilWaiting(session: CdpSession): Promise<void> {
  return new Promise((resolve, reject) => {
    const unsubscribe = session.on('NodeRuntime.waitingForDebugger', () => {
      unsubscribe();
      resolve();
    });
    session.onClose((cause) => {
      reject(new DebugError('connection_closed', `The program ended before it ran: ${cause}`));
    });
  });
}
