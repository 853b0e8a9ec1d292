import type { LanguageHealth } from '../model/language-health.ts';

/** Where and with what a program would be started. */
export interface DoctorSurroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Knows whether a language can be debugged here. A check changes nothing. */
export interface LanguageDoctor {
  /** The language: `python`. */
  readonly id: string;
  /** Further names under which it may be asked for. */
  readonly names: readonly string[];
  check(surroundings: DoctorSurroundings): Promise<LanguageHealth>;
  /**
   * Installs what is missing and can be installed without changing anything of the user's; left out where nothing can.
   *
   * @throws DebugError `launch_failed`
   */
  fix?(surroundings: DoctorSurroundings): Promise<void>;
}
