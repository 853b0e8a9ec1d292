import * as z from 'zod/v4';
import { oneLine } from '../../../render/plain-text.ts';
import { CHANGES_SESSION, LOOKS_ONLY, RUNS_PROGRAM } from '../../annotations.ts';
import { integer, optional, text } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { noSuccess, success } from './answer.ts';
import { type Context, sessionIdArgument } from './common.ts';
import { createSession, profileOf, stateName, updatedAt } from './profile.ts';

export const createDebugSession = defineTool({
  name: 'create_debug_session',
  title: 'Create a debug session',
  description:
    'Create a debug session; nothing runs before start_debugging. With port, start_debugging attaches to a program that waits there.',
  annotations: { ...CHANGES_SESSION, idempotentHint: false },
  schema: z.strictObject({
    language: text().describe('"python", "javascript", "typescript", …'),
    name: optional(text()).describe('Default Debug-{timestamp}'),
    executablePath: optional(text()).describe('Interpreter to run the program with'),
    host: optional(text()).describe('Default 127.0.0.1; needs port'),
    port: optional(integer({ min: 1, max: 65_535 })).describe('Debug port of a running program'),
  }),
  async handler({ language, name = `Debug-${Date.now()}`, executablePath, host, port }, { engine }: Context) {
    const attachTo = port === undefined ? undefined : { host: host ?? '127.0.0.1', port };
    const session = await createSession(engine, { name, language, executablePath, attachTo });
    return success({ sessionId: session.id, message: `Created ${language} debug session: ${name}` });
  },
});

export const listDebugSessions = defineTool({
  name: 'list_debug_sessions',
  title: 'List debug sessions',
  description: 'List all debug sessions with their state: created, running, paused, stopped or error.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({}),
  async handler(_args, { engine }: Context) {
    const sessions = engine.sessions.list().map((session) => {
      const { name, language } = profileOf(session);
      session.markShown();
      return {
        id: session.id,
        name,
        language,
        state: stateName(session),
        createdAt: session.createdAt.toISOString(),
        updatedAt: updatedAt(session).toISOString(),
      };
    });
    return success({ sessions, count: sessions.length });
  },
});

export const closeDebugSession = defineTool({
  name: 'close_debug_session',
  title: 'Close a debug session',
  description: 'End a debug session and its program; one that was attached to runs on.',
  annotations: { ...RUNS_PROGRAM, idempotentHint: true },
  schema: z.strictObject({ sessionId: sessionIdArgument }),
  async handler({ sessionId }, { engine, signal }: Context) {
    const session = engine.sessions.list().find(({ id }) => id === sessionId);
    if (!session) return noSuccess({ message: `Managed session not found: ${oneLine(sessionId, 200)}` });
    await engine.end(session, { signal });
    return success({ message: `Closed debug session: ${sessionId}` });
  },
});
