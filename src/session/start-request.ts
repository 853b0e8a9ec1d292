import type { AttachRequest, LaunchRequest } from '../adapter/debug-adapter.ts';

/** The origin of a session's debuggee. */
export type StartRequest =
  /** Not said yet. */
  | { readonly kind: 'none'; readonly cwd: string; readonly label: string }
  | ({ readonly kind: 'launch' } & LaunchRequest)
  | { readonly kind: 'attach'; readonly target: AttachRequest; readonly cwd: string; readonly label: string };
