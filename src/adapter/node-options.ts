/**
 * NODE_OPTIONS with further options behind what is there. One with spaces is quoted. They are not added twice, as where this server
 * is itself a part of a run that has them.
 *
 * @param env The whole environment that the options are for.
 */
export function nodeOptions(
  env: Readonly<Record<string, string | undefined>>,
  options: readonly string[],
): { readonly NODE_OPTIONS: string } {
  const given = env.NODE_OPTIONS?.trim();
  const added = options.map((option) => (/[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, '\\$&')}"` : option));
  if (given !== undefined && added.every((option) => given.includes(option))) return { NODE_OPTIONS: given };
  return { NODE_OPTIONS: [...(given ? [given] : []), ...added].join(' ') };
}
