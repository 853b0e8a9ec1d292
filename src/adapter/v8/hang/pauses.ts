import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../../model/call-options.ts';
import { Pause } from '../pauses/pause.ts';
import type { RunningInspection } from '../pauses/pause-verdict.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const GO_ON = { command: 'resume' } as const;

const RESUMED_MS = 1_000;
/**
 * Stops a running thread for the moment in which its pause is read. Undefined when it does not stop in time; the pause that the
 * request causes later is passed over.
 */
export function atPause<T>(
  thread: V8Thread,
  read: (pause: Pause) => Promise<T>,
  { timeoutMs, signal }: Limits,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      isOver = true;
      resolve(value);
    };
    const abort = () => end(undefined);
    const timer = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    const inspect: RunningInspection['inspect'] = async (params) => {
      if (isOver) return GO_ON;
      const value = params && (await read(new Pause(params, thread.scripts)).catch(() => undefined));
      void resumed(thread).then(() => end(value));
      return GO_ON;
    };
    if (!thread.inspectWhileRunning({ kind: 'inspect', isAwaited: true, inspect })) end(undefined);
  });
}

/**
 * The moment at which a paused thread runs again. A pause that is asked for earlier is lost, or comes twice: as the answer to this
 * request and to the one by which the adapter makes up for a lost one.
 */
function resumed({ session }: V8Thread): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, RESUMED_MS);
    const unsubscribe = session.on('Debugger.resumed', done);
  });
}

/**
 * Reads the pauses that breakpoints of the adapter's own cause, until `read` answers that it has seen enough, or the time is over. The
 * breakpoints are set when this has begun, and removed by the caller.
 */
export async function atPauses(
  thread: V8Thread,
  read: (pause: Pause) => Promise<'more' | 'enough'>,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  let finish = () => {};
  let isOver = false;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const inspection: RunningInspection = {
    kind: 'inspect',
    isAwaited: false,
    inspect: async (params) => {
      if (params && !isOver) {
        const answer = await read(new Pause(params, thread.scripts)).catch(() => 'enough' as const);
        isOver ||= answer === 'enough';
      }
      if (isOver) finish();
      return { ...GO_ON, next: inspection };
    },
  };
  if (!thread.inspectWhileRunning(inspection)) return;
  await Promise.race([done, sleep(timeoutMs, undefined, { signal, ref: false }).catch(() => undefined)]);
  isOver = true;
}
