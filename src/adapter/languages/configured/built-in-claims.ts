import type { Language } from '../../language.ts';
import { type CheckedValue, wrongValue } from './checked-value.ts';
import type { ConfigurationFile } from './config-file.ts';
import type { ConfiguredLanguage } from './configured-language.ts';

/** The languages that need no description. */
export interface BuiltInLanguages {
  readonly all: readonly Language[];
  /** The languages whose place a description may take. */
  readonly replaceable: readonly Language[];
}

/**
 * Refuses a language that would be debugged instead of a built-in one without saying so: a section that adds Go means no other way to run
 * Python.
 *
 * @throws DebugError `invalid_argument`
 */
export function assertReplacesOnlyAsked(
  { path: file }: ConfigurationFile,
  languages: readonly ConfiguredLanguage[],
  builtIn: BuiltInLanguages,
): void {
  for (const language of languages) {
    const { id, replaces } = language;
    const at = (key: string, value: unknown): CheckedValue => ({ value, key: `languages.${id}${key}`, file });
    const replaceable = builtIn.replaceable.map((each) => each.id);
    if (replaces !== undefined && !replaceable.includes(replaces)) {
      throw wrongValue(
        at('.replaces', replaces),
        `the name of a language that can be replaced (${replaceable.join(', ')})`,
      );
    }
    for (const other of builtIn.all) {
      const taken = takenFrom(other, language);
      if (taken === undefined || replaces === other.id) continue;
      const asked = replaceable.includes(other.id)
        ? `: add "replaces": "${other.id}" to use this adapter instead of the built-in one`
        : ', which cannot be replaced';
      throw wrongValue(at(taken.key, taken.value), `another one: "${taken.value}" belongs to ${other.id}${asked}`);
    }
  }
}

/** A name or extension that both languages claim. */
function takenFrom(
  builtIn: Language,
  { id, names, extensions }: ConfiguredLanguage,
): { readonly key: string; readonly value: string } | undefined {
  const isItsName = (name: string) => builtIn.id === name.toLowerCase() || builtIn.names.includes(name.toLowerCase());
  if (isItsName(id)) return { key: '', value: id };
  const name = names.findIndex(isItsName);
  if (name >= 0) return { key: `.names[${name}]`, value: names[name] ?? '' };
  const extension = extensions.findIndex((each) => builtIn.claims({ program: `/program${each}`, cwd: '/', env: {} }));
  return extension < 0 ? undefined : { key: `.extensions[${extension}]`, value: extensions[extension] ?? '' };
}
