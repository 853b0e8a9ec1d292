/** Names what this server has added to NODE_OPTIONS, so that it can be told from what the program's own scripts set. */
export const ADDED_OPTIONS = 'MCP_DEBUGGER_NODE_OPTIONS';

/** Variables that have every Node process below them start with further options. */
export type AddedNodeOptions = {
  readonly NODE_OPTIONS: string;
  /** Our part of NODE_OPTIONS. */
  readonly [ADDED_OPTIONS]: string;
};

/**
 * NODE_OPTIONS with further options behind what is there. One with spaces is quoted. They are not added twice, as where this server
 * is itself a part of a run that has them.
 *
 * @param env The whole environment that the options are for.
 */
export function nodeOptions(
  env: Readonly<Record<string, string | undefined>>,
  options: readonly string[],
): AddedNodeOptions {
  const added = options.map((option) => (/[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, '\\$&')}"` : option));
  return { NODE_OPTIONS: withAll(env.NODE_OPTIONS, added), [ADDED_OPTIONS]: withAll(env[ADDED_OPTIONS], added) };
}

function withAll(given: string | undefined, added: readonly string[]): string {
  const before = given?.trim();
  if (before !== undefined && added.every((option) => before.includes(option))) return before;
  return [...(before ? [before] : []), ...added].join(' ');
}
