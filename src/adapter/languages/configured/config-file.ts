import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readWhole } from '../../../files/read-file.ts';
import { DebugError, messageOf } from '../../../model/debug-error.ts';
import { type CheckedValue, memberOf, objectAt, wrongValue } from './checked-value.ts';
import { type ConfiguredLanguage, configuredLanguage } from './configured-language.ts';

const FILE_NAME = 'mcp-debugger.json';
const MAX_BYTES = 1_000_000;

/**
 * The languages that the user added in `mcp-debugger.json`. None when there is no such file.
 *
 * @param cwd The folder to look in; absolute.
 * @param named The file to read instead, relative to `cwd`.
 * @throws DebugError `source_not_found` when the named file is not there, `invalid_argument` naming the key that is wrong
 */
export function configuredLanguages(cwd: string, named: string | undefined): readonly ConfiguredLanguage[] {
  const file = resolve(cwd, named ?? FILE_NAME);
  if (!existsSync(file)) {
    if (named === undefined) return [];
    throw new DebugError('source_not_found', `There is no configuration file ${file}.`, {
      advice: 'Correct the path after --config, or leave the option out.',
      details: { path: file },
    });
  }
  const read = readWhole(file, MAX_BYTES);
  if (read.kind === 'read') return languagesIn(file, read.bytes.toString('utf8'));
  throw new DebugError('invalid_argument', `The configuration file ${file} cannot be read: ${read.why}.`, {
    advice: `Correct or remove ${file}, and call again.`,
    details: { argument: 'config', path: file },
  });
}

function languagesIn(file: string, text: string): readonly ConfiguredLanguage[] {
  const root: CheckedValue = { value: parsed(file, text), key: '', file };
  const values = objectAt({ ...root, key: 'the file' }, 'an object like {"languages": {}}');
  const unknown = Object.keys(values).find((key) => key !== 'languages');
  if (unknown !== undefined) throw wrongValue(memberOf(root, values, unknown), 'left out: the only key is languages');
  const languages = memberOf(root, values, 'languages');
  if (languages.value === undefined) return [];
  const entries = objectAt(languages, 'an object with a key for each language');
  return Object.keys(entries).map((id) => configuredLanguage(id, memberOf(languages, entries, id)));
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
