import type { DebugEngine } from '../session/debug-engine.ts';
import { DEBUG_INSTRUCTIONS } from '../toolsets/debug/instructions.ts';
import { DEBUGGER_INSTRUCTIONS } from '../toolsets/debugger/instructions.ts';
import { SCRIPT_INSTRUCTIONS } from '../toolsets/script/instructions.ts';
import { SESSION_INSTRUCTIONS } from '../toolsets/session/instructions.ts';
import type { BoundToolset, Toolset } from '../toolsets/tool.ts';

/** What the command line says to an engine. */
export interface EngineOptions {
  /** File to write every message from and to debuggees to. */
  readonly traceWire: string | undefined;
  /** The configuration file to read instead of mcp-debugger.json. */
  readonly config: string | undefined;
  /** The folders that clients may name files in; empty: all of them. */
  readonly roots: readonly string[];
  /** Programs on other machines may be attached to. */
  readonly allowRemote: boolean;
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
    load: async () => (await import('../toolsets/debugger/toolset.ts')).DEBUGGER_TOOLSET,
  },
  session: {
    instructions: SESSION_INSTRUCTIONS,
    load: async () => (await import('../toolsets/session/toolset.ts')).SESSION_TOOLSET,
  },
  script: {
    instructions: SCRIPT_INSTRUCTIONS,
    load: async () => (await import('../toolsets/script/toolset.ts')).SCRIPT_TOOLSET,
  },
};

/** Every toolset at once. */
const ALL = 'all';

/** Names for `--toolset`. */
export const TOOLSET_NAMES: readonly string[] = [...Object.keys(TOOLSETS), ALL];

/** Toolsets that share one engine, not loaded yet. */
interface ChosenToolsets {
  readonly instructions: string;
  load(options: EngineOptions): Promise<BoundToolset>;
}

/** One or more toolsets as one, in the order named. The names must be among {@link TOOLSET_NAMES}. */
export function chosenToolsets(names: readonly string[]): ChosenToolsets {
  const wanted = names.includes(ALL) ? Object.keys(TOOLSETS) : names;
  const entries = wanted.flatMap((name) => TOOLSETS[name] ?? []);
  return {
    instructions: entries.map((entry) => entry.instructions).join('\n\n'),
    load: (options) => bound(entries, options),
  };
}

async function bound(entries: readonly ToolsetEntry[], options: EngineOptions): Promise<BoundToolset> {
  const [{ DebugEngine }, { bindToolsets }, ...toolsets] = await Promise.all([
    import('../session/debug-engine.ts'),
    import('../toolsets/tool.ts'),
    ...entries.map((entry) => entry.load()),
  ]);
  const engine = new DebugEngine({ cwd: process.cwd(), ...options });
  return bindToolsets(toolsets, engine, () => engine.close());
}
