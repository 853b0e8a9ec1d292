import type { DebugAdapter } from '../adapter/debug-adapter.ts';
import type { SourceLocation } from '../model/source-location.ts';

/** Limit of the question for the program's place, which holds up the answer that the program still runs. */
const WHERE_MS = 250;

/** The part of a path that lies in the folder of a package manager. */
const INSTALLED = /[\\/](node_modules|site-packages)[\\/]/;

/** The place of a running program; undefined if no thread runs code, or says so in time. */
export async function whereItRuns(
  adapter: DebugAdapter,
  signal: AbortSignal | undefined,
): Promise<SourceLocation | undefined> {
  const options = { timeoutMs: WHERE_MS, signal };
  const asked = adapter.threads().map(({ id }) => adapter.whereabouts(id, options).catch(() => undefined));
  // The threads that run no code at the moment say nothing, and one in a package mostly waits for another one.
  const known = (await Promise.all(asked)).filter((place) => place !== undefined);
  return known.find(({ path }) => !INSTALLED.test(path)) ?? known[0];
}
