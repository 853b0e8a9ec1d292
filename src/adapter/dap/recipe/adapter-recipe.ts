import type { CallOptions } from '../../../model/call-options.ts';
import type { AttachRequest, LaunchRequest } from '../../debug-adapter.ts';
import type { AdapterLink } from './adapter-link.ts';
import type { AdapterQuirks } from './adapter-quirks.ts';

/**
 * The way to debug a language over DAP: the link to its adapter, and the adapter's quirks. All other code of this
 * folder is the same for every language.
 */
export interface AdapterRecipe {
  readonly quirks: AdapterQuirks;
  /**
   * Starts a program, or an adapter that will start it.
   *
   * @throws DebugError `launch_failed`, `source_not_found`, `unsupported`
   */
  launch(request: LaunchRequest, options: CallOptions): Promise<AdapterLink>;
  /** @throws DebugError `attach_refused`, `unsupported` */
  attach(request: AttachRequest, options: CallOptions): Promise<AdapterLink>;
}
