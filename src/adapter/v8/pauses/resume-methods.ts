import type { StepUnderWay } from './pause-verdict.ts';

/** The CDP command of each step that a user asks for. */
export const STEP_METHODS = {
  next: 'Debugger.stepOver',
  stepIn: 'Debugger.stepInto',
  stepOut: 'Debugger.stepOut',
} as const satisfies Record<StepUnderWay['command'], string>;

/** The CDP command of each way in which the adapter goes on by itself. */
export const PROCEED_METHODS = {
  stepOver: 'Debugger.stepOver',
  stepInto: 'Debugger.stepInto',
  stepOut: 'Debugger.stepOut',
  resume: 'Debugger.resume',
} as const;
