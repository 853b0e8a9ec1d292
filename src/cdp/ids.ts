import type { Id } from '../model/ids.ts';

/** @see CDP Runtime.ScriptId */
export type ScriptId = Id<'script', string>;

/** @see CDP Debugger.BreakpointId */
export type CdpBreakpointId = Id<'CDP breakpoint', string>;

/** @see CDP Debugger.CallFrameId */
export type CallFrameId = Id<'call frame', string>;

/** @see CDP Runtime.RemoteObjectId */
export type RemoteObjectId = Id<'remote object', string>;
