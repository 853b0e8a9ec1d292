import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { SCRIPT_ACTIONS } from '../../action-names.ts';
import type { Toolset } from '../../tool.ts';
import { debugScript } from './debug-script.ts';
import { scriptFailure } from './failure.ts';
import { SCRIPT_INSTRUCTIONS } from './instructions.ts';

/** One tool that runs a program and records an expression at each pass of a line. */
export const SCRIPT_TOOLSET: Toolset<DebugEngine> = {
  name: 'script',
  instructions: SCRIPT_INSTRUCTIONS,
  actions: SCRIPT_ACTIONS,
  tools: [debugScript],
  failure: scriptFailure,
};
