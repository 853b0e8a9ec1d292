import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { SendProgress } from '../calls/progress.ts';
import { type ServableTool, servableTool } from '../calls/tool-handler.ts';
import type { BoundToolset, ToolAnswer } from '../toolsets/tool.ts';

/** What to serve. Tools are loaded apart from the rest, so that the handshake is answered before the engine's code is read. */
export interface McpServerOptions {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  /** Called once, at the first need; tools are listed in the order given. */
  readonly loadTools: () => Promise<BoundToolset>;
  /** One line of diagnosis for a person; must not be stdout. */
  readonly log: (line: string) => void;
  /** Left out: this process's stdin and stdout. */
  readonly transport?: Transport;
}

/** A server at work. */
export interface McpServerHandle {
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
  const tools = new LoadedTools(options);
  // One connection may ask for several servers: a probe in one era, then the handshake in the other. All share the tools.
  const connection = serveStdio(() => createServer(options, tools), {
    ...(options.transport && { transport: options.transport }),
    onerror: (error) => options.log(error.message),
  });
  return {
    close: async () => {
      await Promise.allSettled([connection.close(), tools.close()]);
    },
  };
}

function createServer(options: McpServerOptions, tools: LoadedTools): Server {
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
    tools: (await tools.all()).map((tool) => ({ ...tool.listed })),
  }));
  // A handler set by name has the request checked twice and our answer once by schemas of the SDK: a fifth of the time that a
  // call takes here. The tool checks its arguments itself, and the type checks the answer.
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method !== 'tools/call') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: args } = params ?? {};
    if (typeof name !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'tools/call has no name.');
    const tool = await tools.named(name);
    return 'listed' in tool ? callTool(tool, args, context) : resultOf(tool);
  };
  // The client's next request is tools/list: read the code for it while the answer to the handshake is on its way.
  setImmediate(() => tools.all().catch(() => {}));
  return server;
}

async function callTool(tool: ServableTool, args: unknown, context: ServerContext): Promise<CallToolResult> {
  const { mcpReq } = context;
  const answer = await tool.call({
    arguments: args,
    signal: mcpReq.signal,
    sendProgress: progressSender(context),
  });
  if ('rpcError' in answer) throw new ProtocolError(answer.rpcError.code, answer.rpcError.message);
  return resultOf(answer);
}

/** Undefined when the client asked for no progress. A notification that cannot be sent is dropped: the call matters more. */
function progressSender({ mcpReq }: ServerContext): SendProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, message) => {
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  };
}

function resultOf(answer: ToolAnswer): CallToolResult {
  return {
    content: answer.text === undefined ? [] : [{ type: 'text', text: answer.text }],
    ...(answer.structured && { structuredContent: answer.structured }),
    ...(answer.isError && { isError: true }),
  };
}

/** The tools, loaded at most once however many servers one connection makes. */
class LoadedTools {
  readonly #options: McpServerOptions;
  #loading: Promise<{ readonly toolset: BoundToolset; readonly byName: ReadonlyMap<string, ServableTool> }> | undefined;

  constructor(options: McpServerOptions) {
    this.#options = options;
  }

  async all(): Promise<ServableTool[]> {
    return [...(await this.#loaded()).byName.values()];
  }

  /**
   * A tool, or the answer to a call of one that is not there.
   *
   * @throws ProtocolError -32602 for a name that is not listed, as the protocol wants it, where the toolset has no answer.
   */
  async named(name: string): Promise<ServableTool | ToolAnswer> {
    const { byName, toolset } = await this.#loaded();
    const tool = byName.get(name) ?? toolset.unknownTool(name);
    if (tool) return tool;
    const known = [...byName.keys()].join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found. Tools: ${known}`);
  }

  async close(): Promise<void> {
    await (await this.#loading)?.toolset.close();
  }

  #loaded() {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load() {
    const toolset = await this.#options.loadTools();
    const byName = new Map(toolset.tools.map((tool) => [tool.name, servableTool(tool, this.#options.log, toolset)]));
    return { toolset, byName };
  }
}
