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
import { pythonPasses } from './python-passes.ts';
import { scriptHits } from './script-hits.ts';
import { start } from './start.ts';
import { evaluate, step } from './stopped.ts';
import { suites } from './suites.ts';
import { tokens } from './tokens.ts';
import { trace } from './trace.ts';
import { traceVolume } from './trace-volume.ts';
import { tree } from './tree.ts';
import { tui } from './tui.ts';
import { writes } from './writes.ts';

/** All groups, in the order of the table. */
export const MEASUREMENTS: readonly Measurement[] = [
  start,
  launch,
  tree,
  step,
  evaluate,
  hang,
  writes,
  journal,
  condition,
  logHits,
  scriptHits,
  modules,
  largeMap,
  python,
  pythonPasses,
  pytest,
  suites,
  trace,
  traceVolume,
  memory,
  tokens,
  tui,
];
