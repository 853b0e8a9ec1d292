import type { Feature, LanguageHost } from './language-host.ts';

/** Something that an engine must do with a real program of a language. */
export interface Scenario {
  readonly name: string;
  /** The behaviour that it proves, as a sentence. */
  readonly proves: string;
  /** Left out for languages without these. */
  readonly needs?: readonly Feature[];
  /** Fails by an assertion of vitest. */
  run(host: LanguageHost): Promise<void>;
}
