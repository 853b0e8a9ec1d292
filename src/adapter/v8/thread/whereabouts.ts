import type { CallOptions } from '../../../model/call-options.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { RunningInspection } from '../pauses/pause-verdict.ts';

/** The place of a running thread, which is stopped for the moment. Undefined if it does not stop in time. */
export function whereabouts(
  thread: { readonly inspectWhileRunning: (inspection: RunningInspection) => boolean },
  { timeoutMs = 300 }: CallOptions = {},
): Promise<SourceLocation | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    const done = (location: SourceLocation | undefined) => {
      clearTimeout(timer);
      resolve(location);
    };
    const inspect = (_: unknown, place: SourceLocation | undefined) => {
      done(place);
      return { command: 'resume' } as const;
    };
    if (!thread.inspectWhileRunning({ kind: 'inspect', isAwaited: true, inspect })) done(undefined);
  });
}
