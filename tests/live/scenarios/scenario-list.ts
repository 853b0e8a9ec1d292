import { attaching } from './attaching.ts';
import { breakpoints } from './breakpoints.ts';
import { changing } from './changing.ts';
import { ending } from './ending.ts';
import { exceptions } from './exceptions.ts';
import { functions } from './functions.ts';
import { launching } from './launching.ts';
import { looking } from './looking.ts';
import { output } from './output.ts';
import type { Scenario } from './scenario.ts';
import { stepping } from './stepping.ts';
import { threading } from './threading.ts';

/** Everything that the engine must do with programs of a language, whatever the language is. */
export const SCENARIOS: readonly Scenario[] = [
  ...launching,
  ...breakpoints,
  ...functions,
  ...exceptions,
  ...stepping,
  ...threading,
  ...looking,
  ...changing,
  ...output,
  ...ending,
  ...attaching,
];
