/**
 * Sets a flag of V8. Runs in the debuggee, from its own source text. A program that hides Node's modules keeps it from being set,
 * which the next edit finds out.
 */
export function setFlag(flag: string): void {
  try {
    process.getBuiltinModule('v8').setFlagsFromString(flag);
  } catch {}
}
