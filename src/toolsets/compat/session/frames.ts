import * as z from 'zod/v4';
import { DebugError } from '../../../model/debug-error.ts';
import type { FrameId } from '../../../model/ids.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { LOOKS_ONLY } from '../../annotations.ts';
import { boolean, integer, optional } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { success } from './answer.ts';
import { type Context, looked, sessionIdArgument, settledSession } from './common.ts';

export const getStackTrace = defineTool({
  name: 'get_stack_trace',
  title: 'Call stack',
  description: 'Get the call stack of the paused program, innermost frame first.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    includeInternals: optional(boolean()).describe("Show the runtime's own frames"),
  }),
  async handler({ sessionId, includeInternals = false }, context: Context) {
    const session = await settledSession(context, sessionId);
    const frames = await looked(session, ({ inspection }) => inspection.stack({ signal: context.signal }));
    const normal = frames.filter(({ presentation }) => presentation === 'normal');
    // Without any code of the program, the runtime's says where it is.
    const isWhole = includeInternals || normal.length === 0;
    const shown = isWhole ? frames.filter(({ presentation }) => presentation !== 'async') : normal;
    const stackFrames = shown.map(({ id, name, location }) => ({
      id,
      name,
      file: location.path,
      line: location.line,
      column: location.column,
    }));
    return success({ stackFrames, count: stackFrames.length });
  },
});

export const getScopes = defineTool({
  name: 'get_scopes',
  title: 'Scopes of a frame',
  description: 'Get the variable scopes of a stack frame; each has a variablesReference for get_variables.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    frameId: integer({ min: 0 }).describe('id of a frame from get_stack_trace'),
  }),
  async handler({ sessionId, frameId }, context: Context) {
    const session = await settledSession(context, sessionId);
    const options = { signal: context.signal };
    const found = await looked(session, async ({ inspection }) =>
      inspection.scopes(await frameIndex(session, frameId, options), options),
    );
    const scopes = found.map(({ kind, name, variablesReference, expensive }) => ({
      name,
      variablesReference,
      expensive,
      ...(kind === 'local' ? { presentationHint: 'locals' } : {}),
      source: {},
    }));
    return success({ scopes });
  },
});

/** The index of a frame in its stack. @throws DebugError `stale_reference` */
export async function frameIndex(
  session: DebugSession,
  frameId: FrameId,
  options: { readonly signal: AbortSignal },
): Promise<number> {
  const frames = await session.inspection.stack(options);
  const index = frames.findIndex((frame: StackFrame) => frame.id === frameId && frame.presentation !== 'async');
  if (index >= 0) return index;
  throw new DebugError(
    'stale_reference',
    `Frame ${frameId} is not on the stack: the id is stale, or was never given.`,
    {
      advice: 'Ids are valid until the program goes on. Call get_stack_trace again and use an id of its answer.',
      details: { handle: frameId },
    },
  );
}
