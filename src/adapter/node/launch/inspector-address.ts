import { once } from 'node:events';
import { createServer } from 'node:net';
import { DebugError, messageOf } from '../../../model/debug-error.ts';

/** Only this machine may reach an inspector: a client of it can run code in the program. */
const LOOPBACK = '127.0.0.1';

/** The address for a program's inspector: on loopback, on the port asked for or one that the system chooses. */
export function inspectorAddress(port = 0): string {
  return `${LOOPBACK}:${port}`;
}

/**
 * Makes sure that a port can be listened on. Node runs a program without its inspector when it cannot, so this is asked first.
 *
 * @throws DebugError `launch_failed` naming the port
 */
export async function assertPortFree(port: number, program: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, LOOPBACK);
    await once(server, 'listening');
  } catch (error) {
    throw portTaken(port, program, messageOf(error));
  } finally {
    server.close();
  }
}

/** The failure to listen on a port, whenever it shows. */
export function portTaken(port: number, program: string, reason: string): DebugError {
  return new DebugError('launch_failed', `Port ${port} of ${LOOPBACK} cannot be used for the inspector: ${reason}.`, {
    advice: 'Choose another port, or end the process that listens on it.',
    details: { program },
  });
}
