import type { LanguageHealth } from '../model/language-health.ts';

/** The doctor's findings, for a person: one paragraph for each language. */
export function renderHealth(languages: readonly LanguageHealth[]): string {
  return languages.map(paragraph).join('\n');
}

function paragraph({ language, found, state }: LanguageHealth): string {
  const verdict = state.kind === 'usable' ? 'can be debugged' : `cannot be debugged: ${state.problem}`;
  const parts = found.map(({ name, version, where }) => `  ${[name, version].filter(Boolean).join(' ')}: ${where}`);
  const remedy = state.kind === 'usable' ? [] : [`  To mend it: ${state.run}`];
  return [`${language}: ${verdict}`, ...parts, ...remedy, ''].join('\n');
}
