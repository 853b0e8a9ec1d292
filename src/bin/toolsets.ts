import type { DebugEngine } from '../session/debug-engine.ts';
import { DEBUG_INSTRUCTIONS } from '../toolsets/debug/instructions.ts';
import type { BoundToolset, Toolset } from '../toolsets/tool.ts';

/** What the command line says to an engine. */
export interface EngineOptions {
  /** File to write every message from and to debuggees to. */
  readonly traceWire: string | undefined;
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

async function bound(entries: readonly ToolsetEntry[], { traceWire }: EngineOptions): Promise<BoundToolset> {
  const [{ DebugEngine }, { bindToolsets }, ...toolsets] = await Promise.all([
    import('../session/debug-engine.ts'),
    import('../toolsets/tool.ts'),
    ...entries.map((entry) => entry.load()),
  ]);
  const engine = new DebugEngine({ cwd: process.cwd(), traceWire });
  return bindToolsets(toolsets, engine, () => engine.close());
}
