import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { SESSION_ACTIONS } from '../../action-names.ts';
import type { Toolset } from '../../tool.ts';
import { listBreakpoints, removeBreakpoint, setBreakpoint } from './breakpoints.ts';
import { evaluateExpression } from './evaluate.ts';
import { continueExecution, pauseExecution, stepInto, stepOut, stepOver } from './execution.ts';
import { sessionFailure } from './failure.ts';
import { getScopes, getStackTrace } from './frames.ts';
import { SESSION_INSTRUCTIONS } from './instructions.ts';
import { getOutput } from './output.ts';
import { closeDebugSession, createDebugSession, listDebugSessions } from './sessions.ts';
import { getSourceContext } from './source.ts';
import { restartDebugging, startDebugging } from './start.ts';
import { getLocalVariables, getVariables } from './variables.ts';

/** Sessions, step by step, answered in JSON. Its order is the order of `tools/list`. */
export const SESSION_TOOLSET: Toolset<DebugEngine> = {
  name: 'session',
  instructions: SESSION_INSTRUCTIONS,
  actions: SESSION_ACTIONS,
  failure: sessionFailure,
  tools: [
    createDebugSession,
    listDebugSessions,
    closeDebugSession,
    setBreakpoint,
    listBreakpoints,
    removeBreakpoint,
    startDebugging,
    restartDebugging,
    stepOver,
    stepInto,
    stepOut,
    continueExecution,
    pauseExecution,
    getStackTrace,
    getScopes,
    getVariables,
    getLocalVariables,
    evaluateExpression,
    getSourceContext,
    getOutput,
  ],
};
