/** The placeholder for the value of a return or an exception that the debugger does not show. */
export const UNSHOWN = { text: '(the debugger does not show with what)', type: 'unknown' } as const;
