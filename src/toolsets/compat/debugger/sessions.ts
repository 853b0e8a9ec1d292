import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { Deadline } from '../../../adapter/deadline.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { arrayOf, optional, text } from '../../schema.ts';
import { sessionId, timeout } from './common.ts';
import { type Context, debuggerTool } from './debugger-tool.ts';
import { stopAnswer, stopFields } from './execution.ts';
import { exitedError, sessionOf } from './session-view.ts';

const START_TIMEOUT_MS = 30_000;

/** The arguments that say what to run. */
export const commandArguments = {
  command: text().describe('Any command that runs Node.js: "node", "npm test", "npx jest --runInBand", "tsx a.ts"'),
  args: optional(arrayOf(z.string())),
  cwd: optional(text()).describe("Default: the server's folder"),
};

/** The same as a request. */
export function commandRequest(
  { command, args, cwd }: z.output<z.ZodObject<typeof commandArguments>>,
  { engine }: Pick<Context, 'engine'>,
) {
  return { program: command, args: args ?? [], cwd: resolve(engine.cwd, cwd ?? '.'), env: {} };
}

export const start = debuggerTool({
  name: 'debugger_start',
  title: 'Start a program',
  description:
    'Start a command under the debugger, paused at the first line of its program: of npm test, of the test runner. Each start is a session of its own.',
  annotations: RUNS_PROGRAM,
  input: {
    ...commandArguments,
    timeout: timeout.describe('Milliseconds until it must be paused; default 30000'),
    exceptions: optional(z.enum(['none', 'uncaught', 'all'])).describe('Pause where one is thrown; default none'),
  },
  output: {
    sessionId: z.string(),
    pid: z.int(),
    inspectorUrl: z.string().describe('ws://127.0.0.1:…, of the process that is paused'),
    ...stopFields,
  },
  failsWith: 'SESSION_START_FAILED',
  async run(args, context) {
    const { engine, signal } = context;
    const request = { kind: 'launch', ...commandRequest(args, context), stopOnEntry: true } as const;
    const deadline = new Deadline(args.timeout ?? START_TIMEOUT_MS, signal);
    const session = await engine.create('node', args.command);
    session.exceptionMode = args.exceptions ?? 'none';
    try {
      await engine.begin(session, request, deadline.left());
      const outcome = await session.waitForStop(deadline.left());
      if (outcome.kind !== 'stopped') throw notPaused(session, outcome, deadline.timeoutMs);
      const thread = session.summary().threads.find(({ id }) => id === outcome.threadId);
      return {
        sessionId: session.id,
        pid: thread?.pid,
        inspectorUrl: thread?.inspectorUrl,
        ...(await stopAnswer(session, outcome, context)),
      };
    } catch (error) {
      await engine.end(session, {});
      throw error;
    }
  },
});

export const stopSession = debuggerTool({
  name: 'debugger_stop_session',
  title: 'End a session',
  description: 'End a debug session, its process and all that the process started.',
  annotations: { ...RUNS_PROGRAM, idempotentHint: true },
  input: { sessionId },
  output: { sessionId: z.string(), stopped: z.literal(true) },
  failsWith: 'STOP_SESSION_FAILED',
  async run({ sessionId: id }, { engine, signal }) {
    await engine.end(sessionOf(engine, id), { signal });
    return { sessionId: id, stopped: true };
  },
});

function notPaused(session: DebugSession, outcome: StopOutcome, timeoutMs: number): DebugError {
  if (outcome.kind === 'running') {
    return new DebugError('launch_failed', `No program was paused within ${timeoutMs} ms; the command was ended.`, {
      advice: 'Give a longer timeout if the command builds something first.',
    });
  }
  const { message, details } = exitedError(session);
  return new DebugError('launch_failed', `${message} It ran no code of the program.`, { details });
}
