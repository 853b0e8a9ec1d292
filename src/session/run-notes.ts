import { extname, relative, resolve } from 'node:path';
import { splitCommandLine } from '../adapter/commands/command-line.ts';
import { takenPythonPath } from '../adapter/commands/python-path.ts';
import { shellLineOf } from '../adapter/commands/shell-line.ts';
import type { LaunchRequest } from '../adapter/debug-adapter.ts';
import { readText, statOf } from '../files/read-file.ts';
import { lineAt } from '../files/text-lines.ts';
import type { BreakpointRecord } from '../model/breakpoints/breakpoint-record.ts';
import type { ExceptionInfo, StopOutcome } from '../model/stop-outcome.ts';
import type { DebugSession } from './debug-session.ts';

/** Characters of output, from the end, that are looked through. */
const MAX_OUTPUT_CHARS = 8_000;

/** Code that reads standard input, by the ending of its file. */
const READS_INPUT: readonly (readonly [endings: RegExp, code: RegExp])[] = [
  [
    /\.[cm]?[jt]sx?$/,
    /\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*(?:0|['"]\/dev\/stdin['"])\s*[,)]|\bstdin\b[^\n]{0,200}['"](?:node:)?process['"]/,
  ],
  [/\.pyw?$/, /\bsys\s*\.\s*stdin\b|(?<![\w.])input\s*\(|\bfileinput\b/],
];

/** Node refuses a file of TypeScript: its ending, what it cannot strip, or what is left of types for an older one. */
const NO_TYPESCRIPT = [
  /ERR_UNKNOWN_FILE_EXTENSION\].{0,1000}"\.[cm]?tsx?"/,
  /\[ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX\]/,
  /^\S[^\r\n]*\.[cm]?tsx?:\d+\n[^\n]*\n[\s^~]*\nSyntaxError: /m,
];
const TYPESCRIPT = /\.[cm]?tsx?$/;
/** The place at the end of what is said of a file that does not parse. */
const REFUSED_FILE = /\(at \S.{0,1000}\.[cm]?tsx?:\d+\)$/;

/** Output of a program about an error that it was handed: the error's stack, or its name at the beginning of a line. */
const PRINTED_ERROR =
  /^[ \t]+at .+:\d+:\d+\)?$|^Traceback \(most recent call last\):|^(?:\w+: )?[A-Z]\w*(?:Error|Exception)\b.*:/m;

/**
 * The last line of a program that CPython up to 3.8 ends for its recursion; later versions name a function of theirs in the line.
 */
const STACK_OVERFLOW = /^Fatal Python error: Cannot recover from stack overflow\./m;
/** The most characters behind that line, where the stacks of all threads come. */
const MAX_FATAL_CHARS = 60_000;
const TOO_DEEP =
  'Its recursion was too deep: up to Python 3.8 that ends a program while a debugger traces it, where it would raise RecursionError alone. The stack above shows the function; Python 3.9 or later stops there.';

/** All that is put out by a Python program whose own text cannot be compiled. What code that has run throws comes with a traceback. */
const NOT_COMPILED = /^ {2}File "([^"\n]+)", line (\d+)\n(?:.*\n){0,4}(SyntaxError|IndentationError|TabError): .*\n?$/;

/** Node's exit code for a module that waits when nothing is left to wait for. Without a debugger, Node says so itself. */
const UNSETTLED_EXIT_CODE = 13;
const UNSETTLED =
  'Unless the program gave it itself, exit code 13 means that an `await` at the top level of a module waited for a promise that nothing could settle any more: no timer, socket or callback was left.';

/** Starts whose input was mentioned already. */
const mentioned = new WeakSet<object>();

/**
 * Notes worth a line beside an outcome, because a caller would search for the reason: an input that the program reads and does
 * not have, a language that this runtime does not run, an error that was passed along where nothing stopped.
 */
export function runNotes(session: DebugSession, outcome: StopOutcome): string[] {
  const failure = session.failure.verdict(outcome);
  const notes = [
    ...session.failure.takeUnstopped(),
    ...(failure === undefined ? [] : [failure]),
    ...programNotes(session, outcome),
  ];
  if (outcome.kind !== 'exited' || session.request.kind !== 'launch') return notes;
  if (outcome.signal === 'SIGABRT' && STACK_OVERFLOW.test(outputOf(session, MAX_FATAL_CHARS)))
    return [...notes, TOO_DEEP];
  if (session.languages.includes('node') && outcome.exitCode === UNSETTLED_EXIT_CODE) return [...notes, UNSETTLED];
  const output = outputOf(session);
  const refusal = refusedText(session.request, outcome.exitCode, output);
  if (refusal !== undefined) return [...notes, refusal];
  return isRefused(output) ? notes : [...notes, ...passedAlong(session, outcome.exitCode, output)];
}

