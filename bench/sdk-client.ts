import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Bench } from './bench.ts';

/** Runs `work` with the client of the MCP SDK on a server of its own, which is ended afterwards. */
export async function withSdkClient<T>(bench: Bench, work: (client: Client) => Promise<T>): Promise<T> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bench.serverPath],
    cwd: bench.folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
