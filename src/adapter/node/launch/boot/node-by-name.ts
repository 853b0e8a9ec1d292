import { isInCommand } from '../../../commands/command-text.ts';
import { writeCommandsByName } from '../../../commands/commands-by-name.ts';
import type { LaunchRequest } from '../../../debug-adapter.ts';

const VARIABLE = 'NODE_OPTIONS';

/**
 * Tells whether a command's own text, a script that it names, or a file of the project that holds commands sets NODE_OPTIONS. Where it
 * does, Node processes lose what reports them to the debugger.
 */
export function setsNodeOptions(request: LaunchRequest): boolean {
  return isInCommand(VARIABLE, request);
}

/** A `node` that puts our part of NODE_OPTIONS back: {@link writeCommandsByName}. */
export function writeNodeByName(
  folder: string,
  { options, ...given }: { readonly options: string; readonly switchedOn: string; readonly reports?: string },
): string {
  const place = { at: 'end', between: ' ' } as const;
  return writeCommandsByName(folder, { ...given, names: ['node'], variable: VARIABLE, ours: options, place });
}
