import { listInspectorTargets } from '../../../cdp/discover.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { AttachRequest } from '../../debug-adapter.ts';
import { inspectorPortsOfPid, type RunningInspector } from './inspect-pid.ts';

/**
 * The inspector to connect to for a process that runs already. One that is named by its pid is asked to open its inspector, which is
 * to be closed again then.
 *
 * @throws DebugError `attach_refused`, `request_timeout`, `cancelled`
 */
export async function runningInspector(request: AttachRequest, options: CallOptions): Promise<RunningInspector> {
  switch (request.kind) {
    case 'url':
      return { url: request.url, openedByUs: false };
    case 'pid':
      return inspectorPortsOfPid(request.pid, options);
    case 'port': {
      const [target] = await listInspectorTargets(request.host, request.port, options);
      if (target) return { url: target.url, openedByUs: false };
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
