import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { HELD, HELD_PLACE } from '../../v8/realms/held.ts';
import { type Further, MAIN_CONTEXT, ownCode, type RealmThread } from '../../v8/realms/own-realm.ts';
import type { installOutputCounter } from './in-debuggee/output-counter.ts';
import counterText from './in-debuggee/output-counter.ts?in-debuggee';

/** The name of the binding by which the debuggee says that the program asks for a stream. */
const BINDING = '__mcpDebuggerOutput';
const STREAMS = ['stdout', 'stderr'] as const;
const QUIET = { silent: true, disableBreaks: true, contextId: MAIN_CONTEXT } as const;

/** A process that writes to the program's pipes. */
export interface WritingProcess {
  readonly pid: number;
  /** True if the process's stdout, and its stderr, is one of these pipes. */
  readonly counted: readonly [boolean, boolean];
}

/**
 * Has a process count what it writes to stdout and stderr, for log breakpoints to say it at each pass. No stream is made for it: one that
 * the program has not asked for is waited for, or looked for without side effects where the program runs already. The messages are sent
 * at once.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI` (`debug`, `undebug`) and `throwOnSideEffect`
 */
export async function countWritten(
  { session, realms }: RealmThread,
  { pid, counted }: WritingProcess,
  options?: CallOptions,
): Promise<void> {
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== BINDING) return;
    const expression = `${HELD}?.release?.(${Number(payload)})`;
    // Left in, it costs the program 30 µs wherever it asks for the stream. Fails with the connection.
    session.send('Runtime.evaluate', { ...QUIET, expression }).catch(() => {});
  });
  const args = [BINDING, HELD_PLACE, HELD, pid, counted] as const;
  const code = {
    ...ownCode<Further<typeof installOutputCounter>>(counterText, ...args),
    binding: BINDING,
    needsConsole: true,
  };
  const { result } = await realms.run(code, MAIN_CONTEXT, options);
  if (result.value !== true) await Promise.all(STREAMS.map((name, index) => find(session, name, index, options)));
}

async function find(session: CdpSession, name: string, index: number, options?: CallOptions): Promise<void> {
  const look = { ...QUIET, expression: `process.${name}`, throwOnSideEffect: true };
  const { exceptionDetails } = await session.send('Runtime.evaluate', look, options);
  const expression = `${HELD}?.found?.(${index}, ${exceptionDetails === undefined})`;
  await session.send('Runtime.evaluate', { ...QUIET, expression }, options);
}
