import type { DebugAdapter } from '../adapter/debug-adapter.ts';
import type { SourceLocation } from '../model/source-location.ts';

/** How long the answer that a program still runs is held up by the question where. */
const WHERE_MS = 250;

/** What a path has in it below the folder of a package manager. */
const INSTALLED = /[\\/](node_modules|site-packages)[\\/]/;

/** Where a running program is; undefined where no thread runs code, or says so in time. */
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
