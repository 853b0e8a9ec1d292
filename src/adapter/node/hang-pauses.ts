import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../model/call-options.ts';
import type { NodeTarget } from './node-target.ts';
import { Pause } from './pause.ts';
import type { PauseStudy, StudyStep } from './pause-verdict.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const GO_ON = { command: 'resume' } as const;

/** What a reader of pauses answers instead of a value: the place does not show enough, the next statement may. */
export const NEXT_STATEMENT = Symbol('next statement');
/** Statements that are gone over for one reading. */
const MAX_STATEMENTS = 3;

/**
 * Stops a running thread for the moment in which its pause is read. Undefined when it does not stop in time; the pause that the
 * request causes later is passed over.
 */
export function atPause<T>(
  target: NodeTarget,
  read: (pause: Pause, isLast: boolean) => Promise<T | typeof NEXT_STATEMENT>,
  { timeoutMs, signal }: Limits,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let isOver = false;
    let left = MAX_STATEMENTS;
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      isOver = true;
      // After the thread has been let go.
      setImmediate(() => resolve(value));
    };
    const abort = () => end(undefined);
    const timer = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    const look: PauseStudy['look'] = async (params) => {
      if (isOver) return GO_ON;
      left -= 1;
      const value = params && (await read(new Pause(params, target.scripts), left === 0).catch(() => undefined));
      if (value === NEXT_STATEMENT) return { command: 'stepOver', next: { kind: 'study', isAwaited: false, look } };
      end(value);
      return GO_ON;
    };
    if (!target.study({ kind: 'study', isAwaited: true, look })) end(undefined);
  });
}

/** Reads up to `count` of the pauses that breakpoints of the adapter's own cause, within the time. */
export async function atPauses(
  target: NodeTarget,
  read: (pause: Pause) => Promise<unknown>,
  { count, timeoutMs, signal }: Limits & { readonly count: number },
): Promise<number> {
  let seen = 0;
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const study: PauseStudy = {
    kind: 'study',
    isAwaited: false,
    look: async (params) => {
      if (params && seen < count) await read(new Pause(params, target.scripts)).catch(() => undefined);
      seen += 1;
      if (seen >= count) finish();
      return { ...GO_ON, next: study };
    },
  };
  if (!target.study(study)) return 0;
  await Promise.race([done, sleep(timeoutMs, undefined, { signal, ref: false }).catch(() => undefined)]);
  return seen;
}

/**
 * Steps out of the functions of a thread until one does not return within `timeoutMs`, at most `maxSteps` times.
 *
 * @param onPause Told of each pause: the first where the thread is, then after each return. False: enough.
 * @see CDP Debugger.stepOut
 */
export async function stepOutwards(
  target: NodeTarget,
  onPause: (pause: Pause) => boolean,
  { timeoutMs, maxSteps, signal }: Limits & { readonly maxSteps: number },
): Promise<void> {
  let steps = 0;
  let isOver = false;
  let wake: (paused: boolean) => void = () => {};
  const study = (isAwaited: boolean): PauseStudy => ({
    kind: 'study',
    isAwaited,
    look: (params): StudyStep => {
      const goesOn = !isOver && params !== undefined && steps <= maxSteps && onPause(new Pause(params, target.scripts));
      steps += 1;
      if (!goesOn) isOver = true;
      wake(goesOn);
      return goesOn ? { command: 'stepOut', next: study(false) } : GO_ON;
    },
  });
  const nextPause = () =>
    Promise.race([
      new Promise<boolean>((resolve) => {
        wake = resolve;
      }),
      sleep(timeoutMs, false, { signal, ref: false }).catch(() => false),
    ]);
  const first = nextPause();
  if (!target.study(study(true))) return;
  let goesOn = await first;
  while (goesOn) goesOn = await nextPause();
  if (isOver) return;
  isOver = true;
  // A step that is under way in V8 ends with the next pause, whatever it is for.
  await atPause(target, async () => undefined, { timeoutMs: 300, signal });
}
