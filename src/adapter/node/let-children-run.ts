import type { CdpSession } from '../../cdp/cdp-session.ts';
import { NodeWorkerSession } from '../../cdp/node-worker-session.ts';
import type { CallOptions } from '../../model/call-options.ts';

/**
 * `child_process.fork` hands `process.execArgv` on, and with it the flag that made this process wait for a debugger. Node fills
 * it in only after it has waited, so a setter is what takes the flag out. Where it is filled in already, the process was made to wait
 * in another way, and nothing is to be done.
 */
const WITHOUT_INSPECT_FLAGS = `(() => {
  if (process.execArgv !== undefined) return;
  const define = (rest) => Object.defineProperty(process, 'execArgv', { configurable: true, enumerable: true, ...rest });
  define({ get() {}, set(flags) {
    define({ writable: true, value: flags.filter((flag) => !/^--inspect(-brk|-wait)?(=|$)/.test(flag)) });
  } });
})()`;

/**
 * Sees to it that what a process starts runs, although nobody debugs it: a worker thread, and a forked process, would each wait for a
 * debugger of its own because this process was started to wait for one. To be sent before the program's first line.
 *
 * @see CDP NodeWorker.enable
 */
export async function letChildrenRun(session: CdpSession, options?: CallOptions): Promise<void> {
  session.on('NodeWorker.attachedToWorker', ({ sessionId }) => {
    // A failure means that the worker has ended.
    new NodeWorkerSession(session, sessionId).send('Runtime.runIfWaitingForDebugger').catch(() => {});
  });
  await Promise.all([
    session.send('Runtime.evaluate', { expression: WITHOUT_INSPECT_FLAGS }, options),
    // Only a worker that waits for us can be told to run: left alone, it waits for anybody.
    session.send('NodeWorker.enable', { waitForDebuggerOnStart: true }, options),
  ]);
}
