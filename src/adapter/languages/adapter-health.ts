import type { LanguageHealth } from '../../model/language-health.ts';

/** True if a debug adapter is there, and what to do when it is not. */
export type FoundAdapter =
  | { readonly kind: 'found'; readonly version: string; readonly path: string }
  /** `install`: the exact command that makes it usable. */
  | { readonly kind: 'missing'; readonly why: string; readonly install: string };

/** The health of a language that needs nothing but its debug adapter. */
export function adapterHealth(language: string, found: FoundAdapter): LanguageHealth {
  if (found.kind === 'missing') {
    return { language, found: [], state: { kind: 'unusable', problem: found.why, run: found.install } };
  }
  const { version, path: where } = found;
  return { language, found: [{ name: 'debug adapter', version, where }], state: { kind: 'usable' } };
}
