import type { DoctorSurroundings, Language } from '../adapter/language.ts';
import { allLanguages, hasName } from '../adapter/languages/languages.ts';
import { wordAdvice } from '../model/advice.ts';
import { DebugError } from '../model/debug-error.ts';
import type { LanguageHealth } from '../model/language-health.ts';
import { renderHealth } from '../render/health.ts';

/** The request of `mcp-debugger doctor`. */
export interface DoctorRequest {
  /** Left out: all languages. */
  readonly language: string | undefined;
  readonly fix: boolean;
  readonly json: boolean;
  readonly config: string | undefined;
  /** The interpreter, or the folder whose interpreter, to look at. */
  readonly python: string | undefined;
}

/** The doctor's output: its findings to `out`, its progress and failures to `log`. */
interface Outlets {
  readonly out: (text: string) => void;
  readonly log: (line: string) => void;
}

const FAILURE = 1;

/**
 * Says for each language whether it can be debugged here, and mends what can be mended when asked to.
 *
 * @returns The exit code: 0 when the language that was asked for is usable, or any when none was named; else 1
 */
export async function runDoctor(request: DoctorRequest, { out, log }: Outlets): Promise<number> {
  const surroundings = { cwd: process.cwd(), env: process.env, python: request.python };
  try {
    const all = await allLanguages({ cwd: surroundings.cwd, configFile: request.config });
    const languages = chosen(all, request.language);
    if (request.fix) await mend(languages, surroundings, log);
    const found = await Promise.all(languages.map((language) => language.check(surroundings)));
    out(request.json ? `${JSON.stringify({ languages: found.map(asJson) }, undefined, 2)}\n` : renderHealth(found));
    return found.some(({ state }) => state.kind === 'usable') ? 0 : FAILURE;
  } catch (error) {
    if (!(error instanceof DebugError)) throw error;
    log([error.message, wordAdvice(error.advice, {}) ?? []].flat().join(' '));
    return FAILURE;
  }
}

function chosen(languages: readonly Language[], name: string | undefined): readonly Language[] {
  if (name === undefined) return languages;
  const language = languages.find((each) => hasName(each, name));
  if (language) return [language];
  throw new DebugError('unsupported', `Language "${name}" is not known.`, {
    advice: `Languages: ${languages.map(({ id }) => id).join(', ')}. Others can be added in mcp-debugger.json.`,
  });
}

/** Mends the languages that are not usable. */
async function mend(
  languages: readonly Language[],
  surroundings: DoctorSurroundings,
  log: (line: string) => void,
): Promise<void> {
  for (const language of languages) {
    if (language.fix === undefined) continue;
    const { state } = await language.check(surroundings);
    if (state.kind === 'usable') continue;
    log(`${language.id}: ${state.problem}; installing what is missing`);
    await language.fix(surroundings);
  }
}

/** Flat, for a script: `usable` is what it asks for. */
function asJson({ language, found, state }: LanguageHealth) {
  const { kind, ...trouble } = state;
  return { language, usable: kind === 'usable', ...trouble, found };
}