/** The same without exceptions, for a run that has no choice of these. */
export function programNotes(session: DebugSession, outcome: StopOutcome): string[] {
  const { request } = session;
  if (request.kind !== 'launch' || outcome.kind === 'lost') return [];
  if (outcome.kind === 'stopped') return stopNotes(request, outcome.exception);
  const isUnread = outcome.kind === 'exited' && isRefused(outputOf(session));
  const unseen = outcome.kind === 'exited' ? unseenPython(session, request) : [];
  return [...(isUnread ? [typescriptText(request)] : missingInput(request)), ...unseen];
}

/** The reason why breakpoints in Python were not hit below a command of which no process of Python was seen. */
function unseenPython({ breakpoints, language, processes }: DebugSession, request: LaunchRequest): readonly string[] {
  const isMissed = ({ target, hits }: BreakpointRecord) =>
    target.kind === 'line' && target.path.endsWith('.py') && hits === 0;
  if (language === 'python' || processes.hasSeen('python') || !breakpoints.list().some(isMissed)) return [];
  return takenPythonPath(request);
}

/** The syntax error for which Python has run nothing of a program. */
function refusedText(request: LaunchRequest, exitCode: number | null, output: string): string | undefined {
  const [, path, line, name] = NOT_COMPILED.exec(output) ?? [];
  const file = mainFile(request);
  if (exitCode !== 1 || path === undefined || file !== resolve(request.cwd, path)) return undefined;
  return `Uncaught ${name} at ${relative(request.cwd, file)}:${line}: nothing of the program ran.`;
}

function isRefused(output: string): boolean {
  return NO_TYPESCRIPT.some((pattern) => pattern.test(output));
}

const CAUGHT = 'No exception stopped it: exceptions "userUnhandled" or "all" also stop at ones that are caught.';
const HANDED_ON = 'One that is only passed to a callback is not thrown: set a breakpoint there.';

/** True if an error may have been passed along shows by the exit code, or by what was printed. */
function passedAlong(session: DebugSession, exitCode: number | null, output: string): string[] {
  if (session.exceptionMode !== 'uncaught' || session.failure.isSeen || session.failure.hasUnstopped) return [];
  // Callbacks that take an error are JavaScript's.
  if (PRINTED_ERROR.test(output)) return [session.languages.includes('node') ? `${CAUGHT} ${HANDED_ON}` : CAUGHT];
  return (exitCode ?? 0) === 0 ? [] : [CAUGHT];
}

function stopNotes(request: LaunchRequest, exception: ExceptionInfo | undefined): string[] {
  if (!exception) return [];
  const { name, message } = exception;
  if (name === 'SyntaxError' && REFUSED_FILE.test(message)) return [typescriptText(request)];
  if (name !== 'EOFError' || !message.startsWith('EOF when reading')) return [];
  if (request.stdin === undefined && !request.tty) return [`Its standard input is empty: ${GIVE_INPUT}`];
  return [
    request.stdin?.kind === 'text' && !request.tty
      ? 'The text that was given as stdin has ended.'
      : 'Its standard input has ended.',
  ];
}

const GIVE_INPUT = 'launch it with stdin ("open" to write to it), or with "< file" behind the command.';

function missingInput(request: LaunchRequest): string[] {
  if (request.stdin !== undefined || request.tty || shellLineOf(request) || mentioned.has(request)) return [];
  const file = mainFile(request);
  const code = file && READS_INPUT.find(([endings]) => endings.test(file))?.[1];
  const text = code && readText(file);
  if (!text) return [];
  const at = text.search(code);
  if (at < 0) return [];
  mentioned.add(request);
  const line = lineAt(text, at, file);
  return [`${relative(request.cwd, file)}:${line} reads standard input, which is empty: ${GIVE_INPUT}`];
}

/** The program's own file, as far as the request names it. */
function mainFile({ program, args, cwd }: LaunchRequest): string | undefined {
  const isFile = (path: string) => statOf(path)?.isFile() ?? false;
  const whole = resolve(cwd, program);
  if (isFile(whole) && extname(whole) !== '') return whole;
  const files = [...splitCommandLine(program), ...args].map((word) => resolve(cwd, word));
  return files.find((path) => READS_INPUT.some(([endings]) => endings.test(path)) && isFile(path));
}

function typescriptText(request: LaunchRequest): string {
  const file = mainFile(request);
  const program = file !== undefined && TYPESCRIPT.test(file) ? relative(request.cwd, file) : 'main.ts';
  return `This Node.js does not run this TypeScript by itself: program "npx tsx ${program}" does.`;
}

function outputOf(session: DebugSession, maxChars = MAX_OUTPUT_CHARS): string {
  const { chunks } = session.output.since(0, maxChars);
  return chunks.map(({ text }) => text).join('');
}
