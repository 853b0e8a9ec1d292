import * as z from 'zod/v4';
import type { RestartOutcome } from '../../../adapter/restart-outcome.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { PatchOutcome, PatchRequest } from '../../../model/program/patch-outcome.ts';
import { renderPatch } from '../../../render/patch.ts';
import { renderRestarted } from '../../../render/program/restarted.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { DEBUG_ACTIONS } from '../../action-names.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { boolean, optional, optionalText, text } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { type Context, deadlineOf, outcomeText, sessionArgument, timeoutArgument } from '../common.ts';
import { linesIn, movedSince } from './moved-lines.ts';

export const debugPatch = defineTool({
  name: 'debug_patch',
  title: 'Patch',
  description: 'Try a fix in the running program: the file as it is on disk now, or with old replaced by new.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    file: text(),
    old: optional(text()),
    new: optionalText(),
    restart: optional(boolean()).describe('Run the stopped call again'),
    revert: optional(boolean()),
    timeoutMs: timeoutArgument,
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const deadline = deadlineOf(args, context);
    const path = session.resolvePath(args.file);
    const request = patchRequest(args);
    const before = linesIn(session, path);
    const outcome = await session.patch(path, request, deadline.left());
    const isRestarted = args.restart === true && outcome.kind === 'patched';
    const restarted = isRestarted ? await restartCall(session, deadline.left()) : undefined;
    const stop =
      restarted?.kind === 'restarted'
        ? [
            await outcomeText(session, await session.waitForStop(deadline.left()), context, { deadline }),
            ...(restarted.variables ? renderRestarted(restarted.variables) : []),
          ]
        : [];
    const waiting = session.adapter.patches?.waiting ?? [];
    const lines = renderPatch(outcome, {
      path,
      cwd: session.cwd,
      request: request.kind,
      actions: DEBUG_ACTIONS,
      restarted,
      waiting,
      moved: movedSince(before, linesIn(session, path)),
    });
    const isError = isRefused(outcome) || restarted?.kind === 'refused';
    return { text: [...lines, ...stop].join('\n'), ...(isError ? { isError } : {}) };
  },
});

function isRefused(outcome: PatchOutcome): boolean {
  if (outcome.kind !== 'patched') return outcome.kind !== 'same';
  return outcome.functions.every(({ verdict }) => verdict.kind === 'notApplied');
}

/** Restarts the call that is to run with the patches. */
async function restartCall(session: DebugSession, options: CallOptions): Promise<RestartOutcome | { kind: 'noCall' }> {
  const { state } = session;
  const frame = state.kind === 'stopped' ? session.adapter.patches?.waitingFrame(state.threadId) : undefined;
  if (frame === undefined) return { kind: 'noCall' };
  return session.restartFrame(frame === 'stopped' ? undefined : frame, { ...options, takesText: true });
}

function patchRequest(args: {
  old?: string | undefined;
  new?: string | undefined;
  revert?: boolean | undefined;
}): PatchRequest {
  const { old, new: now } = args;
  if (args.revert) {
    if (old === undefined && !now) return { kind: 'revert' };
    throw invalid('revert', 'revert gives the program back the text that it loaded.', 'Leave old and new out.');
  }
  if (old !== undefined && now !== undefined) return { kind: 'replace', old, new: now };
  if (old !== undefined || now)
    throw invalid(
      old === undefined ? 'old' : 'new',
      'old and new belong together.',
      'new is what is to stand there instead: "" takes old out.',
    );
  return { kind: 'disk' };
}

function invalid(argument: string, message: string, advice: string): DebugError {
  return new DebugError('invalid_argument', message, { advice, details: { argument } });
}
