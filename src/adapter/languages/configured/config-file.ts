import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readWhole, statOf } from '../../../files/read-file.ts';
import { DebugError, messageOf } from '../../../model/debug-error.ts';
import { type CheckedValue, memberOf, objectAt, wrongValue } from './checked-value.ts';
import { type ConfiguredLanguage, configuredLanguage } from './configured-language.ts';

/** The name of the file in which a folder describes languages. */
export const FILE_NAME = 'mcp-debugger.json';
/** More than anybody writes into one. */
const MAX_BYTES = 4_000_000;

/** A configuration file as it was read: what is judged is what is used. */
export interface ConfigurationFile {
  /** Absolute; that of a folder without links in it, so that each file has one name only. */
  readonly path: string;
  readonly text: string;
}

/**
 * The `mcp-debugger.json` of a folder; undefined when it has none.
 *
 * @param folder Absolute.
 * @throws DebugError `invalid_argument` when it is no file that could be one
 */
export function configurationOf(folder: string): ConfigurationFile | undefined {
  const found = join(folder, FILE_NAME);
  const text = configurationText(found);
  // A repository can hold a link to any file of the user's, and what is wrong in a configuration is quoted.
  if (lstatSync(found, { throwIfNoEntry: false })?.isSymbolicLink()) throw notUsed(found, 'it is a link');
  return text === undefined ? undefined : { path: join(realpathSync(folder), FILE_NAME), text };
}

/**
 * The configuration file that the user named.
 *
 * @param cwd What its path is relative to.
 * @throws DebugError `source_not_found` when it is not there, `invalid_argument` when it is no file that could be one
 */
export function namedConfiguration(cwd: string, named: string): ConfigurationFile {
  const path = resolve(cwd, named);
  const text = configurationText(path);
  if (text !== undefined) return { path, text };
  throw new DebugError('source_not_found', `There is no configuration file ${path}.`, {
    advice: 'Correct the path after --config, or leave the option out.',
    details: { path },
  });
}

/** The folder that {@link configurationOf} finds it by. */
export function folderOf({ path }: ConfigurationFile): string {
  return dirname(path);
}

/** The languages that a file describes. @throws DebugError `invalid_argument` naming the key that is wrong */
export function languagesIn({ path: file, text }: ConfigurationFile): readonly ConfiguredLanguage[] {
  const root: CheckedValue = { value: parsed(file, text), key: '', file };
  const values = objectAt({ ...root, key: 'the file' }, 'an object like {"languages": {}}');
  const unknown = Object.keys(values).find((key) => key !== 'languages');
  if (unknown !== undefined) throw wrongValue(memberOf(root, values, unknown), 'left out: the only key is languages');
  const languages = memberOf(root, values, 'languages');
  if (languages.value === undefined) return [];
  const entries = objectAt(languages, 'an object with a key for each language');
  return Object.keys(entries).map((id) => configuredLanguage(id, memberOf(languages, entries, id)));
}

/** Undefined where there is no such file. */
function configurationText(path: string): string | undefined {
  if (statOf(path) === undefined) return undefined;
  const read = readWhole(path, MAX_BYTES);
  if (read.kind === 'read') return read.bytes.toString('utf8');
  throw notUsed(path, read.why);
}

function notUsed(path: string, why: string): DebugError {
  return new DebugError('invalid_argument', `${path} is not used: ${why}.`, {
    advice: 'Remove it, or name another file with --config.',
    details: { argument: 'config', path },
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DebugError('invalid_argument', `${file} is not JSON: ${messageOf(error)}.`, {
      advice: `Correct ${file}, and call again.`,
      details: { argument: 'config', path: file },
      cause: error,
    });
  }
}
