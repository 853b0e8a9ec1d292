import { listInspectorTargets } from '../../../cdp/discover.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { AttachRequest } from '../../debug-adapter.ts';
import { inspectorPortsOfPid } from './inspect-pid.ts';

/** The part of the time in which a process must have opened its inspector. */
const OPENING_SHARE = 0.8;

/**
 * The inspector to connect to for a process that runs already. One that is named by its pid is asked to open its inspector.
 *
 * @throws DebugError `attach_refused`, `request_timeout`, `cancelled`
 */
export async function inspectorUrlOf(request: AttachRequest, options: CallOptions): Promise<string> {
  switch (request.kind) {
    case 'url':
      return request.url;
    case 'pid':
      return (await inspectorPortsOfPid(request.pid, shortened(options))).url;
    case 'port': {
      const [target] = await listInspectorTargets(request.host, request.port, options);
      if (target) return target.url;
      throw new DebugError(
        'attach_refused',
        `The inspector at ${request.host}:${request.port} offers nothing to debug.`,
        {
          advice: 'Check that the program still runs.',
          details: { target: `${request.host}:${request.port}` },
        },
      );
    }
  }
}

/** Leaves time to find out why the process did not open its inspector. */
function shortened({ timeoutMs, signal }: CallOptions): CallOptions {
  return timeoutMs === undefined ? { signal } : { timeoutMs: timeoutMs * OPENING_SHARE, signal };
}
