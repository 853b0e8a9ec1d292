import type { Measurement } from './bench.ts';
import { condition } from './condition.ts';
import { hang } from './hang.ts';
import { journal } from './journal.ts';
import { largeMap } from './large-map.ts';
import { launch } from './launch.ts';
import { logHits } from './log-hits.ts';
import { memory } from './memory.ts';
import { modules } from './modules.ts';
import { pytest } from './pytest.ts';
import { python } from './python.ts';
import { scriptHits } from './script-hits.ts';
import { start } from './start.ts';
import { evaluate, step } from './stopped.ts';
import { tokens } from './tokens.ts';
import { tui } from './tui.ts';

/** All groups, in the order of the table. */
export const MEASUREMENTS: readonly Measurement[] = [
  start,
  launch,
  step,
  evaluate,
  hang,
  journal,
  condition,
  logHits,
  scriptHits,
  modules,
  largeMap,
  python,
  pytest,
  memory,
  tokens,
  tui,
];
