import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine at which no process listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
