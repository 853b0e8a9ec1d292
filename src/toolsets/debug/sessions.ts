import * as z from 'zod/v4';
import { parentsAmong } from '../../investigate/process-parents.ts';
import { renderProjectNames } from '../../render/program/project-names.ts';
import { renderEnded, renderSessions } from '../../render/sessions.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { LOOKS_ONLY, RUNS_PROGRAM } from '../annotations.ts';
import { defineTool } from '../tool.ts';
import { type Context, sessionArgument } from './common.ts';

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
    const parents = await parentsAmong(summaries.flatMap(({ processes }) => processes.map(({ pid }) => pid)));
    const names = sessions.length === 0 ? renderProjectNames(context.engine.projects.names()) : [];
    return { text: [renderSessions(summaries, DEBUG_ACTIONS, parents), ...names].join('\n') };
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
