/**
 * An id of one kind: ids of two kinds cannot take each other's place. A plain number or text can be either, as what arrives in a message.
 */
export type Id<Kind extends string, T extends number | string = number> = T & { readonly idOf?: Kind };

/** The number of a breakpoint in its session: stable over restarts, never reused. */
export type BreakpointId = Id<'breakpoint'>;

/** The number of a thread in its session; the session's answers and calls know a thread by it. */
export type ThreadId = Id<'thread'>;

/** The number of a stack frame, valid until the program goes on. */
export type FrameId = Id<'frame'>;

/** The name of a place that a data breakpoint watches. @see DAP dataBreakpointInfo */
export type DataId = Id<'data', string>;
