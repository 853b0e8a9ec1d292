import { DebugError } from '../../../model/debug-error.ts';
import { adapterStart } from './adapter-start.ts';
import { configurationOf, FILE_NAME, languagesIn } from './config-file.ts';
import { recordTrust } from './trust-list.ts';

/** A configuration file that is trusted from now on. */
export interface TrustedConfiguration {
  readonly path: string;
  /** The commands that debugging each of the file's languages runs on this machine. */
  readonly starts: readonly { readonly id: string; readonly start: string }[];
}

/**
 * Lets the mcp-debugger.json of a folder take effect, as it is now.
 *
 * @param folder Absolute.
 * @throws DebugError `source_not_found` when there is none, `invalid_argument` when it is wrong; Error of the system
 */
export function trustFolder(folder: string): TrustedConfiguration {
  const file = configurationOf(folder);
  if (file === undefined) {
    throw new DebugError('source_not_found', `There is no ${FILE_NAME} in ${folder}.`, {
      advice: 'Name the folder that has one: mcp-debugger trust FOLDER',
      details: { path: folder },
    });
  }
  // Read before it is trusted: what is wrong is not shown, and would be trusted unseen.
  const starts = languagesIn(file).map((language) => ({ id: language.id, start: adapterStart(language) }));
  recordTrust(file);
  return { path: file.path, starts };
}
