import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError, messageOf } from '../../../model/debug-error.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { ExitInfo } from '../../../model/stop-outcome.ts';
import { type DebuggeeProcess, startProcess } from '../../../process/debuggee-process.ts';
import { definedOnly } from '../../../process/defined-only.ts';
import { lastInTree } from '../../../process/system-evidence.ts';
import { takenPythonPath } from '../../commands/python-path.ts';
import { startProgram } from '../../commands/start-program.ts';
import type { LaunchRequest } from '../../debug-adapter.ts';
import { inputOf } from '../../debuggee-input.ts';
import type { Announcements } from './boot/announcements.ts';
import { setsNodeOptions } from './boot/node-by-name.ts';
import { noteOf } from './boot/report-notes.ts';
import type { Announcement, ProcessReport } from './boot/reports.ts';
import { assertPortFree, inspectorAddress, portTaken } from './inspector-address.ts';
import { InspectorNoise } from './inspector-noise.ts';
import type { LaunchPlan } from './launch-plan.ts';

/** Limit for a program's inspector (or, for a command, its first Node process) to show up. */
const DEFAULT_START_TIMEOUT_MS = 20_000;
const MAX_KEPT_STDERR = 4_000;
/** Time for which a terminal's text is held back that may begin a line of the inspector's: prompts have no line end. */
const HOLD_MS = 30;
/** Limit for reports of processes after the end of the program. */
const LAST_REPORTS_MS = 150;

interface LaunchListeners {
  /** The program runs; it may ask for input before anything in it can be debugged. */
  readonly onStarted: (process: DebuggeeProcess) => void;
  readonly onOutput: (chunk: OutputChunk) => void;
  readonly onReport: (report: ProcessReport) => void;
  /** The launched process itself waits for a debugger. */
  readonly onFound: (found: Announcement) => unknown;
}

/**
 * Starts a plan. What the processes of its tree report goes to `onReport`; the first one that waits for a debugger does so before this
 * resolves.
 *
 * @param announcements Where the processes report; a command needs it, a script whose processes are not followed has none.
 * @throws DebugError `launch_failed`, `not_debuggable`, `request_timeout`, `cancelled`
 */
export async function launchDebuggee(
  plan: LaunchPlan,
  request: LaunchRequest,
  { announcements, ...listeners }: LaunchListeners & { readonly announcements: Announcements | undefined },
  options: CallOptions,
): Promise<DebuggeeProcess> {
  const given = definedOnly({ ...process.env, ...request.env });
  if (plan.kind === 'command') {
    const env = (setsNodeOptions(request) ? announcements?.envByName(given) : announcements?.env(given)) ?? given;
    return launchCommand(plan, request, { env, announcements, ...listeners }, options);
  }
  const env = announcements?.env(given) ?? given;
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
    ...inputOf(request),
  });
  // While it starts: what this itself starts holds up nothing then.
  const opened = announcements?.open();
  listeners.onStarted(child);
  const url = await inspectorUrl(child, listeners.onOutput, { node: plan.node, program, debugPort }, options);
  // It stands still until it is adopted, and its first child needs where to report. Without that, it is debugged alone.
  await opened?.catch((error) => emit(listeners.onOutput, 'log', `${messageOf(error)}\n`));
  announcements?.onReport(listeners.onReport);
  listeners.onFound({ kind: 'waiting', pid: child.pid, ppid: process.pid, argv: [plan.node, ...plan.nodeArgs], url });
  return child;
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
  const how = exit.signal ? `ended by ${exit.signal}` : `exit code ${exit.exitCode}`;
  return new DebugError('launch_failed', `${command} ended before it could be debugged (${how}).${quoted(stderr)}`, {
    advice: 'Run the same command in a terminal to see why; check runtimeArgs and NODE_OPTIONS.',
    details: { program: command },
  });
}

