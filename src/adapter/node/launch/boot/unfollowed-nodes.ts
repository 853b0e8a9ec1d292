import { basename } from 'node:path';
import { readText } from '../../../../files/read-file.ts';
import { descendantsOf, processTable, startedAtMs } from '../../../../process/process-table.ts';
import { argumentsOf, programOf } from '../../../../process/running-program.ts';
import { optionsIn } from '../../attach/inspector-flags.ts';
import { isNodeName } from '../../attach/running-node.ts';

/** A process that ends within this time after its start has nothing to say. */
const LEAST_AGE_MS = 700;
const MAX_COMMAND = 150;
const OPTIONS = 'NODE_OPTIONS=';
/** Before it runs anything, also what would report it. */
const WAITS = /^--inspect-(brk|wait)(?==|$)/;

/** A Node process that began without what reports it, or does not come to that. */
export interface UnfollowedNode {
  readonly pid: number;
  /** The processes between this one and the command, its parent first. */
  readonly parents: readonly number[];
  /** The command that started the process, shortened. */
  readonly command: string;
  /** As far as the commands above it show, nothing runs after it. */
  readonly isLast: boolean;
  /** The flag by which it waits for a debugger of its own: `--inspect-brk`. */
  readonly waitsBy: string | undefined;
}

/** Commands that run one line of a script. */
const MANAGER = /^(npm|yarn|pnpm)\b|[\\/](npm-cli|yarn|pnpm)(\.c?js)?(\s|$)/;
const SHELL_LINE = /^(\S*[\\/])?(ba|da|z)?sh -c [^;&|\n]*$/;

/**
 * Looks for Node processes below a command that were started without an option of ours, by the environment that the system keeps of their
 * start, or with a flag to wait for a debugger. None away from Linux.
 *
 * @param option A part of NODE_OPTIONS, which all that can report themselves were started with.
 */
export async function unfollowedNodes(root: number, option: string): Promise<UnfollowedNode[]> {
  if (process.platform !== 'linux') return [];
  const table = await processTable();
  const parentOf = new Map(table.map(({ pid, ppid }) => [pid, ppid]));
  const own = table.filter(({ pid }) => pid === root);
  const found = await Promise.all(
    [...own, ...descendantsOf(root, table)].map(async ({ pid, zombie }) => {
      if (zombie || !isNodeName(basename((await programOf(pid)) ?? ''))) return [];
      const startedAt = startedAtMs(pid);
      const environment = readText(`/proc/${pid}/environ`)?.split('\0');
      if (startedAt === undefined || Date.now() - startedAt < LEAST_AGE_MS) return [];
      if (!environment) return [];
      const args = await argumentsOf(pid);
      const given = environment.find((pair) => pair.startsWith(OPTIONS))?.slice(OPTIONS.length) ?? '';
      const flags = [...given.split(/\s+/), ...optionsIn(args.slice(1))];
      const waitsBy = flags.flatMap((flag) => WAITS.exec(flag)?.[0] ?? [])[0];
      if (given.includes(option) && waitsBy === undefined) return [];
      const words = args.join(' ').trim();
      const command = words.length > MAX_COMMAND ? `${words.slice(0, MAX_COMMAND)}…` : words;
      const parents = parentsOf(pid, root, parentOf);
      const above = await Promise.all(parents.map(async (each) => (await argumentsOf(each)).join(' ').trim()));
      const isLast = above.every((text) => MANAGER.test(text) || SHELL_LINE.test(text));
      return [{ pid, parents, command, isLast, waitsBy }];
    }),
  );
  return found.flat();
}

function parentsOf(pid: number, root: number, parentOf: ReadonlyMap<number, number>): number[] {
  const parent = parentOf.get(pid);
  return parent === undefined || pid === root ? [] : [parent, ...parentsOf(parent, root, parentOf)];
}
