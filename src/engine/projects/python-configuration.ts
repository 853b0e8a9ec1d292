import type { Configuration, RunOverrides } from './configuration.ts';
import { textsIn } from './fields.ts';
import type { ProgramSettings } from './named-start.ts';

/** Template languages with lines at which debugpy can stop a program; debugpy's own words. */
const TEMPLATES = ['django', 'jinja', 'pyramid'] as const;
const MODULE = /^[\w.-]+$/;
/** The interpreter that is chosen in the editor; here, the project's own is found. */
const CHOSEN_INTERPRETER = /^\$\{command:python\.(interpreterPath|setInterpreter)\}$/;

/**
 * The program of a configuration of type `debugpy` or `python`: a file, a module, or code.
 *
 * @see https://code.visualstudio.com/docs/python/debugging
 * @throws DebugError `invalid_argument`
 */
export function pythonProgram(configuration: Configuration, given: RunOverrides): ProgramSettings {
  const [interpreter, ...flags] = interpreterOf(configuration);
  const runtimeArgs = given.runtimeArgs ?? [...flags, ...(configuration.words('pythonArgs') ?? [])];
  const runtimeExecutable = given.runtimeExecutable ?? interpreter;
  const templates = TEMPLATES.flatMap((name) => (configuration.flag(name) ? [[name, true] as const] : []));
  const python = {
    runtimeArgs,
    ...(runtimeExecutable === undefined ? {} : { runtimeExecutable }),
    ...(templates.length > 0 ? { adapterArguments: Object.fromEntries(templates) } : {}),
  };
  const args = given.args ?? configuration.words('args') ?? [];
  const module = configuration.text('module');
  const code = configuration.text('code');
  const file = configuration.path('program');
  if (module !== undefined) {
    if (!MODULE.test(module))
      throw configuration.refused(`Its module is no name: ${JSON.stringify(module)}.`, { advice: 'Correct it.' });
    return { program: `python -m ${module}`, args, ...python };
  }
  if (code !== undefined) return { program: 'python', args: ['-c', code, ...args], ...python };
  if (file !== undefined) return { program: file, args, ...python };
  throw configuration.refused('It has neither program nor module.', { advice: 'Give the file to run as program.' });
}

function interpreterOf(configuration: Configuration): string[] {
  // The second one is what the first was called before.
  for (const key of ['python', 'pythonPath']) {
    const value = configuration.value(key);
    const words = typeof value === 'string' ? [value] : textsIn(value);
    const [first] = words;
    if (first !== undefined && !CHOSEN_INTERPRETER.test(first))
      return words.map((word) => configuration.fill(word, key));
  }
  return [];
}
