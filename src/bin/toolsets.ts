import { DEBUG_INSTRUCTIONS } from '../toolsets/debug/instructions.ts';
import type { BoundToolset } from '../toolsets/tool.ts';

/** What the command line says to an engine. */
export interface EngineOptions {
  /** File to write every message from and to debuggees to. */
  readonly traceWire: string | undefined;
}

/** A toolset that can be served. Its instructions are apart from its code, which only the first use of a tool needs. */
interface ToolsetEntry {
  readonly instructions: string;
  load(options: EngineOptions): Promise<BoundToolset>;
}

const TOOLSETS: Readonly<Record<string, ToolsetEntry>> = {
  debug: {
    instructions: DEBUG_INSTRUCTIONS,
    load: async (options) => (await import('../toolsets/debug/toolset.ts')).createDebugToolset(options),
  },
};

/** Names for `--toolset`. */
export const TOOLSET_NAMES: readonly string[] = Object.keys(TOOLSETS);

/** One or more toolsets as one, in the order named. The names must be among {@link TOOLSET_NAMES}. */
export function chosenToolsets(names: readonly string[]): ToolsetEntry {
  const entries = names.flatMap((name) => TOOLSETS[name] ?? []);
  return {
    instructions: entries.map((entry) => entry.instructions).join('\n\n'),
    load: async (options) => joined(await Promise.all(entries.map((entry) => entry.load(options)))),
  };
}

function joined(toolsets: readonly BoundToolset[]): BoundToolset {
  return {
    tools: toolsets.flatMap((toolset) => toolset.tools),
    close: async () => {
      await Promise.allSettled(toolsets.map((toolset) => toolset.close()));
    },
  };
}
