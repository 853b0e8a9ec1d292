import { dirname, sep } from 'node:path';
import type { DapConnection } from '../../../../dap/dap-connection.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import type { PathMapping } from '../../../debug-adapter.ts';
import { debuggeeFile, modulePaths, SUMMARISER_MODULES } from '../debuggee-files.ts';

/** The settings of a session with debugpy at its start. */
interface DebugpySession {
  readonly stopOnEntry: boolean;
  /** The file that is run, which is the program's own wherever it lies. */
  readonly programFile: string | undefined;
  readonly pathMappings?: readonly PathMapping[] | undefined;
  /** False: libraries are the program's own code, too. */
  readonly justMyCode?: boolean | undefined;
  /** Folders with files of ours that run in the program. */
  readonly ownFolders?: readonly string[] | undefined;
  /** Settings of debugpy that a call asked for, beside those that debugging as we do depends on. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/** The argument that has debugpy report a program's output; of a program that was not started here, nothing else can. */
const OUTPUT_OF_ATTACHED = 'redirectOutput';

/** The arguments of a running program beside those of all. */
export const ATTACHED = { [OUTPUT_OF_ATTACHED]: true } as const;

/** True if a session with these arguments is one with a program that ran already. */
export function isAttached(first: Readonly<Record<string, unknown>>): boolean {
  return first[OUTPUT_OF_ATTACHED] === true;
}

/** Files of ours that run before the program does. */
const STARTING_FILES = ['start_debuggee.py', 'hurry_debugpy.py', 'load_debugger.py', 'own_package.py'] as const;

/** Folders of packages and of Python itself: what is in them is not the program's own code. */
const LIBRARY_FOLDER = /[\\/](site-packages|dist-packages|lib[\\/]python[\d.]+t?)[\\/]/;

/**
 * The arguments of `launch` and `attach`.
 *
 * Own code only, unless the request says otherwise: steps do not land in libraries, their frames are marked as theirs, and "unhandled in
 * user code" has a meaning. A program that lies among the libraries is its own code nevertheless.
 *
 * @see debugpy's wiki, Debug configuration settings
 */
export function debugpyArguments(session: DebugpySession): Record<string, unknown> {
  const { stopOnEntry, programFile, pathMappings, justMyCode = true, ownFolders = [], more } = session;
  const isLibrary = programFile !== undefined && LIBRARY_FOLDER.test(programFile);
  return {
    subProcess: true,
    showReturnValue: true,
    ...more,
    type: 'debugpy',
    request: 'launch',
    justMyCode,
    rules: [
      ...[...STARTING_FILES.map(debuggeeFile), ...Object.values(modulePaths(SUMMARISER_MODULES))].map((path) => ({
        path,
        include: false,
      })),
      ...ownFolders.map((folder) => ({ path: `${folder}${sep}**`, include: false })),
      ...(isLibrary ? [includeRule(`${dirname(programFile)}${sep}**`)] : []),
    ],
    stopOnEntry,
    [OUTPUT_OF_ATTACHED]: false,
    // Or else it would stand in for `sys.stdout` while an expression is evaluated.
    isOutputRedirected: true,
    // sys.exit is no failure, whatever the code.
    breakOnSystemExit: [],
    variablePresentation: { special: 'hide', function: 'inline', class: 'inline', protected: 'inline' },
    clientOS: process.platform === 'win32' ? 'windows' : 'unix',
    ...(pathMappings === undefined ? {} : { pathMappings }),
  };
}

interface Rule {
  readonly path: string;
  readonly include: boolean;
}

function includeRule(path: string): Rule {
  return { path, include: true };
}

/**
 * Makes library files part of what is debugged: those in which a call wants to stop. pydevd takes its settings from any
 * further `attach`; an adapter in between refuses that, and then such a breakpoint stays pending.
 *
 * @see BreakpointQuirks.admitSources
 */
export async function admitFiles(
  connection: DapConnection,
  first: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  options: CallOptions | undefined,
): Promise<void> {
  const given = Array.isArray(first.rules) ? first.rules : [];
  const rules = [...given, ...paths.map(includeRule)];
  try {
    await connection.request('attach', { ...first, rules }, options);
  } catch (error) {
    if (!(error instanceof DebugError && error.code === 'protocol_error')) throw error;
  }
}

/** A condition that throws is false, as in other languages: no stop, and no traceback among what the program writes. */
export function quietConditions(connection: DapConnection): readonly Promise<unknown>[] {
  const all = ['BaseException'];
  const properties = { skipSuspendOnBreakpointException: all, skipPrintBreakpointException: all };
  return [connection.request('setDebuggerProperty', properties).catch(() => {})];
}
