import type { CdpConnection } from '../../../cdp/cdp-connection.ts';
import { callText } from '../../../cdp/function-text.ts';
import { closeInspector } from './in-debuggee/close-inspector.ts';

/**
 * Leaves a process whose inspector was opened for us, and has it closed as it was before: anybody on the machine could debug the
 * process through it, and the next one that opens its own would find the port taken.
 *
 * @see CDP Runtime.evaluate
 */
export function leaveClosed(connection: CdpConnection): void {
  const expression = callText(closeInspector);
  // It closes the connection, too, and with it the way for an answer. A pause that is still asked for must not happen here.
  connection.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }).catch(() => {});
  connection.close();
}
