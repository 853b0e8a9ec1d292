import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { ToolCalls } from '../calls/tool-calls.ts';
import type { DebugEngine } from '../engine/debug-engine.ts';
import type { LogLevel } from '../journal/log-level.ts';
import { DEBUGGER_INSTRUCTIONS } from '../toolsets/compat/debugger/instructions.ts';
import { SCRIPT_INSTRUCTIONS } from '../toolsets/compat/script/instructions.ts';
import { SESSION_INSTRUCTIONS } from '../toolsets/compat/session/instructions.ts';
import { DEBUG_INSTRUCTIONS } from '../toolsets/debug/instructions.ts';
import type { Toolset } from '../toolsets/tool.ts';

/** Options of the command line for an engine and the calls around it. */
export interface EngineOptions {
  /** File to write every message from and to debuggees to. */
  readonly traceWire: string | undefined;
  /** The configuration file to read instead of mcp-debugger.json. */
  readonly config: string | undefined;
  /** The folders that clients may name files in; empty: all of them. */
  readonly roots: readonly string[];
  /** Lines for a shell, and code in calls, are run although there are roots. */
  readonly allowShell: boolean;
  /** Programs on other machines may be attached to. */
  readonly allowRemote: boolean;
  /** The journal to write; undefined: none. */
  readonly journal: { readonly file: string; readonly level: LogLevel } | undefined;
  /** Answers are given as they are, with the secrets in them. */
  readonly showSecrets: boolean;
}

/** A toolset that can be served. Its instructions are apart from its code, which only the first use of a tool needs. */
interface ToolsetEntry {
  readonly instructions: string;
  load(): Promise<Toolset<DebugEngine>>;
}

/** In the order in which `all` lists them. */
const TOOLSETS: Readonly<Record<string, ToolsetEntry>> = {
  debug: {
    instructions: DEBUG_INSTRUCTIONS,
    load: async () => (await import('../toolsets/debug/toolset.ts')).DEBUG_TOOLSET,
  },
  debugger: {
    instructions: DEBUGGER_INSTRUCTIONS,
    load: async () => (await import('../toolsets/compat/debugger/toolset.ts')).DEBUGGER_TOOLSET,
  },
  session: {
    instructions: SESSION_INSTRUCTIONS,
    load: async () => (await import('../toolsets/compat/session/toolset.ts')).SESSION_TOOLSET,
  },
  script: {
    instructions: SCRIPT_INSTRUCTIONS,
    load: async () => (await import('../toolsets/compat/script/toolset.ts')).SCRIPT_TOOLSET,
  },
};

/** Every toolset at once. */
const ALL = 'all';

/** Names for `--toolset`. */
export const TOOLSET_NAMES: readonly string[] = [...Object.keys(TOOLSETS), ALL];

const PRELOAD_AFTER_MS = 10;

/** The instructions of one or more toolsets, for the model. The names must be among {@link TOOLSET_NAMES}. */
export function instructionsOf(names: readonly string[]): string {
  return chosen(names)
    .map((entry) => entry.instructions)
    .join('\n\n');
}

function chosen(names: readonly string[]): ToolsetEntry[] {
  const wanted = names.includes(ALL) ? Object.keys(TOOLSETS) : names;
  return wanted.flatMap((name) => TOOLSETS[name] ?? []);
}

/**
 * Loads one or more toolsets as one on one engine, in the order named.
 *
 * @param log Gets one line for a person, when the journal cannot be written, and the details of a defect.
 */
export async function loadToolsets(
  names: readonly string[],
  options: EngineOptions,
  log: (line: string) => void,
): Promise<ToolCalls> {
  const [{ DebugEngine }, { bindToolsets }, { Journal }, { ToolCalls }, { maskText }, ...toolsets] = await Promise.all([
    import('../engine/debug-engine.ts'),
    import('../toolsets/tool.ts'),
    import('../journal/journal.ts'),
    import('../calls/tool-calls.ts'),
    import('../redaction/redaction.ts'),
    ...chosen(names).map((entry) => entry.load()),
  ]);
  const cwd = process.cwd();
  const { file, level } = options.journal ?? {};
  const journal =
    file === undefined || level === undefined
      ? undefined
      : new Journal({ file: resolve(cwd, file), level, cwd, home: homedir(), warn: log });
  const engine = new DebugEngine({ cwd, ...options, observe: journal?.onSession, mask: maskText });
  const close = async () => {
    await engine.close();
    await journal?.close();
  };
  const masksSecrets = !options.showSecrets;
  const calls = new ToolCalls(bindToolsets(toolsets, engine, close), { log, observe: journal?.onTool, masksSecrets });
  // When the client does not wait: the answer for which the tools are loaded is on its way.
  setTimeout(() => void prepare(engine, toolsets, calls), PRELOAD_AFTER_MS).unref();
  return calls;
}

/** Has the first launch find what it needs loaded and compiled. One that comes meanwhile would only be held up. */
async function prepare(
  engine: DebugEngine,
  toolsets: readonly Toolset<DebugEngine>[],
  calls: ToolCalls,
): Promise<void> {
  const rehearsal = await engine.preload();
  if (rehearsal) await (await import('./rehearse.ts')).rehearse(toolsets, rehearsal, calls.used);
}
