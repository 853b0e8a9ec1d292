import type { DapConnection } from '../../../dap/dap-connection.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { type DebuggeeProcess, startProcess } from '../../../process/debuggee-process.ts';
import { definedOnly } from '../../../process/defined-only.ts';
import type { AdapterLink, SessionOffer } from '../recipe/adapter-link.ts';

interface ReverseListeners {
  /** A session with a child process was opened. */
  readonly onChild: (offer: SessionOffer) => void;
  /** A program was started; the listener owns it. */
  readonly onProgram: (program: DebuggeeProcess) => void;
}

/**
 * Does what an adapter asks of its client: opens sessions with child processes, and starts programs "in a terminal", which is
 * a process of ours here.
 *
 * @see DAP startDebugging, runInTerminal
 */
export function answerReverseRequests(
  connection: DapConnection,
  link: AdapterLink | undefined,
  { onChild, onProgram }: ReverseListeners,
): void {
  const open = async (command: 'launch' | 'attach', configuration: Readonly<Record<string, unknown>>) => {
    if (link?.childSession === undefined) {
      throw new DebugError('unsupported', 'This debug adapter offers no way to a session with a child process.');
    }
    onChild(await link.childSession(command, configuration, {}));
  };
  connection.answer('startDebugging', async ({ request, configuration }) => {
    await open(request, configuration);
    return undefined;
  });
  if (link?.childEvent !== undefined) {
    connection.on(link.childEvent, (configuration) => {
      open('attach', configuration).catch(() => {});
    });
  }
  connection.answer('runInTerminal', async ({ args, cwd, env }) => {
    const [command = '', ...rest] = args;
    const whole = definedOnly({ ...process.env, ...env });
    const started = startProcess({ command, args: rest, cwd: cwd || process.cwd(), env: whole });
    onProgram(started);
    return { processId: started.pid };
  });
}
