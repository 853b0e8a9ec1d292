import { DebugError } from '../debug-error.ts';

/** The error of a call to a program whose process a signal has stopped: no wait comes to anything before it is continued. */
export function suspendedError(pid: number): DebugError {
  return new DebugError('suspended', messageOf(pid), {
    advice: [`kill -CONT ${pid} lets it go on; `, { action: 'stop' }, ' ends it.'],
    details: { pid },
  });
}

/** The same for a program that is to be attached to. */
export function suspendedRefusal(pid: number): DebugError {
  return new DebugError('attach_refused', messageOf(pid), {
    advice: `kill -CONT ${pid} lets it go on; attach to it then.`,
    details: { target: String(pid), pid },
  });
}

function messageOf(pid: number): string {
  return `Process ${pid} is stopped by a signal (SIGSTOP): it runs nothing.`;
}
