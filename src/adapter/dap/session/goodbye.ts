import { setTimeout as sleep } from 'node:timers/promises';
import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapArguments } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';

/** Limit for an adapter to hang up by itself after its answer to a goodbye. */
const HANG_UP_MS = 200;

/**
 * Says goodbye and closes the connection, answered or not. To be called once: some adapters report the end before they have answered,
 * and one that hears it a second time, or is hung up on, may end with the port at which its program could be attached to again.
 *
 * @see DAP disconnect
 */
export async function sayGoodbye(
  connection: DapConnection,
  args: DapArguments<'disconnect'>,
  options: CallOptions,
): Promise<void> {
  const closed = new Promise<void>((resolve) => connection.onClose(() => resolve()));
  const isAnswered = await connection.request('disconnect', args, options).then(
    () => true,
    () => false,
  );
  if (isAnswered) await Promise.race([closed, sleep(HANG_UP_MS, undefined, { ref: false })]);
  connection.close();
}
