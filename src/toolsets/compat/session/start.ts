import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { Deadline } from '../../../adapter/deadline.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { DEFAULT_WAIT_MS } from '../../../session/run/run-control.ts';
import type { StartRequest } from '../../../session/start-request.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { arrayOf, boolean, optional, text, textRecord } from '../../schema.ts';
import { defineTool, type ToolAnswer } from '../../tool.ts';
import { boundedTexts } from '../bounded-texts.ts';
import { refused, success } from './answer.ts';
import { type Context, sessionIdArgument, timeoutArgument } from './common.ts';
import { profileOf, sessionOf, stateName } from './profile.ts';
import { sourceContext } from './source.ts';
import { breakpointWarnings, startWarnings } from './warnings.ts';

/** Limits of the answer's wait for the first pause: if a pause is to be expected, and if only the end could come. */
const PAUSE_WAIT_MS = 10_000;
const END_WAIT_MS = 2_000;

export const startDebugging = defineTool({
  name: 'start_debugging',
  title: 'Start debugging',
  description:
    'Start the program of a session and wait for its first pause: a breakpoint, or the entry with stopOnEntry. Again: restarts it, with the same breakpoints.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    scriptPath: text().describe('Script to debug'),
    args: optional(arrayOf(z.string())),
    dapLaunchArgs: optional(
      z.looseObject({
        stopOnEntry: optional(boolean()).describe('Pause at the first line'),
        justMyCode: optional(boolean()).describe('Debug only user code'),
        cwd: optional(text()),
        env: optional(textRecord()),
      }),
    ),
    dryRunSpawn: optional(boolean()).describe('Check only; start nothing'),
    timeoutMs: timeoutArgument.describe('How long to wait for the first pause; default 10000'),
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const session = sessionOf(engine, args.sessionId);
    if (args.dryRunSpawn) return dryRun(session, args.scriptPath, args.args ?? []);
    const { stopOnEntry = false, justMyCode, cwd, env = {}, ...adapterArguments } = args.dapLaunchArgs ?? {};
    const { executablePath, attachTo } = profileOf(session);
    const request: StartRequest = attachTo
      ? { kind: 'attach', target: { kind: 'port', ...attachTo }, cwd: engine.cwd, label: args.scriptPath }
      : {
          kind: 'launch',
          program: cwd === undefined ? args.scriptPath : scriptFrom(engine.cwd, args.scriptPath),
          args: args.args ?? [],
          cwd: resolve(engine.cwd, cwd ?? '.'),
          env,
          runtimeExecutable: executablePath,
          stopOnEntry,
          justMyCode,
          adapterArguments,
        };
    const wait = { stopOnEntry, timeoutMs: args.timeoutMs };
    return begun(session, request, `Debugging started for ${args.scriptPath}.`, wait, context);
  },
});

export const restartDebugging = defineTool({
  name: 'restart_debugging',
  title: 'Restart debugging',
  description: 'End the program of a session and start it again as before, with the same breakpoints.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({ sessionId: sessionIdArgument, timeoutMs: timeoutArgument }),
  async handler({ sessionId, timeoutMs }, context: Context) {
    const session = sessionOf(context.engine, sessionId);
    const { request } = session;
    if (request.kind === 'none')
      return refused(
        'Session is not started',
        'Cannot restart debugging. Start the session with start_debugging first.',
      );
    if (request.kind === 'attach')
      return refused('An attached program cannot be restarted.', 'Restart it where it was started, and attach again.');
    const wait = { stopOnEntry: request.stopOnEntry, timeoutMs };
    return begun(session, request, `Debugging restarted for ${session.program}.`, wait, context);
  },
});

/** A script of a program that runs elsewhere is looked for from the server's folder nevertheless, as in every other call. */
function scriptFrom(folder: string, scriptPath: string): string {
  const isCommand = /^[\w-]+$/.test(scriptPath);
  return isCommand ? scriptPath : resolve(folder, scriptPath);
}

async function begun(
  session: DebugSession,
  request: StartRequest,
  what: string,
  { stopOnEntry, timeoutMs }: { readonly stopOnEntry: boolean; readonly timeoutMs: number | undefined },
  { engine, signal, progress }: Context,
): Promise<ToolAnswer> {
  const awaitsPause = stopOnEntry || session.breakpoints.list().length > 0;
  const given = timeoutMs === undefined ? undefined : new Deadline(timeoutMs, signal);
  const startMs = Math.max(timeoutMs ?? 0, DEFAULT_WAIT_MS);
  // Nothing can be attached to later: what does not answer in the time that was given is refused.
  const limits = given && request.kind === 'attach' ? given.left() : { timeoutMs: startMs, answerBy: given, signal };
  await engine.begin(session, request, limits);
  progress(`${session.program} is running`);
  const deadline = given ?? new Deadline(awaitsPause ? PAUSE_WAIT_MS : END_WAIT_MS, signal);
  const outcome = await firstPause(session, stopOnEntry, deadline);
  const state = stateName(session);
  const message = `${what} Current state: ${state}`;
  const warnings = boundedTexts([...breakpointWarnings(session), ...startWarnings(session)]);
  session.breakpoints.dropRejected();
  const more = warnings.length === 0 ? {} : { warnings };
  return success({ state, message, data: { message, ...detailsOf(outcome), ...more } });
}

/** A program that waited at its port for a debugger pauses at its entry, and one that ran already nowhere. */
async function firstPause(session: DebugSession, stopOnEntry: boolean, deadline: Deadline): Promise<StopOutcome> {
  if (session.request.kind === 'attach' && stopOnEntry) return session.pause(deadline.left());
  const outcome = await session.waitForStop(deadline.left());
  const isEntry = outcome.kind === 'stopped' && outcome.reason === 'entry';
  return isEntry && !stopOnEntry ? session.resume('continue', deadline.left()) : outcome;
}

/** The reason of the pause, or the program's exit. */
export function detailsOf(outcome: StopOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case 'stopped':
      return { reason: outcome.reason, ...(outcome.exception ? { exception: exceptionText(outcome.exception) } : {}) };
    case 'exited':
      return outcome.signal === null ? { exitCode: outcome.exitCode } : { signal: outcome.signal };
    case 'lost':
      return { cause: outcome.cause };
    case 'running':
      return {};
  }
}

function exceptionText({ name, message }: { readonly name: string; readonly message: string }): string {
  return message === '' ? name : `${name}: ${message}`;
}

function dryRun(session: DebugSession, scriptPath: string, args: readonly string[]): ToolAnswer {
  const script = session.resolvePath(scriptPath);
  // Fails when it cannot be read.
  sourceContext(script, 1, 0);
  const message = `Dry run: ${scriptPath} can be started. Nothing was.`;
  return success({ state: stateName(session), message, data: { dryRun: true, message, script, args } });
}