async function launchCommand(
  plan: Extract<LaunchPlan, { kind: 'command' }>,
  request: LaunchRequest,
  {
    env,
    announcements,
    ...listeners
  }: LaunchListeners & { readonly env: Record<string, string>; readonly announcements: Announcements | undefined },
  options: CallOptions,
): Promise<DebuggeeProcess> {
  await announcements?.open();
  const what = { command: plan.command, args: plan.args, cwd: request.cwd, ...inputOf(request) };
  const child = startProgram(request, { ...what, env });
  listeners.onStarted(child);
  const noise = new InspectorNoise();
  const noisy = request.tty ? 'stdout' : 'stderr';
  let tail = '';
  let flushing: NodeJS.Timeout | undefined;
  let left: string | undefined;
  child.onOutput((category, text) => {
    tail = (tail + text).slice(-MAX_KEPT_STDERR);
    emit(listeners.onOutput, category, category === noisy ? noise.push(text) : text);
    if (!request.tty) return;
    // A sequence for the terminal may end like a line of the inspector's begins, and nothing more comes while the program waits.
    clearTimeout(flushing);
    flushing = setTimeout(() => emit(listeners.onOutput, noisy, noise.flush()), HOLD_MS).unref();
  });
  await new Promise<void>((resolve, reject) => {
    const limit = startLimit(child, options, reject, languagesOf(request));
    announcements?.onReport((report) => {
      listeners.onReport(report);
      if (report.kind === 'left') left ??= noteOf(report);
      if (report.kind !== 'waiting') return;
      limit.clear();
      resolve();
    });
    // What it comes to may be processes of other languages alone.
    const isUnderWay = () => {
      limit.clear();
      resolve();
    };
    if (request.others?.areWanted) isUnderWay();
    void request.others?.reported.then(isUnderWay);
    child.exited.then(async (exit) => {
      emit(listeners.onOutput, noisy, noise.flush());
      limit.clear();
      // What processes of other languages report is read some moments later.
      if (request.others) await Promise.race([request.others.reported, sleep(LAST_REPORTS_MS)]);
      reject(nothingRan([plan.command, ...plan.args].join(' '), exit, { request, tail, left }));
    });
  });
  return child;
}

function nothingRan(
  command: string,
  exit: ExitInfo,
  {
    request,
    tail,
    left,
  }: { readonly request: LaunchRequest; readonly tail: string; readonly left: string | undefined },
): DebugError {
  const how = exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.exitCode}`;
  const what = languagesOf(request);
  const why = left === undefined ? `, and no ${what} program that can be debugged ran in it.` : `. ${left.trimEnd()}`;
  return new DebugError('not_debuggable', `"${command}" ${how}${why}${quoted(tail)}`, {
    advice: [
      `Give a command that runs ${what} (node app.js, npm test, npx vitest run), or the script itself.`,
      'One that is started by its full path with NODE_OPTIONS of its own is not seen: NODE_OPTIONS="$NODE_OPTIONS --its-own" keeps it in sight.',
      ...takenPythonPath(request),
    ].join(' '),
    details: { ...exit },
  });
}

/** `Node.js or Python` */
function languagesOf({ others }: LaunchRequest): string {
  return ['Node.js', ...(others?.titles ?? [])].join(' or ');
}

/** Time before the limit at which the launcher asks what a command has come to. */
const ASK_MS = 500;

/** Ends the child and rejects when it takes too long or the caller gives up. */
function startLimit(
  child: DebuggeeProcess,
  options: CallOptions,
  reject: (error: DebugError) => void,
  what = 'Node.js',
): { clear(): void; fail(error: DebugError): void } {
  const { timeoutMs = DEFAULT_START_TIMEOUT_MS, signal } = options;
  const fail = (error: DebugError) => {
    limit.clear();
    void child.kill();
    reject(error);
  };
  let waitsFor: Awaited<ReturnType<typeof lastInTree>> = [];
  // Asked before the time is over: at its end the processes end, too.
  const ask = async () => {
    waitsFor = await lastInTree(child.pid).catch(() => []);
  };
  const onTimeout = () => {
    const said = waitsFor.map(({ pid, command }) => `process ${pid} (${command})`).join(', ');
    fail(
      new DebugError(
        'not_debuggable',
        `No ${what} program could be debugged within ${timeoutMs} ms; the command was ended.${said === '' ? '' : ` It had come to ${said}.`}`,
        {
          advice: `Check that the command runs ${what}; give a longer timeoutMs if it builds something first.`,
          details: { method: 'launch', timeoutMs, waitsFor },
        },
      ),
    );
  };
  const onAbort = () => fail(new DebugError('cancelled', 'The launch was cancelled; the program was ended.'));
  const asking = setTimeout(() => void ask(), Math.max(0, timeoutMs - ASK_MS));
  const timer = setTimeout(onTimeout, timeoutMs);
  signal?.addEventListener('abort', onAbort);
  const limit = {
    fail,
    clear: () => {
      clearTimeout(asking);
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  if (signal?.aborted) onAbort();
  return limit;
}

function emit(onOutput: (chunk: OutputChunk) => void, category: OutputChunk['category'], text: string): void {
  if (text !== '') onOutput({ category, text });
}

function quoted(text: string): string {
  return text.trim() === '' ? '' : `\n${text.trim()}`;
}
