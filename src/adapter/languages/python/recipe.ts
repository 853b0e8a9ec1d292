import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import type { AdapterRecipe } from '../../dap/recipe/adapter-recipe.ts';
import { attachToDebugpy } from './debugpy/attach-debugpy.ts';
import { admitFiles, quietConditions } from './debugpy/debugpy-arguments.ts';
import { launchWithDebugpy } from './debugpy/launch-debugpy.ts';
import { launcherSignal } from './debugpy/launch-with-adapter.ts';
import { pythonExpressionErrors } from './expression-check.ts';
import { pythonHang } from './hang/python-hang.ts';
import { findInterpreter } from './interpreter/find-interpreter.ts';
import { pythonPatches } from './patch/python-patches.ts';
import { pythonNaming } from './process-naming.ts';
import { pythonPlaces } from './python-places.ts';
import {
  exceptionFate,
  exceptionFateQuestion,
  isFunctionCondition,
  pythonAssignable,
  pythonAssignment,
  pythonCollected,
  pythonCollectMessage,
  pythonCountedCondition,
  pythonFollow,
  pythonFormatted,
  pythonIsLoaded,
  pythonKeepStopped,
  pythonLogMessage,
  pythonSummariser,
  pythonTally,
  pythonWatchFile,
  relatedExceptions,
  relatedExceptionsQuestion,
  whereaboutsAnswer,
  whereaboutsQuestion,
} from './python-summariser.ts';
import { pythonWrites } from './python-writes.ts';
import { pythonRestarts } from './restart/python-restarts.ts';
import { pythonTracing } from './trace/python-tracing.ts';

/** debugpy's names. `all` has both: what is raised and caught, and what is not caught where it was raised unseen. */
const FILTERS: Readonly<Record<ExceptionBreakMode, readonly string[]>> = {
  none: [],
  uncaught: ['uncaught'],
  userUnhandled: ['userUnhandled', 'uncaught'],
  all: ['raised', 'uncaught'],
};

/** Python through debugpy. */
export const pythonRecipe: AdapterRecipe = {
  launch: launchWithDebugpy,
  attach: attachToDebugpy,
  quirks: {
    start: { prepare: quietConditions, naming: pythonNaming },
    breakpoints: {
      loading: { watch: pythonWatchFile, isLoaded: pythonIsLoaded },
      admitSources: admitFiles,
      permanentRejection: (message) =>
        /invalid line/.test(message) ? 'there is no code at or below that line' : undefined,
      hasArchives: true,
      placesIn: pythonPlaces,
      counting: { condition: pythonCountedCondition, read: pythonTally },
    },
    functions: {
      stopsAtHead: true,
      logicalWords: { and: 'and', or: 'or' },
      target(name) {
        const last = name.split('.').at(-1) ?? name;
        return last === name ? { name } : { name: last, condition: isFunctionCondition(name) };
      },
    },
    exceptions: {
      filters: (mode) => FILTERS[mode],
      stopsWhileUnwinding: true,
      // pydevd's own remark stands behind it when it shows frames of libraries, too.
      typeName: (given) => (given.endsWith(')') ? (given.split(' (note: ', 1)[0] ?? given) : given).trimEnd(),
      related: { expression: relatedExceptionsQuestion, decode: relatedExceptions },
      fate: { expression: exceptionFateQuestion, decode: exceptionFate },
      endsProgram: (typeName) => typeName === 'SystemExit',
    },
    expressions: {
      // Statements are run in no other.
      context: 'repl',
      errors: async (expressions, options) => {
        const python = await anyPython();
        return python === undefined ? [] : pythonExpressionErrors(python, expressions, options);
      },
      assignable: pythonAssignable,
      assignment: pythonAssignment,
      summariser: pythonSummariser,
      writes: pythonWrites,
    },
    threads: {
      // The frame that raised, and the one that is stopped, of an exception.
      frameName: (given) => given.replace(/ \(Current frame\)$/, ''),
      whereabouts: { expression: whereaboutsQuestion, decode: whereaboutsAnswer },
      keepStopped: pythonKeepStopped,
      follow: pythonFollow,
      hang: pythonHang,
      tracing: pythonTracing,
      patches: pythonPatches,
      restarts: pythonRestarts,
      noForcedReturn:
        'Python keeps what a call returns where no debugger reaches it (on a line like `return x`, setting x does the same)',
    },
    output: {
      // What the program writes is read from its pipes; under `stdout`, pydevd sends what log breakpoints say.
      category: (category, program) => {
        if (category === 'stdout' || category === 'stderr') return program === 'reported' ? category : 'log';
        // "Frame skipped", "evaluation is slow": advice for the settings of an editor.
        return undefined;
      },
      logMessage: pythonLogMessage,
      logSyntax: { doubledBraces: true },
      formatted: pythonFormatted,
      collecting: { message: pythonCollectMessage, read: pythonCollected },
    },
    end: { signal: launcherSignal, saysComplete: true },
  },
};

/** An interpreter that can parse, whichever it is; undefined when there is none. */
async function anyPython(): Promise<string | undefined> {
  try {
    return (await findInterpreter({ cwd: process.cwd(), env: process.env })).path;
  } catch {
    return undefined;
  }
}
