/** An environment as a process is started with it: the variables that have a value. */
export function definedOnly(env: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== null) defined[name] = value;
  return defined;
}
