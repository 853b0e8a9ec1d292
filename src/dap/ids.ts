import type { Id } from '../model/ids.ts';

/** The number of a thread for an adapter, which two processes of a session may both use. @see DAP Thread */
export type DapThreadId = Id<'DAP thread'>;

/** The number of a stack frame for an adapter. @see DAP StackFrame */
export type DapFrameId = Id<'DAP frame'>;

/** The name of a watched place for an adapter. @see DAP DataBreakpointInfoResponse */
export type DapDataId = Id<'DAP data', string>;

/** The number of a breakpoint for an adapter. @see DAP Breakpoint */
export type DapBreakpointId = Id<'DAP breakpoint'>;
