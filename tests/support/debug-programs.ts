import { cpSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, type ServerStart, startServer, type ToolText } from './mcp-client.ts';
import { nodeOf } from './node-versions.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Programs run on this version, whichever runs the tests: what V8 says of variables not yet initialised differs. */
const DEBUGGEE_MAJOR = 24;
const PROGRAMS = fileURLToPath(new URL('../programs/e2e', import.meta.url));

/** A copy of the small programs in `tests/programs/e2e` that is a test's own, because a server writes into its folder. */
export function copyPrograms(): { readonly folder: string; remove(): void } {
  const folder = temporaryFolder('programs-');
  cpSync(PROGRAMS, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A server at work in a folder of its own with the programs, and everything that was said to it and by it. */
export interface Conversation extends RunningServer {
  readonly folder: string;
  /** Calls `debug_<name>` and keeps the question and the answer. */
  ask(name: string, args?: Record<string, unknown>): Promise<ToolText>;
  /** All questions and answers so far, with the runtime's own frames, which differ between Node versions, masked. */
  transcript(): string;
}

/** Runs a conversation with a server of its own and closes it. */
export async function converse(start: ServerStart, talk: (server: Conversation) => Promise<void>): Promise<void> {
  const { folder, remove } = copyPrograms();
  try {
    const server = await startServer({ cwd: folder, env: { PATH: pathWithDebuggee() }, ...start });
    try {
      await talk({ ...server, folder, ...transcribing(server) });
    } finally {
      await server.close();
    }
  } finally {
    remove();
  }
}

function transcribing(server: RunningServer): Pick<Conversation, 'ask' | 'transcript'> {
  const lines: string[] = [];
  return {
    ask: async (name, args = {}) => {
      const answer = await server.call(`debug_${name}`, args);
      lines.push(`> debug_${name} ${JSON.stringify(args)}${answer.isError ? '  [error]' : ''}`, answer.text, '');
      return answer;
    },
    transcript: () => lines.join('\n').replace(/… \d+ internal frames?/g, '… <n> internal frames'),
  };
}

/** A PATH that begins with the Node.js version that programs run on. */
export function pathWithDebuggee(): string {
  return [dirname(nodeOf(DEBUGGEE_MAJOR).path), process.env.PATH ?? ''].join(delimiter);
}
