import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';

/**
 * Passes on the output of a program that was attached to: its pipes belong to what started it, so what it says through `console` is all
 * that can be seen.
 *
 * @see CDP Runtime.consoleAPICalled
 */
export function forwardConsole(session: CdpSession, onOutput: (chunk: OutputChunk) => void): void {
  const attachedAtMs = Date.now();
  session.on('Runtime.consoleAPICalled', ({ type, args, timestamp }) => {
    // Runtime.enable repeats what was said before; that is not this session's.
    if (timestamp < attachedAtMs) return;
    const text = args
      .map((arg) => (typeof arg.value === 'string' ? arg.value : (arg.description ?? String(arg.value))))
      .join(' ');
    onOutput({ category: type === 'error' || type === 'warning' ? 'stderr' : 'stdout', text: `${text}\n` });
  });
  // A refusal costs only the output; the debugging goes on.
  session.send('Runtime.enable').catch(() => {});
}
