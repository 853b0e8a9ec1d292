import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callText } from '../../../cdp/function-text.ts';
import { NodeWorkerSession } from '../../../cdp/node-worker-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { withoutInspectFlags } from './in-debuggee/without-inspect-flags.ts';

/** A worker thread that waits for us, before its first line. */
export interface WaitingWorker {
  readonly session: NodeWorkerSession;
  readonly name: string;
}

/**
 * Sees to it that what a process starts runs: a worker thread, and a forked process, would each wait for a debugger of its own
 * because this process was started to wait for one. To be sent before the program's first line.
 *
 * @param onWorker Takes a worker that may run code of the program, and lets it run. Workers of Node itself just run.
 * @see CDP NodeWorker.enable
 */
export async function letChildrenRun(
  session: CdpSession,
  onWorker: (worker: WaitingWorker) => void,
  options?: CallOptions,
): Promise<void> {
  session.on('NodeWorker.attachedToWorker', ({ sessionId, workerInfo }) => {
    const worker = new NodeWorkerSession(session, sessionId);
    if (!workerInfo.url.startsWith('node:')) onWorker({ session: worker, name: workerInfo.title });
    // A failure means that the worker has ended.
    else worker.send('Runtime.runIfWaitingForDebugger').catch(() => {});
  });
  await Promise.all([
    session.send('Runtime.evaluate', { expression: callText(withoutInspectFlags) }, options),
    // Only a worker that waits for us can be made to run: left alone, it waits for anybody.
    session.send('NodeWorker.enable', { waitForDebuggerOnStart: true }, options),
  ]);
}
