import { basename, resolve } from 'node:path';
import { splitCommandLine } from '../../adapter/command-line.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { shellLineOf } from '../../adapter/shell-line.ts';
import { kindOf, launchedCommands } from '../launch-files.ts';
import { pathOfUrl } from '../meant-path.ts';

/** Runs a file, or code that it is handed. */
interface Interpreter {
  readonly name: RegExp;
  /** An option behind which code stands, or after which it is read from the input. */
  readonly code: RegExp;
}

const INTERPRETERS: readonly Interpreter[] = [
  { name: /^(ba|da|z|k|c|tc|fi)?sh$/, code: /^([-+][a-z]*[cs][a-z]*|--command(=.*)?)$/is },
  { name: /^(cmd|powershell|pwsh)$/i, code: /^(\/[ckr]|-(c|command|e|ec|enc|encodedcommand))$/i },
  { name: /^(node|nodejs|tsx|ts-node|bun|babel-node)[\d.]*$/, code: /^(-e|-p|-pe|--eval|--print)(=|$)/ },
  { name: /^(python|pypy)[\d.]*t?$/, code: /^-[bBdEhiIOPqsStuvVx?]*c/ },
  { name: /^deno$/, code: /^(eval|repl)$/ },
  { name: /^(ruby|perl|lua)[\d.]*$/, code: /^-\w{0,3}[eE]$/ },
  { name: /^php[\d.]*$/, code: /^(-r|--run)$/ },
];
/** The same in the options of an interpreter that is not named. */
const ANY_CODE = /^(-c|-e|-p|-pe|--eval|--print)(=|$)/;
/** Options whose next word is a path, and not the program. */
const TAKES_PATH =
  /^(-r|-C|-o|-X|-W|--(require|import|loader|experimental-loader|env-file|env-file-if-exists|rcfile|init-file|tsconfig|project|watch-path))$/;
/** With these, an interpreter needs no program. */
const NEEDS_NO_PROGRAM = /^(-m|-v|-V|-h|--version|--help|--test|--run)(=|$)/;
/** Options of other commands behind which a line for a shell stands. */
const TAKES_LINE = /^(-c|-x|-S|--(call|exec|command|split-string))(=|$)/;
const INPUT = /^(-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/[^/]+\/fd\/\d+)$/;
const CODE_URL = /^(--[\w-]+=)?data:/i;
/** A function that a shell takes from its environment. */
const SHELL_FUNCTION = /^BASH_FUNC_/;

/**
 * What of a launch is code that the call itself holds, or that a shell computes: which files it comes to, nobody can read in it. As the
 * beginning of a sentence: `sh -c`. Undefined where there is none.
 */
export function givenCode(request: LaunchRequest): string | undefined {
  const { env, runtimeExecutable, runtimeArgs = [], adapterArguments = {} } = request;
  if (shellLineOf(request)) return 'A line for a shell';
  const shellFunction = Object.keys(env).find((name) => SHELL_FUNCTION.test(name));
  if (shellFunction !== undefined) return `The function in env.${shellFunction}`;
  if (typeof adapterArguments.code === 'string') return 'The code in the arguments of the debugger';
  if (Object.entries(env).some(([, value]) => value.split(/\s+/).some((word) => CODE_URL.test(word))))
    return 'A data: URL in env';
  const [{ words, cwd } = { words: [], cwd: request.cwd }] = launchedCommands(request);
  const option = runtimeArgs.find((word) => ANY_CODE.test(word));
  if (option !== undefined) return `${runtimeExecutable ?? 'The option'} ${nameOf(option)}`;
  return codeIn(words, cwd) ?? codeOnInput(words, request);
}

function codeIn(words: readonly string[], cwd: string): string | undefined {
  if (words.some((word) => CODE_URL.test(word))) return 'A data: URL';
  for (const [index, word] of words.entries()) {
    const found = codeBehind(words, index, cwd) ?? lineBehind(words, index) ?? nestedCode(words, index, cwd);
    if (found !== undefined) return found;
    if (word === '--') break;
  }
  return undefined;
}

/** Of an interpreter among the words: what stands behind its program is data of that. */
function codeBehind(words: readonly string[], at: number, cwd: string): string | undefined {
  const name = commandName(words[at] ?? '');
  const interpreter = INTERPRETERS.find((each) => each.name.test(name));
  if (!interpreter) return undefined;
  for (let next = at + 1; next < words.length; next++) {
    const word = words[next] ?? '';
    if (interpreter.code.test(word)) return `${name} ${nameOf(word)}`;
    if (INPUT.test(word)) return `Code on the standard input of ${name}`;
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

/** `concurrently "node -e …"`. The value of an option (`--grep "node -e"`) is no command. */
function nestedCode(words: readonly string[], at: number, cwd: string): string | undefined {
  const word = words[at] ?? '';
  if (at === 0 || !/\s/.test(word) || (words[at - 1] ?? '').startsWith('-')) return undefined;
  if (shellLineOf({ program: word, args: [], cwd })) return 'A line for a shell';
  return codeBehind(splitCommandLine(word), 0, cwd);
}

/** An interpreter without a program runs what is written to it. */
function codeOnInput([name = '', ...options]: readonly string[], { stdin, tty }: LaunchRequest): string | undefined {
  const isWritten = tty === true || stdin?.kind === 'text' || stdin?.kind === 'open';
  const reads = options.every((word) => word.startsWith('-') && !NEEDS_NO_PROGRAM.test(word));
  const command = commandName(name);
  if (!isWritten || !reads || !INTERPRETERS.some((each) => each.name.test(command))) return undefined;
  return `Code on the standard input of ${command}`;
}

function isThere(word: string, cwd: string): boolean {
  const path = resolve(cwd, pathOfUrl(word) ?? word);
  return [path, `${path}.js`, `${path}.py`].some((each) => kindOf(each) !== 'missing');
}

function commandName(word: string): string {
  return basename(word).replace(/\.(exe|cmd|bat)$/i, '');
}

/** An option without its value. */
function nameOf(option: string): string {
  return option.split('=', 1)[0] ?? option;
}
