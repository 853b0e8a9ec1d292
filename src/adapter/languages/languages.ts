import { extname } from 'node:path';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { AttachRequest } from '../debug-adapter.ts';
import type { Language, ProgramPlace } from '../language.ts';
import { nodeLanguage } from '../node/node-language.ts';
import type { DescribedLanguages } from './configured/described-languages.ts';
import { goLanguage } from './go/go-language.ts';
import { pythonLanguage } from './python/python-language.ts';
import { runningLanguage } from './running-language.ts';

/** The file in which the user describes further languages. */
export interface Configuration {
  /** The folder in which mcp-debugger.json is looked for; absolute. */
  readonly cwd: string;
  /** The file to read instead. */
  readonly configFile: string | undefined;
}

/** The languages that can be debugged without being described; the first that claims a program has it. */
export const BUILT_IN: readonly Language[] = [nodeLanguage, goLanguage, pythonLanguage];

/** Languages of files that callers try although nothing here debugs them: the answer can name the language then. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  '.rs': 'rust',
  '.java': 'java',
  '.rb': 'ruby',
  '.php': 'php',
  '.c': 'c',
  '.cc': 'c++',
  '.cpp': 'c++',
};

/**
 * All languages: those that are built in, then those of mcp-debugger.json, of which some may wait for the user's trust.
 *
 * @throws DebugError as describedLanguages
 */
export async function allLanguages(configuration: Configuration): Promise<readonly Language[]> {
  const { trusted, untrusted } = await describedIn(configuration);
  return [...BUILT_IN, ...trusted, ...untrusted()];
}

/** True if a caller's name for a language means this one. */
export function hasName({ id, names }: Language, name: string): boolean {
  const wanted = name.toLowerCase();
  return id === wanted || names.includes(wanted);
}

/**
 * The language that a program is debugged as: the one that is named, or else the one that claims the program.
 *
 * One of a file that the user has not trusted is found last, and refuses to be loaded.
 *
 * @throws DebugError `unsupported`; `invalid_argument` when mcp-debugger.json is wrong
 */
export async function languageOf(
  name: string | undefined,
  place: ProgramPlace,
  configuration: Configuration,
): Promise<Language> {
  const isMeant = (each: Language) => (name === undefined ? each.claims(place) : hasName(each, name));
  // Before the file is read: one that is wrong must not keep Node.js from being debugged.
  if (isMeant(nodeLanguage)) return nodeLanguage;
  // The user's own come first: a built-in language may be replaced.
  const { trusted, untrusted } = await describedIn(configuration);
  const found = [...trusted, ...BUILT_IN].find(isMeant) ?? untrusted().find(isMeant);
  if (found) return found;
  const unsupported = name?.toLowerCase() ?? UNSUPPORTED[extname(place.program).toLowerCase()];
  // Any other command may run Node.js; whether it does shows when it runs.
  if (unsupported === undefined) return nodeLanguage;
  const supported = [...BUILT_IN, ...trusted].map(({ id }) => id).join(', ');
  throw new DebugError('unsupported', `Language "${unsupported}" is not supported. Supported: ${supported}.`, {
    advice: 'Give a program of one of these languages, or describe its debug adapter in mcp-debugger.json.',
    details: { argument: 'language' },
  });
}

/**
 * The language that a program which runs already is debugged as: the one that is named, or else what the process or its port shows.
 * Node.js where neither shows anything: its errors say why.
 *
 * @throws DebugError as {@link languageOf} and {@link runningLanguage}
 */
export async function attachedLanguage(
  name: string | undefined,
  target: AttachRequest,
  configuration: Configuration,
  options: CallOptions,
): Promise<Language> {
  const found = name ?? (await runningLanguage(target, BUILT_IN, options))?.id ?? nodeLanguage.id;
  return languageOf(found, { program: '', cwd: configuration.cwd, env: {} }, configuration);
}

/** Reads the file. Its reader is loaded only here: a program of Node.js does without. */
async function describedIn({ cwd, configFile }: Configuration): Promise<DescribedLanguages> {
  const { describedLanguages } = await import('./configured/described-languages.ts');
  // Node.js is recognised before the file is read.
  const replaceable = BUILT_IN.filter((each) => each !== nodeLanguage);
  return describedLanguages(cwd, configFile, { all: BUILT_IN, replaceable });
}
