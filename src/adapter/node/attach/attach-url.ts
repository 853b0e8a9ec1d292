import { listInspectorTargets } from '../../../cdp/discover.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { AttachRequest } from '../../debug-adapter.ts';
import { inspectorPortsOfPid } from './inspect-pid.ts';

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
      return (await inspectorPortsOfPid(request.pid, options)).url;
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
