/**
 * Closes the inspector of the process, with its connections. Runs in the debuggee, from its own source text, which an inspector message
 * carried: only once that has been dealt with, or Node falls over the connection that it closes.
 */
export function closeInspector(): void {
  const { _debugEnd: end, getBuiltinModule }: Partial<Record<string, (...args: unknown[]) => unknown>> =
    Object(process);
  // A program may have put a clock of its own in place of the global one.
  const timers = Object(getBuiltinModule?.call(process, 'timers') ?? globalThis);
  timers.setImmediate(() => end?.call(process));
}
