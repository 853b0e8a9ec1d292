import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { ExitInfo } from '../../../model/stop-outcome.ts';
import { type DebuggeeProcess, startProcess } from '../../../process/debuggee-process.ts';
import { type LaunchRequest, stdinOf } from '../../debug-adapter.ts';
import { type Announcement, Announcements } from './boot/announcements.ts';
import { assertPortFree, inspectorAddress, portTaken } from './inspector-address.ts';
import { InspectorNoise } from './inspector-noise.ts';
import type { LaunchPlan } from './launch-plan.ts';

/** How long a program may take until its inspector (or, for a command, its first Node process) shows up. */
const DEFAULT_START_TIMEOUT_MS = 20_000;
const MAX_KEPT_STDERR = 4_000;

interface LaunchListeners {
  readonly onOutput: (chunk: OutputChunk) => void;
  /** A Node process of the tree waits for a debugger. */
  readonly onWaiting: (announcement: Announcement) => void;
}

/** A program that was started, and the inspector of its first Node process. */
export interface LaunchedDebuggee {
  readonly process: DebuggeeProcess;
  readonly announcements: Announcements | undefined;
}

/**
 * Starts a plan. Each Node process that waits for a debugger is reported to `onWaiting`, the first one before this resolves.
 *
 * @throws DebugError `launch_failed`, `not_debuggable`, `request_timeout`, `cancelled`
 */
export async function launchDebuggee(
  plan: LaunchPlan,
  request: LaunchRequest,
  listeners: LaunchListeners,
  options: CallOptions,
): Promise<LaunchedDebuggee> {
  const env = definedOnly({ ...process.env, ...request.env });
  if (plan.kind === 'command') return launchCommand(plan, request, env, listeners, options);
  const { program, debugPort = 0 } = request;
  if (debugPort > 0) await assertPortFree(debugPort, program);
  const flag = request.stopOnEntry ? '--inspect-brk' : '--inspect-wait';
  const child = startProcess({
    command: plan.node,
    args: [
      `${flag}=${inspectorAddress(debugPort)}`,
      ...plan.nodeArgs.filter((arg) => !/^--inspect(-brk|-wait)?(=|$)/.test(arg)),
    ],
    cwd: request.cwd,
    env,
    stdin: stdinOf(request),
  });
  const url = await inspectorUrl(child, listeners.onOutput, { node: plan.node, program, debugPort }, options);
  listeners.onWaiting({ pid: child.pid, ppid: process.pid, argv: [plan.node, ...plan.nodeArgs], url });
  return { process: child, announcements: undefined };
}

/** Waits for node's "Debugger listening on …" line, and passes everything else on as the program's output. */
function inspectorUrl(
  child: DebuggeeProcess,
  onOutput: (chunk: OutputChunk) => void,
  { node, program, debugPort }: { readonly node: string; readonly program: string; readonly debugPort: number },
  options: CallOptions,
): Promise<string> {
  const noise = new InspectorNoise();
  let stderr = '';
  return new Promise((resolve, reject) => {
    const limit = startLimit(child, options, reject);
    let found = false;
    child.onOutput((category, text) => {
      if (category === 'stderr' && !found) {
        stderr = (stderr + text).slice(-MAX_KEPT_STDERR);
        const url = /Debugger listening on (ws:\/\/\S+)/.exec(stderr)?.[1];
        if (url !== undefined) {
          found = true;
          limit.clear();
          resolve(url);
        }
        // Node runs the program all the same, out of reach.
        const failure = /Starting inspector on \S+ failed: (.*)\n/.exec(stderr)?.[1];
        if (url === undefined && failure !== undefined) limit.fail(portTaken(debugPort, program, failure));
      }
      emit(onOutput, category, category === 'stderr' ? noise.push(text) : text);
    });
    child.exited.then((exit) => {
      emit(onOutput, 'stderr', noise.flush());
      limit.clear();
      reject(endedEarly(node, exit, stderr));
    });
  });
}

function endedEarly(command: string, exit: ExitInfo, stderr: string): DebugError {
  const how = exit.signal ? `killed by ${exit.signal}` : `exit code ${exit.exitCode}`;
  return new DebugError('launch_failed', `${command} ended before it could be debugged (${how}).${quoted(stderr)}`, {
    advice: 'Run the same command in a terminal to see why; check runtimeArgs and NODE_OPTIONS.',
    details: { program: command },
  });
}

async function launchCommand(
  plan: Extract<LaunchPlan, { kind: 'command' }>,
  request: LaunchRequest,
  env: Record<string, string>,
  listeners: LaunchListeners,
  options: CallOptions,
): Promise<LaunchedDebuggee> {
  const announcements = await Announcements.open();
  let child: DebuggeeProcess;
  try {
    const what = { command: plan.command, args: plan.args, cwd: request.cwd, stdin: stdinOf(request) };
    child = startProcess({ ...what, env: announcements.env(env) });
  } catch (error) {
    await announcements.close();
    throw error;
  }
  const noise = new InspectorNoise();
  let tail = '';
  child.onOutput((category, text) => {
    tail = (tail + text).slice(-MAX_KEPT_STDERR);
    emit(listeners.onOutput, category, category === 'stderr' ? noise.push(text) : text);
  });
  await new Promise<void>((resolve, reject) => {
    const limit = startLimit(child, options, reject);
    announcements.onAnnounce((announcement) => {
      limit.clear();
      listeners.onWaiting(announcement);
      resolve();
    });
    child.exited.then((exit) => {
      emit(listeners.onOutput, 'stderr', noise.flush());
      limit.clear();
      void announcements.close();
      reject(noNodeProcess([plan.command, ...plan.args].join(' '), exit, tail));
    });
  });
  return { process: child, announcements };
}

function noNodeProcess(command: string, exit: ExitInfo, tail: string): DebugError {
  const how = exit.signal ? `was killed by ${exit.signal}` : `ended with exit code ${exit.exitCode}`;
  return new DebugError('not_debuggable', `"${command}" ${how}, and no Node.js program ran in it.${quoted(tail)}`, {
    advice: 'Give a command that runs Node.js (node app.js, npm test, npx vitest run), or the script itself.',
  });
}

/** Ends the child and rejects when it takes too long or the caller gives up. */
function startLimit(
  child: DebuggeeProcess,
  options: CallOptions,
  reject: (error: DebugError) => void,
): { clear(): void; fail(error: DebugError): void } {
  const { timeoutMs = DEFAULT_START_TIMEOUT_MS, signal } = options;
  const fail = (error: DebugError) => {
    limit.clear();
    void child.kill();
    reject(error);
  };
  const onTimeout = () =>
    fail(
      new DebugError(
        'not_debuggable',
        `No Node.js program could be debugged within ${timeoutMs} ms; the command was ended.`,
        {
          advice: 'Check that the command runs Node.js; give a longer timeoutMs if it builds something first.',
          details: { method: 'launch', timeoutMs },
        },
      ),
    );
  const onAbort = () => fail(new DebugError('cancelled', 'The launch was cancelled; the program was ended.'));
  const timer = setTimeout(onTimeout, timeoutMs);
  signal?.addEventListener('abort', onAbort);
  const limit = {
    fail,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  if (signal?.aborted) onAbort();
  return limit;
}

function emit(onOutput: (chunk: OutputChunk) => void, category: 'stdout' | 'stderr', text: string): void {
  if (text !== '') onOutput({ category, text });
}

function quoted(text: string): string {
  return text.trim() === '' ? '' : `\n${text.trim()}`;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
