import type { Id } from '../../../model/ids.ts';

/** A thread's own number for a breakpoint, never reused: passes are counted under it, and a changed request has another one. */
export type LocalBreakpointId = Id<'local breakpoint'>;
