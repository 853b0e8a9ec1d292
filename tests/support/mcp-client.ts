import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The built program. */
export const SERVER_PATH = fileURLToPath(new URL('../../dist/mcp-debugger.js', import.meta.url));

/** `legacy`: opens with `initialize`. `modern`: opens with `server/discover` and accepts nothing older than 2026-07-28. */
export type Era = 'legacy' | 'modern';

/** Settings of a server's start; all may be left out. */
export interface ServerStart {
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  readonly era?: Era;
  /** The Node.js binary that runs the server. */
  readonly node?: string;
}

/** An answer of a tool, as the model reads it. */
export interface ToolText {
  readonly text: string;
  readonly isError: boolean;
}

/** The built server in a process of its own, with the SDK's client on it. The test that started it calls `close`. */
export interface RunningServer {
  readonly client: Client;
  readonly pid: number;
  /** All that the server wrote to stderr so far. */
  stderr(): string;
  call(name: string, args?: Record<string, unknown>): Promise<ToolText>;
  close(): Promise<void>;
}

/** @throws Error when the program is not built */
export async function startServer(start: ServerStart = {}): Promise<RunningServer> {
  requireBuild();
  const transport = new StdioClientTransport({
    command: start.node ?? process.execPath,
    args: [SERVER_PATH, ...(start.args ?? [])],
    ...(start.cwd !== undefined && { cwd: start.cwd }),
    // The client's own default passes on only a few variables; without the mark of the test run a leftover would go unseen.
    env: { ...definedVariables(process.env), ...start.env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const client = new Client({ name: 'tests', version: '1.0.0' }, negotiation(start.era ?? 'legacy'));
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    call: (name, args = {}) => callTool(client, name, args),
    close: () => client.close(),
  };
}

/** Calls a tool and joins the text of its answer. */
export async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<ToolText> {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { text, isError: result.isError === true };
}

/** Client options that open a connection in one era and no other. */
export function negotiation(era: Era): { versionNegotiation: { mode: 'legacy' | { pin: string } } } {
  return { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } };
}

/** Fails early, in words, where a missing file would be reported as a closed connection. */
export function requireBuild(): void {
  if (!existsSync(SERVER_PATH)) throw new Error(`${SERVER_PATH} is missing. Run: npm run build`);
}

function definedVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
