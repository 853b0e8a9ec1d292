import type { DebugEngine } from '../../../engine/debug-engine.ts';
import type { Toolset } from '../../tool.ts';
import { debugScript } from './debug-script.ts';
import { scriptFailure } from './failure.ts';
import { SCRIPT_INSTRUCTIONS } from './instructions.ts';

/** One tool that runs a program and records an expression at each pass of a line. */
export const SCRIPT_TOOLSET: Toolset<DebugEngine> = {
  name: 'script',
  instructions: SCRIPT_INSTRUCTIONS,
  tools: [debugScript],
  failure: scriptFailure,
};
