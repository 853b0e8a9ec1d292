import { HostileRuns, type HostileVerdict } from './hostile-runs.ts';
import type { HostileLanguage, HostileSubject } from './hostile-subjects.ts';
import { HOSTILE_TOOLS, type HostileTool } from './hostile-tools.ts';

/** A cell of the table. */
export interface HostileCell {
  readonly language: string;
  readonly version: string;
  readonly deed: string;
  readonly tool: string;
  readonly verdict: HostileVerdict;
}

/** A language with its interpreters, by their versions. */
export interface HostileRuntime {
  readonly language: HostileLanguage;
  readonly versions: readonly { readonly version: string; readonly path: string }[];
}

/** Programs of one version that one tool is asked about. */
interface Group {
  readonly language: HostileLanguage;
  readonly version: string;
  readonly path: string;
  readonly tool: HostileTool;
  readonly subjects: readonly HostileSubject[];
}

/**
 * Runs all hostile programs under the tools. Each program and tool meet on one version, in turn.
 *
 * @param lanes Programs at the same time.
 * @param from The version that the first program is given: with others, each meets another one.
 * @param note Gets each cell at once.
 */
export async function soakHostile(
  runtimes: readonly HostileRuntime[],
  { lanes, from, tools = HOSTILE_TOOLS }: { lanes: number; from: number; tools?: readonly HostileTool[] },
  note: (cell: HostileCell) => void = () => {},
): Promise<readonly HostileCell[]> {
  const groups = runtimes.flatMap((runtime) => tools.flatMap((tool, at) => groupsOf(runtime, tool, at + from)));
  const cells: HostileCell[] = [];
  const lane = async (left: Group[]) => {
    await using runs = new HostileRuns();
    for (let group = left.shift(); group; group = left.shift()) {
      const { language, version, path, tool, subjects } = group;
      for (const subject of subjects) {
        const failed = (error: unknown): HostileVerdict => ({ kind: 'failed', answer: String(error) });
        const verdict = await runs.verdict(tool, subject, language.tame(path)).catch(failed);
        const cell = { language: language.name, version, deed: subject.deed, tool: tool.name, verdict };
        cells.push(cell);
        note(cell);
      }
    }
  };
  const together = groups.filter(({ tool }) => tool.isAlone !== true);
  await Promise.all(Array.from({ length: lanes }, () => lane(together)));
  await lane(groups.filter(({ tool }) => tool.isAlone));
  return cells;
}

function groupsOf({ language, versions }: HostileRuntime, tool: HostileTool, shift: number): Group[] {
  return versions.map(({ version, path }, index) => {
    const isGiven = (_: HostileSubject, at: number) => (at + shift) % versions.length === index;
    return { language, version, path, tool, subjects: language.hostile(path).filter(isGiven) };
  });
}
