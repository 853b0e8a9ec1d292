import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder below the user's cache folder that is ours; absolute. It need not exist, and may be deleted at any time. */
export function cacheFolder(env: Environment = process.env, platform: string = process.platform): string {
  return join(userCache(env, platform), 'mcp-debugger');
}

function userCache(env: Environment, platform: string): string {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local } = env;
  // A relative one is to be ignored, says the XDG specification.
  if (chosen !== undefined && isAbsolute(chosen)) return chosen;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}
