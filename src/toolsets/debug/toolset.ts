import type { DebugEngine } from '../../engine/debug-engine.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import type { Toolset } from '../tool.ts';
import { debugBreakpoint } from './breakpoint.ts';
import { debugContinue, debugPause, debugStep } from './execution.ts';
import { debugHang } from './hang.ts';
import { debugOutput } from './input/output.ts';
import { debugEvaluate, debugStack, debugVariables, debugWatch } from './inspection.ts';
import { DEBUG_INSTRUCTIONS } from './instructions.ts';
import { debugAttach, debugLaunch } from './launch.ts';
import { debugPatch } from './patch/debug-patch.ts';
import { debugProbe } from './probe.ts';
import { debugSessions, debugStop } from './sessions.ts';
import { debugTest } from './test.ts';
import { debugTrace } from './trace.ts';

/** The default toolset: plain text for a model. Its order is the order of `tools/list`. */
export const DEBUG_TOOLSET: Toolset<DebugEngine> = {
  name: 'debug',
  instructions: DEBUG_INSTRUCTIONS,
  actions: DEBUG_ACTIONS,
  tools: [
    debugLaunch,
    debugTrace,
    debugProbe,
    debugTest,
    debugBreakpoint,
    debugContinue,
    debugStep,
    debugPause,
    debugPatch,
    debugEvaluate,
    debugVariables,
    debugStack,
    debugWatch,
    debugOutput,
    debugSessions,
    debugAttach,
    debugHang,
    debugStop,
  ],
};
