import { cpSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, type ServerStart, startServer } from './mcp-client.ts';
import { nodeOf } from './node-versions.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Programs run on this version, whichever runs the tests. */
const DEBUGGEE_MAJOR = 24;
const PROGRAMS = fileURLToPath(new URL('../programs/session', import.meta.url));

/** One answer of the session toolset: its JSON object, or the error of the protocol as one. */
export type Answer = Record<string, unknown> & { readonly isError: boolean };

/** A server with the toolset `session` in a folder of its own with the programs, and all that was said. */
export interface SessionConversation extends RunningServer {
  readonly folder: string;
  /** Calls a tool, keeps question and answer, and gives the answer. */
  ask(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** The same, for an answer that must have succeeded: its field of that name. */
  get<T>(field: string, name: string, args?: Record<string, unknown>): Promise<T>;
  /** All of it, with ids and times masked. */
  transcript(): string;
}

/** Runs a conversation with a server of its own and closes it. */
export async function converseInSession(
  talk: (server: SessionConversation) => Promise<void>,
  start: ServerStart = {},
): Promise<void> {
  const folder = temporaryFolder('programs-');
  cpSync(PROGRAMS, folder, { recursive: true });
  try {
    const server = await startServer({
      args: ['--toolset', 'session'],
      cwd: folder,
      env: { PATH: pathWithDebuggee() },
      ...start,
    });
    try {
      await talk({ ...server, folder, ...asking(server) });
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asking(server: RunningServer): Pick<SessionConversation, 'ask' | 'get' | 'transcript'> {
  const lines: string[] = [];
  const ask = async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
    const answer = await answerOf(server, name, args);
    const { isError, ...shown } = answer;
    lines.push(`> ${name} ${JSON.stringify(args)}${isError ? '  [error]' : ''}`, JSON.stringify(shown, null, 1), '');
    return answer;
  };
  return {
    ask,
    get: async <T>(field: string, name: string, args: Record<string, unknown> = {}) => {
      const answer = await ask(name, args);
      if (answer.success !== true || !(field in answer)) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
      return answer[field] as T;
    },
    transcript: () => masked(lines.join('\n')),
  };
}

/** An error of the protocol counts as an answer with its code and message. */
async function answerOf(server: RunningServer, name: string, args: Record<string, unknown>): Promise<Answer> {
  try {
    const { text, isError } = await server.call(name, args);
    return { ...(JSON.parse(text) as Record<string, unknown>), isError };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { code: error.code, message: error.message, isError: true };
  }
}

function masked(text: string): string {
  const ids = new Map<string, string>();
  const named = text.replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => {
    const name = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, name);
    return name;
  });
  return named.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>').replace(/Debug-\d{13}/g, 'Debug-<timestamp>');
}

function pathWithDebuggee(): string {
  return [dirname(nodeOf(DEBUGGEE_MAJOR).path), process.env.PATH ?? ''].join(delimiter);
}
