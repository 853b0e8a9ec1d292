import { resolve } from 'node:path';
import { splitCommandLine } from '../../adapter/commands/command-line.ts';
import { shellLineOf } from '../../adapter/commands/shell-line.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { kindOf, launchedCommands } from '../launch-files.ts';
import { pathOfUrl } from '../meant-path.ts';
import { codeVariable, isCodeUrl } from './code-variables.ts';
import { type CommandPlace, commandName, isKnownModule, unknownCommand } from './known-commands.ts';
import { textsIn } from './texts-in.ts';

/** Runs a file, or code that it is handed. */
interface Interpreter {
  readonly name: RegExp;
  /** An option behind which code stands, or after which it is read from the input. */
  readonly code: RegExp;
}

const NODE: Interpreter = {
  name: /^(node|nodejs|tsx|ts-node(-\w+)?|bun|babel-node|vite-node|jiti|esno)[\d.]*$/,
  code: /^(-e|-p|-pe|--eval|--print)(=|$)/,
};
const PYTHON: Interpreter = { name: /^i?(python|pypy)[\d.]*t?$/, code: /^-[bBdEhiIOPqsStuvVx?]*c/ };
/** Run a module or a file as Python does. Most are modules, too. */
const PYTHON_TOOL: Interpreter = {
  name: /^(uv|coverage|cProfile|profile|trace|scalene|viztracer|memory_profiler|kernprof|debugpy)$/,
  // That of debugpy: `-c` means other things to others, and code to none.
  code: /^-c$/,
};
const INTERPRETERS: readonly Interpreter[] = [
  NODE,
  PYTHON,
  PYTHON_TOOL,
  { name: /^(ba|da|z|k|c|tc|fi)?sh$/, code: /^([-+][abd-rt-z]*[cs][a-z]*|--command(=.*)?)$/is },
  { name: /^deno$/, code: /^(eval|repl)$/ },
  { name: /^ruby[\d.]*$/, code: /^-\w{0,3}[eE]$/ },
  { name: /^php[\d.]*$/, code: /^(-[rBRE]|--run|--process-\w+)$/ },
  // What is in a word of a Makefile's variable, make computes.
  { name: /^(gnu|g)?make$/, code: /^(-E|--eval)(=|$)|\$\(|`/ },
  { name: /^go$/, code: /^--?(exec|toolexec|vettool)(=|$)/ },
];
/** `-m name`, `-mname`, `-Im name`, `--module=name` */
const MODULE = /^(?:-[bBdEiIOPqsStuvx]*m|--module=?)(.*)$/s;
/** Options whose next word is a path, and not the program. */
const TAKES_PATH =
  /^(-r|-C|-o|-X|-W|--(require|import|loader|experimental-loader|env-file|env-file-if-exists|rcfile|init-file|tsconfig|project|watch-path))$/;
/** With these, an interpreter needs no program. */
const NEEDS_NO_PROGRAM = /^(-m|-v|-V|-h|--version|--help|--test|--run)(=|$)/;
/** Options of other commands behind which a line for a shell stands. */
const TAKES_LINE = /^(-c|-x|-S|--(call|exec|command|split-string))(=|$)/;
/** Commands whose words are lines for a shell, also behind an option. */
const LINE_RUNNER = /^(concurrently|conc|npm-run-all2?|run-[ps]|nodemon|onchange|start-server-and-test)$/;
const INPUT = /^(-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/[^/]+\/fd\/\d+)$/;

/**
 * Names the code of a launch that the call itself holds, or that a shell computes: nothing says to which files such code comes.
 * As the beginning of a sentence: `sh -c`. Undefined if there is none.
 */
export function givenCode(request: LaunchRequest, isInside: CommandPlace['isInside']): string | undefined {
  const { env, runtimeExecutable, runtimeArgs = [], adapterArguments = {} } = request;
  if (shellLineOf(request)) return 'A line for a shell';
  const variable = codeVariable(env);
  if (variable !== undefined) return variable;
  const [{ words, cwd } = { words: [], cwd: request.cwd }] = launchedCommands(request);
  const place = { cwd, env, isInside };
  return (
    codeForDebugger(adapterArguments, place) ??
    runtimeCode(runtimeExecutable, runtimeArgs) ??
    codeIn(words, place) ??
    codeOnInput(words, request)
  );
}

/** In what an adapter is told beyond the launch itself. */
function codeForDebugger({ code, module, buildFlags }: Readonly<Record<string, unknown>>, place: CommandPlace) {
  if (typeof code === 'string') return 'The code in the arguments of the debugger';
  if (typeof module === 'string' && !isKnownModule(module, place)) return `The module ${module}`;
  return textsIn(buildFlags).some((each) => /-(toolexec|exec)\b/.test(each)) ? 'A command in buildFlags' : undefined;
}

/** In the options of the interpreter. One that is not named is that of the program's language. */
function runtimeCode(executable: string | undefined, options: readonly string[]): string | undefined {
  const name = executable === undefined ? '' : commandName(executable);
  const named = INTERPRETERS.filter((each) => each.name.test(name));
  const option = options.find((word) =>
    (named.length > 0 ? named : [NODE, PYTHON]).some(({ code }) => code.test(word)),
  );
  return option === undefined ? undefined : `${executable ?? 'The option'} ${nameOf(option)}`;
}

function codeIn(words: readonly string[], place: CommandPlace): string | undefined {
  if (words.some(isCodeUrl)) return 'A data: URL';
  const variables = words.flatMap((word) => {
    const at = word.indexOf('=');
    return at > 0 ? [[word.slice(0, at), word.slice(at + 1)] as const] : [];
  });
  const variable = codeVariable(Object.fromEntries(variables));
  if (variable !== undefined) return variable;
  const isLineRunner = words.some((word) => LINE_RUNNER.test(commandName(word)));
  // What stands behind `--` is data of a script, or a command.
  const end = words.indexOf('--');
  for (const index of words.keys()) {
    const isData = end >= 0 && index > end;
    const line = isData ? undefined : (lineBehind(words, index) ?? nestedCode(words, index, place, isLineRunner));
    const found = line ?? codeBehind(words, index, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The code behind an interpreter among the words: words behind its program are data of the program. */
function codeBehind(words: readonly string[], at: number, place: CommandPlace): string | undefined {
  const name = commandName(words[at] ?? '');
  const interpreter = INTERPRETERS.find((each) => each.name.test(name));
  if (!interpreter) return undefined;
  for (let next = at + 1; next < words.length; next++) {
    const word = words[next] ?? '';
    if (interpreter.code.test(word)) return `${name} ${nameOf(word)}`;
    if (INPUT.test(word)) return `Code on the standard input of ${name}`;
    const module = interpreter === PYTHON || interpreter === PYTHON_TOOL ? MODULE.exec(word) : null;
    if (module) {
      const behind = module[1] === '' ? next + 1 : next;
      const named = module[1] || (words[behind] ?? '');
      if (!isKnownModule(named, place)) return `${name} -m ${named}`;
      return PYTHON_TOOL.name.test(named) ? codeBehind([named, ...words.slice(behind + 1)], 0, place) : undefined;
    }
    if (word === '-m' || word === '--') return undefined;
    if (!word.startsWith('-') && !TAKES_PATH.test(words[next - 1] ?? '') && isThere(word, place.cwd)) return undefined;
  }
  return undefined;
}

/** `npx -c "…"`, `nodemon --exec "…"`, `env -S "…"` */
function lineBehind(words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? '';
  if (at === 0 || !TAKES_LINE.test(word)) return undefined;
  const line = word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words[at + 1] ?? '');
  return /\s/.test(line) ? `${commandName(words[0] ?? '')} ${nameOf(word)}` : undefined;
}

/** `concurrently "node -e …"`. The value of another command's option (`--grep "node -e"`) is no command. */
function nestedCode(
  words: readonly string[],
  at: number,
  place: CommandPlace,
  isLineRunner: boolean,
): string | undefined {
  const word = words[at] ?? '';
  const isValue = (words[at - 1] ?? '').startsWith('-') && !isLineRunner;
  if (at === 0 || !/\s/.test(word) || isValue) return undefined;
  if (shellLineOf({ program: word, args: [], cwd: place.cwd })) return 'A line for a shell';
  const line = splitCommandLine(word);
  return (isLineRunner ? unknownCommand(line, place) : undefined) ?? codeBehind(line, 0, place);
}

/** An interpreter without a program runs what is written to it, also below another command (`env node`). */
function codeOnInput(words: readonly string[], { stdin, tty }: LaunchRequest): string | undefined {
  if (tty !== true && stdin?.kind !== 'text' && stdin?.kind !== 'open') return undefined;
  const names = words.map(commandName);
  const at = names.findLastIndex((name) => INTERPRETERS.some((each) => each.name.test(name)));
  const reads = words.slice(at + 1).every((word) => word.startsWith('-') && !NEEDS_NO_PROGRAM.test(word));
  return at >= 0 && reads ? `Code on the standard input of ${names[at]}` : undefined;
}

function isThere(word: string, cwd: string): boolean {
  const path = resolve(cwd, pathOfUrl(word) ?? word);
  return [path, `${path}.js`, `${path}.py`].some((each) => kindOf(each) !== 'missing');
}

/** An option without its value. */
function nameOf(option: string): string {
  return option.split('=', 1)[0] ?? option;
}
