import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The process that listens here may use the port 9229. The system frees it also when a test's process dies. */
const GUARD_PORT = 9_228;
const TIMEOUT_MS = 25_000;

/**
 * Runs what needs the inspector's default port, 9229, when no other test uses it: test files run side by side. Every other
 * debuggee is started with `--inspect-port=0`, or at a port of its own.
 *
 * @throws Error when other tests keep it for 25 s
 */
export async function withDefaultInspectorPort<T>(use: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const guard = createServer();
    try {
      const listening = once(guard, 'listening');
      guard.listen(GUARD_PORT, '127.0.0.1');
      await listening;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
      continue;
    }
    try {
      return await use();
    } finally {
      guard.close();
    }
  }
}
