/** Makes of the call sites of a stack, innermost first, what is wanted. */
type Read<T> = (sites: readonly NodeJS.CallSite[]) => T;

/** Gives what is made of the stack of its caller, of at most `limit` frames; undefined where that would change the program's own. */
export type StackReader = <T>(limit: number, read: Read<T>) => T | undefined;

/** The text of a stack, as V8 writes it. */
export function stackText(sites: readonly NodeJS.CallSite[]): string {
  let text = 'Error';
  for (let at = 0; at < sites.length; at++) text += `\n    at ${sites[at]?.toString()}`;
  return text;
}

/**
 * Makes what reads stacks. Runs in the debuggee, in a realm of its own: the length and the format of the stacks of its errors are its own
 * affair, and Node asks it for them before it asks the program.
 *
 * @param isAlone False in the program's realm, where they are the program's.
 */
export function createStackReader(isAlone: boolean): StackReader {
  if (!isAlone) return () => undefined;
  const OwnError = Error;
  return (limit, read) => {
    let found: ReturnType<typeof read> | undefined;
    OwnError.stackTraceLimit = limit;
    OwnError.prepareStackTrace = (_, sites) => {
      found = read(sites);
    };
    void new OwnError().stack;
    return found;
  };
}
