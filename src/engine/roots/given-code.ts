import { basename, resolve } from 'node:path';
import { splitCommandLine } from '../../adapter/commands/command-line.ts';
import { shellLineOf } from '../../adapter/commands/shell-line.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { kindOf, launchedCommands } from '../launch-files.ts';
import { pathOfUrl } from '../meant-path.ts';
import { codeVariable, isCodeUrl } from './code-variables.ts';

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
const INTERPRETERS: readonly Interpreter[] = [
  NODE,
  PYTHON,
  { name: /^(ba|da|z|k|c|tc|fi)?sh$/, code: /^([-+][abd-rt-z]*[cs][a-z]*|--command(=.*)?)$/is },
  { name: /^(cmd|powershell|pwsh)$/i, code: /^(\/[ckr]|-(c|command|e|ec|enc|encodedcommand))$/i },
  { name: /^deno$/, code: /^(eval|repl)$/ },
  { name: /^(ruby|perl|lua)[\d.]*$/, code: /^-\w{0,3}[eE]$/ },
  { name: /^php[\d.]*$/, code: /^(-r|--run)$/ },
  { name: /^(julia|Rscript|elixir|groovy|scala|osascript|octave)$/, code: /^(-e|-E|--eval|--print)(=|$)/ },
  { name: /^(gnu)?g?make$/, code: /^(-E|--eval)(=|$)/ },
  { name: /^(r?gdb|lldb)[-\d.]*$/, code: /^--?(i?ex|o|O|one-line|eval-command)(=|$)/ },
];
/** Programs that are their first argument, where no file is named for them. */
const PROGRAM_FIRST: Interpreter = { name: /^([gmn]?awk|expect|tclsh)[\d.]*$/, code: /^(-f|--file)(=|$)/ };
/** `-m name`, `-mname`, `-Im name`; and the modules of Python that take code as an argument, or from the input. */
const MODULE = /^-[bBdEiIOPqsStuvx]*m(.*)$/s;
const CODE_MODULES = /^(timeit|code|pdb|asyncio|sqlite3|IPython)$/;
/** Options whose next word is a path, and not the program. */
const TAKES_PATH =
  /^(-r|-C|-o|-X|-W|--(require|import|loader|experimental-loader|env-file|env-file-if-exists|rcfile|init-file|tsconfig|project|watch-path))$/;
/** With these, an interpreter needs no program. */
const NEEDS_NO_PROGRAM = /^(-m|-v|-V|-h|--version|--help|--test|--run)(=|$)/;
/** Options of other commands behind which a line for a shell stands. */
const TAKES_LINE = /^(-c|-x|-S|--(call|exec|command|split-string))(=|$)/;
/** Commands whose words are lines for a shell, also behind an option. */
const LINE_RUNNER =
  /^(concurrently|conc|npm-run-all2?|run-[ps]|nodemon|onchange|watch|start-server-and-test|parallel|script|su|ssh|flock)$/;
/** A command that reads the words of another one from its input. */
const READS_WORDS = /^(xargs|parallel)$/;
const INPUT = /^(-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/[^/]+\/fd\/\d+)$/;

/**
 * Names the code of a launch that the call itself holds, or that a shell computes: nothing says to which files such code comes.
 * As the beginning of a sentence: `sh -c`. Undefined if there is none.
 */
export function givenCode(request: LaunchRequest): string | undefined {
  const { env, runtimeExecutable, runtimeArgs = [], adapterArguments = {} } = request;
  if (shellLineOf(request)) return 'A line for a shell';
  const variable = codeVariable(env);
  if (variable !== undefined) return variable;
  if (typeof adapterArguments.code === 'string') return 'The code in the arguments of the debugger';
  const [{ words, cwd } = { words: [], cwd: request.cwd }] = launchedCommands(request);
  return runtimeCode(runtimeExecutable, runtimeArgs) ?? codeIn(words, cwd) ?? codeOnInput(words, request);
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

function codeIn(words: readonly string[], cwd: string): string | undefined {
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
    const line = isData ? undefined : (lineBehind(words, index) ?? nestedCode(words, index, cwd, isLineRunner));
    const found = line ?? codeBehind(words, index, cwd);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The code behind an interpreter among the words: words behind its program are data of the program. */
function codeBehind(words: readonly string[], at: number, cwd: string): string | undefined {
  const name = commandName(words[at] ?? '');
  if (at === 0 && PROGRAM_FIRST.name.test(name))
    return words.some((word) => PROGRAM_FIRST.code.test(word)) ? undefined : `The program of ${name}`;
  const interpreter = INTERPRETERS.find((each) => each.name.test(name));
  if (!interpreter) return undefined;
  for (let next = at + 1; next < words.length; next++) {
    const word = words[next] ?? '';
    if (interpreter.code.test(word)) return `${name} ${nameOf(word)}`;
    if (INPUT.test(word)) return `Code on the standard input of ${name}`;
    const module = interpreter === PYTHON ? MODULE.exec(word) : null;
    if (module) {
      const named = module[1] || (words[next + 1] ?? '');
      return CODE_MODULES.test(named) ? `${name} -m ${named}` : undefined;
    }
    if (word === '-m' || word === '--') return undefined;
    if (!word.startsWith('-') && !TAKES_PATH.test(words[next - 1] ?? '') && isThere(word, cwd)) return undefined;
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
function nestedCode(words: readonly string[], at: number, cwd: string, isLineRunner: boolean): string | undefined {
  const word = words[at] ?? '';
  const isValue = (words[at - 1] ?? '').startsWith('-') && !isLineRunner;
  if (at === 0 || !/\s/.test(word) || isValue) return undefined;
  if (shellLineOf({ program: word, args: [], cwd })) return 'A line for a shell';
  return codeBehind(splitCommandLine(word), 0, cwd);
}

/** An interpreter without a program runs what is written to it, also below another command (`env node`). */
function codeOnInput(words: readonly string[], { stdin, tty }: LaunchRequest): string | undefined {
  if (tty !== true && stdin?.kind !== 'text' && stdin?.kind !== 'open') return undefined;
  const names = words.map(commandName);
  const reader = names.find((name) => READS_WORDS.test(name));
  if (reader !== undefined) return `What ${reader} reads`;
  const at = names.findLastIndex((name) => INTERPRETERS.some((each) => each.name.test(name)));
  const reads = words.slice(at + 1).every((word) => word.startsWith('-') && !NEEDS_NO_PROGRAM.test(word));
  return at >= 0 && reads ? `Code on the standard input of ${names[at]}` : undefined;
}

function isThere(word: string, cwd: string): boolean {
  const path = resolve(cwd, pathOfUrl(word) ?? word);
  return [path, `${path}.js`, `${path}.py`].some((each) => kindOf(each) !== 'missing');
}

/** `node` of `/usr/bin/node` and `node@20`. */
function commandName(word: string): string {
  return basename(word)
    .replace(/\.(exe|cmd|bat)$/i, '')
    .replace(/@[^@]*$/, '');
}

/** An option without its value. */
function nameOf(option: string): string {
  return option.split('=', 1)[0] ?? option;
}
