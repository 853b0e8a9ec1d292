import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';
import { DebugError } from '../../../model/debug-error.ts';

/** The port of a command that names none: Node's own default. */
const DEFAULT_PORT = 9229;

/**
 * Parses a command line, started in a folder with the server's environment. Assignments in front of the command
 * (`NODE_ENV=test node …`) are added to that environment.
 *
 * @param cwd Absolute.
 * @throws DebugError `invalid_argument` for an invalid port
 */
export function launchOf(command: string, cwd: string): LaunchRequest {
  const [, assignments = '', line = ''] = /^\s*((?:[A-Za-z_]\w*=[^\s"']*\s+)*)(.*)$/s.exec(command) ?? [];
  const pairs = assignments.match(/\S+/g) ?? [];
  const env = Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  // The launcher opens the inspector itself. Whatever else than node is started would hand the flag on to its children.
  const program = line.replace(/(^|\s)--inspect-brk(=\S+)?(?=\s|$)/g, '');
  return { program, args: [], cwd, env, stopOnEntry: false, debugPort: portOf(command) };
}

/** `--inspect-brk=9229` and `--inspect-brk=127.0.0.1:9229`; 0 is a port that the system chooses. */
function portOf(command: string): number {
  const [, text] = /--inspect-brk=(?:[^\s:]{0,253}:)?(\d+)/.exec(command) ?? [];
  const port = text === undefined ? DEFAULT_PORT : Number(text);
  if (port <= 65_535) return port;
  throw new DebugError('invalid_argument', `--inspect-brk=${text} is not a port.`, {
    advice: 'Give one from 1 to 65535, for example --inspect-brk=9229.',
    details: { argument: 'command' },
  });
}
