import { extname } from 'node:path';
import type { Transport } from '../../../wire/transport.ts';
import type { AdapterFactory, AdapterOptions, Language } from '../../language.ts';
import type { GreetingLanguage } from '../running-language.ts';
import { isPythonProgram, PYTHON_EXTENSIONS, PYTHON_NAME } from './python-program.ts';

/** Python through debugpy. */
export const pythonLanguage: GreetingLanguage = {
  id: 'python',
  names: ['python3', 'py', 'debugpy'],
  titles: ['Python'],
  claims: isPythonProgram,
  isSource: (path) => PYTHON_EXTENSIONS.includes(extname(path).toLowerCase()),
  // debugpy looks after what Python starts by itself.
  hasFollowerBelowItself: true,
  // A framework of macOS calls it Python.
  isInterpreter: (name) => PYTHON_NAME.test(name.toLowerCase()),
  // debugpy's telemetry, under its name or that of what it was before.
  greeted: (text, transport) => (/"output": ?"(debugpy|ptvsd)"/.test(text) ? overConnection(transport) : undefined),
  listenCommand: (address) => `python -m debugpy --listen ${address} app.py`,
  load: (options) => load(options, undefined),
  startPlainly: async (request) => (await import('./plain-program.ts')).startPlainly(request),
  traceEnvironment: async (env) => (await import('./trace/trace-environment.ts')).traceEnvironment(env),
  describingEnvironment: async () => (await import('./plain-program.ts')).describingEnvironment(),
  placeEnvironment: async (file) => (await import('./plain-program.ts')).placeEnvironment(file),
  placeOf: async (pid, file, options) => (await import('./plain-program.ts')).placeOf(pid, file, options),
  check: async (surroundings) => (await import('./python-doctor.ts')).checkPython(surroundings),
  fix: async (surroundings) => (await import('./python-doctor.ts')).fixPython(surroundings),
};

function overConnection(transport: Transport<string>): Language {
  return { ...pythonLanguage, load: (options) => load(options, transport) };
}

async function load(options: AdapterOptions, open: Transport<string> | undefined): Promise<AdapterFactory> {
  const [{ recipeAdapters }, { pythonRecipe }, { attachOver }, { PythonFollower }] = await Promise.all([
    import('../../dap/recipe-adapters.ts'),
    import('./recipe.ts'),
    import('./debugpy/attach-debugpy.ts'),
    import('./follow/python-follower.ts'),
  ]);
  const recipe = open === undefined ? pythonRecipe : { ...pythonRecipe, attach: attachOver(open) };
  return { ...recipeAdapters(recipe, options), createFollower: () => new PythonFollower(options) };
}
