import * as z from 'zod/v4';
import { renderOutput } from '../../render/output.ts';
import { renderEnded, renderSessions } from '../../render/sessions.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { LOOKS_ONLY, RUNS_PROGRAM } from '../annotations.ts';
import { integer, optional } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, sessionArgument } from './common.ts';

export const debugOutput = defineTool({
  name: 'debug_output',
  title: 'Program output',
  description: 'Get what the program wrote: stdout, stderr, log breakpoints.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    chars: optional(integer({ min: 1, max: 100_000 })).describe('From the end; default 4000'),
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const chars = args.chars ?? 4_000;
    const output = session.output.since(0, chars);
    return { text: renderOutput(output, { cwd: session.cwd, budgetTokens: chars, more: 'chars' }) };
  },
});

export const debugSessions = defineTool({
  name: 'debug_sessions',
  title: 'Sessions',
  description: 'List debug sessions with their state, processes and breakpoints.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({}),
  async handler(_args, context: Context) {
    const sessions = context.engine.sessions.list();
    const summaries = sessions.map((session) => session.summary());
    for (const session of sessions) session.markShown();
    return { text: renderSessions(summaries, DEBUG_ACTIONS) };
  },
});

export const debugStop = defineTool({
  name: 'debug_stop',
  title: 'Stop debugging',
  description: 'End the debug session and clean up. A launched program ends; an attached one runs on.',
  annotations: { ...RUNS_PROGRAM, idempotentHint: true },
  schema: z.strictObject({ session: sessionArgument }),
  async handler(args, context: Context) {
    const { sessions } = context.engine;
    // What was asked for is so already: an error would make the caller look for a fault.
    if (args.session === undefined && sessions.list().length === 0)
      return { text: 'There is no debug session to end.' };
    const session = sessions.get(args.session);
    await context.engine.end(session, { signal: context.signal });
    return { text: renderEnded() };
  },
});
