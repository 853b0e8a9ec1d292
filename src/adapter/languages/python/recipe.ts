import { wordAdvice } from '../../../model/advice.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoint.ts';
import type { AdapterRecipe } from '../../dap/recipe/adapter-recipe.ts';
import { attachToDebugpy } from './attach-debugpy.ts';
import { admitFiles, quietConditions } from './debugpy-arguments.ts';
import { debugpyMissing, locateDebugpy } from './debugpy-copy.ts';
import { pythonExpressionErrors } from './expression-check.ts';
import { findInterpreter } from './find-interpreter.ts';
import { launchWithDebugpy } from './launch-debugpy.ts';
import { launcherSignal } from './launch-with-adapter.ts';
import { moveWarning } from './move-warning.ts';
import { isPythonProgram, PYTHON_EXTENSIONS } from './python-command.ts';
import { pythonHang } from './python-hang.ts';
import {
  isFunctionCondition,
  pythonAssignment,
  pythonCollected,
  pythonCollectMessage,
  pythonIsLoaded,
  pythonLogMessage,
  pythonSummariser,
  pythonWatchFile,
  whereaboutsAnswer,
  whereaboutsQuestion,
} from './python-summariser.ts';

/** debugpy's names. `all` has both: what is raised and caught, and what nobody catches where it was raised unseen. */
const FILTERS: Readonly<Record<ExceptionBreakMode, readonly string[]>> = {
  none: [],
  uncaught: ['uncaught'],
  userUnhandled: ['userUnhandled', 'uncaught'],
  all: ['raised', 'uncaught'],
};

/** Python through debugpy. */
export const pythonRecipe: AdapterRecipe = {
  id: 'python',
  names: ['python', 'python3', 'py', 'debugpy'],
  extensions: PYTHON_EXTENSIONS,
  claims: isPythonProgram,
  launch: launchWithDebugpy,
  attach: attachToDebugpy,
  async find({ cwd, env }) {
    const interpreter = await findInterpreter({ cwd, env });
    const debugpy = await locateDebugpy(interpreter, env);
    if (debugpy !== undefined) return { kind: 'found', version: debugpy.version, path: interpreter.path };
    const { message, advice } = debugpyMissing(interpreter);
    return { kind: 'missing', why: message, install: wordAdvice(advice, {}) ?? '' };
  },
  quirks: {
    exceptionFilters: (mode) => FILTERS[mode],
    // What the program writes is read from its pipes; under `stdout`, pydevd sends what log breakpoints say.
    outputCategory: (category, program) => {
      if (category === 'stdout' || category === 'stderr') return program === 'reported' ? category : 'log';
      // "Frame skipped", "evaluation is slow": advice for the settings of an editor.
      return undefined;
    },
    expressionErrors: async (expressions, options) => {
      const python = await anyPython();
      return python === undefined ? [] : pythonExpressionErrors(python, expressions, options);
    },
    logMessage: pythonLogMessage,
    collectMessage: pythonCollectMessage,
    collected: pythonCollected,
    assignment: pythonAssignment,
    whereabouts: { expression: whereaboutsQuestion, decode: whereaboutsAnswer },
    loading: { watch: pythonWatchFile, isLoaded: pythonIsLoaded },
    stopsAtFunctionHead: true,
    stopsWhileUnwinding: true,
    // The frame that raised, and the one that is stopped, of an exception.
    frameName: (given) => given.replace(/ \(Current frame\)$/, ''),
    // pydevd's own remark stands behind it when it shows frames of libraries, too.
    exceptionName: (given) => given.replace(/\s+\(note: .*\)$/s, ''),
    endsProgram: (exceptionName) => exceptionName === 'SystemExit',
    reportedSignal: launcherSignal,
    permanentRejection: (message) =>
      /invalid line/.test(message) ? 'there is no code at or below that line' : undefined,
    admitSources: admitFiles,
    prepare: quietConditions,
    logicalWords: { and: 'and', or: 'or' },
    functionTarget(name) {
      const last = name.split('.').at(-1) ?? name;
      return last === name ? { name } : { name: last, condition: isFunctionCondition(name) };
    },
    moveWarning,
    summariser: pythonSummariser,
    hang: pythonHang,
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
