import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { LoadedRequest } from '../../adapter/patches.ts';
import { readText } from '../../files/read-file.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { PatchOutcome, PatchRequest } from '../../model/program/patch-outcome.ts';
import type { SessionLife } from '../session-life.ts';

/** The members of a session that a patch uses. */
export interface PatchedProgram {
  readonly life: SessionLife;
  readonly adapter: DebugAdapter;
  /** True if the stop that the program stands at has been shown, which it then stays at another line. */
  readonly keepShown: (change: () => void) => void;
}

/**
 * Gives functions of the program new texts. Where the program stands in a text that has changed above it, its stop moves along.
 *
 * @param path Absolute.
 */
export async function patchProgram(
  { life, adapter, keepShown }: PatchedProgram,
  path: string,
  request: PatchRequest,
  options: CallOptions,
): Promise<PatchOutcome> {
  life.assertAlive();
  const { patches } = adapter;
  if (!patches)
    return { kind: 'refused', why: 'the debugger of this language changes no running program', restart: true };
  const outcome = await patches.patch(path, loadedRequest(path, request), options);
  const { state } = life;
  if (outcome.kind !== 'patched' || state.kind !== 'stopped') return outcome;
  const frame = (await adapter.stackTrace(state.threadId, options)).find(({ id }) => id === state.frameId);
  if (frame && life.state === state && frame.location.line !== state.location.line)
    keepShown(() => life.note({ ...state, location: frame.location }));
  return outcome;
}

function loadedRequest(path: string, request: PatchRequest): LoadedRequest {
  if (request.kind !== 'disk') return request;
  const text = readText(path);
  if (text !== undefined) return { kind: 'text', text };
  throw new DebugError('source_not_found', `${path} cannot be read.`, {
    advice: 'Name a source file of the program, relative to its folder.',
    details: { path },
  });
}
