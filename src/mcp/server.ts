import { ProtocolError, ProtocolErrorCode, Server, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OfferedTools } from '../calls/tool-calls.ts';
import { AnsweringTransport } from './answering-transport.ts';
import { CheckedLines } from './checked-lines.ts';
import { callTool } from './tools-call.ts';

/**
 * The identity and the tools of the server. Tools load apart from the rest, so that the handshake is answered before the engine's
 * code is read.
 */
export interface McpServerOptions {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  /** Called once, at the first need; tools are listed in the order given. */
  readonly loadTools: () => Promise<OfferedTools>;
  /** One line of diagnosis for a person; must not be stdout. */
  readonly log: (line: string) => void;
  /** Writes an answer that the SDK does not know, as a line; left out where the transport is not this process's. */
  readonly write?: (line: string) => void;
  /** Left out: this process's stdin and stdout. */
  readonly transport?: Transport;
}

/** A server at work. */
export interface McpServerHandle {
  /** Waits until every request that has arrived is answered, or until the time is over. */
  answered(timeoutMs: number): Promise<void>;
  /** Ends the connection, then the engine, if it was ever needed. */
  close(): Promise<void>;
}

/**
 * Serves tools over stdio in both protocol eras (`initialize` up to 2025-11-25, `server/discover` from 2026-07-28), whichever the
 * client opens with.
 *
 * The SDK's low-level `Server` is used, not `McpServer`: ours validates arguments itself (with advice that `McpServer` cannot
 * give) and lists hand-trimmed schemas, so `McpServer` would convert and validate each of them a second time.
 */
export function serveMcp(options: McpServerOptions): McpServerHandle {
  let loading: Promise<OfferedTools> | undefined;
  const tools = () => {
    loading ??= options.loadTools();
    return loading;
  };
  // One connection may ask for several servers: a probe in one era, then the handshake in the other. All share the tools.
  const transport = new AnsweringTransport(options.transport ?? stdio(options));
  const connection = serveStdio(() => createServer(options, tools), {
    transport,
    // Errors of the SDK's schemas are written over many lines.
    onerror: (error) => options.log(error.message.replace(/\s+/g, ' ').slice(0, 300)),
  });
  return {
    answered: (timeoutMs) => transport.answered(timeoutMs),
    close: async () => {
      const closeTools = async () => (await loading)?.close();
      await Promise.allSettled([connection.close(), closeTools()]);
    },
  };
}

/**
 * This process's stdin and stdout. The SDK drops what is not answered yet when its input ends, so the end is kept from it: a caller that
 * pipes three requests into a server wants three answers.
 */
function stdio({ log, write }: McpServerOptions): Transport {
  const input = new CheckedLines(({ answer, reason }) => {
    log(`refused a message: ${reason}`);
    if (answer) write?.(`${JSON.stringify(answer)}\n`);
  });
  process.stdin.on('error', (error) => input.destroy(error));
  process.stdin.pipe(input, { end: false });
  return new StdioServerTransport(input);
}

function createServer(options: McpServerOptions, tools: () => Promise<OfferedTools>): Server {
  const { name, title, version, instructions } = options;
  const server = new Server(
    { name, title, version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: 86_400_000, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: (await tools()).list().map((tool) => ({ ...tool })),
  }));
  // A handler set by name has the request checked twice and our answer once by schemas of the SDK: a fifth of the time that a
  // call takes here. The tool checks its arguments itself, and the type checks the answer.
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method !== 'tools/call') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: args } = params ?? {};
    if (typeof name !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'tools/call has no name.');
    return callTool(await tools(), name, args, context);
  };
  // The client's next request is tools/list: read the code for it while the answer to the handshake is on its way.
  setImmediate(() => tools().catch(() => {}));
  return server;
}
