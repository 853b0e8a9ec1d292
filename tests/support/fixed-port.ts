import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port of this machine outside of the range that the system chooses from, as servers have that are to be found. */
export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port);
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    server.close();
    if (isFree) return port;
  }
}
