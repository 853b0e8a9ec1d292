import type { LanguageDoctor } from '../adapter/language-doctor.ts';
import { languageDoctors } from '../adapter/languages/language-doctors.ts';
import { wordAdvice } from '../model/advice.ts';
import { DebugError } from '../model/debug-error.ts';
import type { LanguageHealth } from '../model/language-health.ts';
import { renderHealth } from '../render/health.ts';

/** What `mcp-debugger doctor` was asked for. */
export interface DoctorRequest {
  /** Left out: all languages. */
  readonly language: string | undefined;
  readonly fix: boolean;
  readonly json: boolean;
  readonly config: string | undefined;
}

/** Where the doctor writes: what was found, and what it does meanwhile or could not do. */
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
  const surroundings = { cwd: process.cwd(), env: process.env };
  try {
    const doctors = chosen(languageDoctors(surroundings.cwd, request.config), request.language);
    if (request.fix) await mend(doctors, surroundings, log);
    const languages = await Promise.all(doctors.map((doctor) => doctor.check(surroundings)));
    out(
      request.json
        ? `${JSON.stringify({ languages: languages.map(asJson) }, undefined, 2)}\n`
        : renderHealth(languages),
    );
    return languages.some(({ state }) => state.kind === 'usable') ? 0 : FAILURE;
  } catch (error) {
    if (!(error instanceof DebugError)) throw error;
    log([error.message, wordAdvice(error.advice, {}) ?? []].flat().join(' '));
    return FAILURE;
  }
}

function chosen(doctors: readonly LanguageDoctor[], language: string | undefined): readonly LanguageDoctor[] {
  if (language === undefined) return doctors;
  const wanted = language.toLowerCase();
  const doctor = doctors.find(({ id, names }) => id === wanted || names.includes(wanted));
  if (doctor) return [doctor];
  throw new DebugError('unsupported', `Language "${language}" is not known.`, {
    advice: `Languages: ${doctors.map(({ id }) => id).join(', ')}. Others can be added in mcp-debugger.json.`,
  });
}

/** One that is usable is left as it is. */
async function mend(
  doctors: readonly LanguageDoctor[],
  surroundings: Parameters<LanguageDoctor['check']>[0],
  log: (line: string) => void,
): Promise<void> {
  for (const doctor of doctors) {
    if (doctor.fix === undefined) continue;
    const { state } = await doctor.check(surroundings);
    if (state.kind === 'usable') continue;
    log(`${doctor.id}: ${state.problem}; installing what is missing`);
    await doctor.fix(surroundings);
  }
}

/** Flat, for a script: `usable` is what it asks for. */
function asJson({ language, found, state }: LanguageHealth) {
  const { kind, ...trouble } = state;
  return { language, usable: kind === 'usable', ...trouble, found };
}
