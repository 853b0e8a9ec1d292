import { cpSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, type ServerStart, startServer } from './mcp-client.ts';
import { nodeOf } from './node-versions.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Programs run on this version, whichever runs the tests. */
const DEBUGGEE_MAJOR = 24;
const PROGRAMS = fileURLToPath(new URL('../programs/script', import.meta.url));

/** The arguments of `debug-script`. */
export interface ScriptRequest {
  readonly command: string;
  readonly breakpoint: { readonly file: string; readonly line: number };
  readonly expression: string;
  readonly timeout: number;
}

/** Its whole answer, as far as the specification says what is in it. */
export interface ScriptAnswer {
  readonly content: unknown;
  readonly structuredContent: unknown;
  readonly isError?: boolean;
}

/** A server with the toolset `script` in a folder of its own with the programs. */
export interface ScriptConversation extends RunningServer {
  readonly folder: string;
  run(request: ScriptRequest, signal?: AbortSignal): Promise<ScriptAnswer>;
}

/** Runs a conversation with a server of its own and closes it. */
export async function converseInScript(
  talk: (server: ScriptConversation) => Promise<void>,
  start: ServerStart = {},
): Promise<void> {
  const folder = temporaryFolder('programs-');
  cpSync(PROGRAMS, folder, { recursive: true });
  try {
    const PATH = pathWithDebuggee();
    const server = await startServer({ args: ['--toolset', 'script'], cwd: folder, env: { PATH }, ...start });
    try {
      await talk({ ...server, folder, run: (request, signal) => run(server, request, signal) });
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run({ client }: RunningServer, request: ScriptRequest, signal?: AbortSignal): Promise<ScriptAnswer> {
  const call = { name: 'debug-script', arguments: { ...request } };
  const { content, structuredContent, isError } = await client.callTool(call, { ...(signal && { signal }) });
  return { content, structuredContent, ...(isError && { isError }) };
}

function pathWithDebuggee(): string {
  return [dirname(nodeOf(DEBUGGEE_MAJOR).path), process.env.PATH ?? ''].join(delimiter);
}
