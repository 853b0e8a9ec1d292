import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { DEBUGGER_ACTIONS } from '../../action-names.ts';
import type { Toolset } from '../../tool.ts';
import { listBreakpoints, removeBreakpoint, setBreakpoint, toggleBreakpoint } from './breakpoints.ts';
import { continueExecution, pause, stepInto, stepOut, stepOver } from './execution.ts';
import { debuggerFailure, unknownTool } from './failure.ts';
import { getStack, switchStackFrame } from './frames.ts';
import { debuggerDetectHang } from './hang.ts';
import { getGlobalVariables, getLocalVariables, inspect, inspectObject } from './inspection.ts';
import { DEBUGGER_INSTRUCTIONS } from './instructions.ts';
import { debuggerRunTests } from './run-tests.ts';
import { start, stopSession } from './sessions.ts';
import { addWatch, getWatches, removeWatch } from './watches.ts';

/** In the order of `tools/list`. */
const TOOLS = [
  start,
  stopSession,
  setBreakpoint,
  removeBreakpoint,
  toggleBreakpoint,
  listBreakpoints,
  continueExecution,
  stepOver,
  stepInto,
  stepOut,
  pause,
  inspect,
  getLocalVariables,
  getGlobalVariables,
  inspectObject,
  addWatch,
  removeWatch,
  getWatches,
  getStack,
  switchStackFrame,
  debuggerDetectHang,
  debuggerRunTests,
];

/** Sessions step by step, answered in one JSON object with a status, as text and as structured content. */
export const DEBUGGER_TOOLSET: Toolset<DebugEngine> = {
  name: 'debugger',
  instructions: DEBUGGER_INSTRUCTIONS,
  actions: DEBUGGER_ACTIONS,
  tools: TOOLS,
  failure: (failed) =>
    debuggerFailure(failed, TOOLS.find(({ name }) => name === failed.tool)?.failsWith ?? 'INSPECT_FAILED'),
  unknownTool,
};
