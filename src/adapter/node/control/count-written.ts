import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callText, verbatim } from '../../../cdp/function-text.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { HELD, HELD_HIDDEN } from '../../v8/breakpoints/conditions/held.ts';
import { MAIN_CONTEXT } from '../../v8/scripts/script-table.ts';
import { installOutputCounter } from './in-debuggee/output-counter.ts';

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

/** The console's function of a name, where it has one. */
const fromConsole = (name: string) => verbatim(`typeof ${name} === 'function' ? ${name} : undefined`);

/**
 * Has a process count what it writes to stdout and stderr, for log breakpoints to say it at each pass. No stream is made for it: one that
 * the program has not asked for is waited for, or looked for without side effects where the program runs already. The messages are sent
 * at once.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI` (`debug`, `undebug`) and `throwOnSideEffect`
 */
export async function countWritten(
  session: CdpSession,
  { pid, counted }: WritingProcess,
  options?: CallOptions,
): Promise<void> {
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== BINDING) return;
    const expression = `${HELD}?.release?.(${Number(payload)})`;
    // Left in, it costs the program 30 µs wherever it asks for the stream. Fails with the connection.
    session.send('Runtime.evaluate', { ...QUIET, expression }).catch(() => {});
  });
  const calls = [fromConsole('debug'), fromConsole('undebug')] as const;
  const expression = callText(installOutputCounter, BINDING, verbatim(HELD_HIDDEN), HELD, pid, counted, ...calls);
  const install = { ...QUIET, expression, includeCommandLineAPI: true, returnByValue: true };
  const look = { ...QUIET, expression: `${HELD_HIDDEN}.hasDebug = typeof debug !== 'undefined'` };
  const [, , { result }] = await Promise.all([
    session.send('Runtime.addBinding', { name: BINDING, executionContextId: MAIN_CONTEXT }, options),
    session.send('Runtime.evaluate', look, options),
    session.send('Runtime.evaluate', install, options),
  ]);
  if (result.value !== true) await Promise.all(STREAMS.map((name, index) => find(session, name, index, options)));
}

async function find(session: CdpSession, name: string, index: number, options?: CallOptions): Promise<void> {
  const look = { ...QUIET, expression: `process.${name}`, throwOnSideEffect: true };
  const { exceptionDetails } = await session.send('Runtime.evaluate', look, options);
  const expression = `${HELD}?.found?.(${index}, ${exceptionDetails === undefined})`;
  await session.send('Runtime.evaluate', { ...QUIET, expression }, options);
}
