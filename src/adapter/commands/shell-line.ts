import { delimiter, resolve } from 'node:path';
import { statOf } from '../../files/read-file.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { LaunchRequest } from '../debug-adapter.ts';

/** A word of a shell line, with its offsets in the line, from 0. */
export interface ShellWord {
  /** The word without its quotes; the values of variables, which the shell would put in, are not known. */
  readonly text: string;
  /** Offset in the line. */
  readonly start: number;
  readonly end: number;
}

/** A command of a shell line, without its redirections. */
export interface ShellCommand {
  /** Variables that are set in front of it. */
  readonly env: Readonly<Record<string, string>>;
  /** The command's name and its arguments; not empty. */
  readonly words: readonly ShellWord[];
  /** The files that the command reads or writes instead of the terminal. */
  readonly files: readonly string[];
  /** The folder that the command runs in: a `cd` before it counts. */
  readonly cwd: string;
}

/** A program that is a line for a shell: it has a pipe, a redirection, `&&`, `||`, `;`, or sets a variable in front. */
export interface ShellLine {
  /** With the arguments of the request at its end. */
  readonly text: string;
  readonly commands: readonly ShellCommand[];
}

/** The shell itself. */
export const SHELL = '/bin/sh';

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const OPERATOR = /^(?:&&|\|\||\|&|;|\||&(?![>&])|\n)/;
const REDIRECTION = /^(?:\d*(?:>>|<<<|<<|<>|>\||[<>]&?)|&>>?)/;
/** A sign that alone means no shell: it may stand in an address (`?a=1&b=2`) or in code. */
const NO_SIGN = /^[&\n]$/;

/** The shell line that a program is; undefined for a file that has such a name, and for a command without such syntax. */
export function shellLineOf({
  program,
  args,
  cwd,
}: Pick<LaunchRequest, 'program' | 'args' | 'cwd'>): ShellLine | undefined {
  if (!/[|<>;&]|^\s*[A-Za-z_]\w*=/.test(program)) return undefined;
  const pieces = piecesOf(program);
  const [first] = pieces;
  const isSign = (piece: Piece) =>
    piece.kind === 'redirection' || (piece.kind === 'operator' && !NO_SIGN.test(piece.text));
  const isAssigned = first?.kind === 'word' && isAssignment(first, program);
  if (!isAssigned && !pieces.some(isSign)) return undefined;
  if (statOf(resolve(cwd, program))?.isFile()) return undefined;
  const text = [program, ...args.map(quoted)].join(' ');
  return { text, commands: commandsOf(pieces, program, cwd) };
}

/**
 * Refuses a shell line where there is no such shell.
 *
 * @throws DebugError `unsupported`
 */
export function assertShell({ program }: Pick<LaunchRequest, 'program'>, platform: string = process.platform): void {
  if (platform !== 'win32') return;
  throw new DebugError('unsupported', `Shell syntax is not run on Windows: ${program}`, {
    advice: 'Give one command as program, its variables in env, its folder in cwd, and its input in stdin.',
    details: { argument: 'program' },
  });
}

/** The line with some of its commands replaced. @param replace What stands for a command; undefined leaves it. */
export function rewritten(line: ShellLine, replace: (command: ShellCommand) => Replacement | undefined): string {
  let text = line.text;
  for (const command of [...line.commands].reverse()) {
    const replacement = replace(command);
    const [name] = command.words;
    const last = command.words[(replacement?.count ?? 0) - 1];
    if (!replacement || !name || !last) continue;
    text = `${text.slice(0, name.start)}${replacement.words.map(quoted).join(' ')}${text.slice(last.end)}`;
  }
  return text;
}

/**
 * The line with folders of ours in front of what it sets a variable to (`PYTHONPATH=src pytest`, `export PYTHONPATH=src`); where it is set to
 * itself and more, they are there already.
 */
export function withFrontOf(line: string, variable: string, folders: string): string {
  const start = `${variable}=`;
  const set = piecesOf(line).filter(({ kind, start: at }) => kind === 'word' && line.startsWith(start, at));
  return set.reduceRight((text, piece) => {
    const [at, value] = [piece.start + start.length, line.slice(piece.start + start.length, piece.end)];
    if (new RegExp(`\\$\\{?${variable}\\b`).test(value)) return text;
    return `${text.slice(0, at)}${quoted(folders)}${value === '' ? '' : delimiter}${text.slice(at)}`;
  }, line);
}

/** Words that stand for the first ones of a command. */
export interface Replacement {
  readonly words: readonly string[];
  /** The number of words. */
  readonly count: number;
}

/** A word as a shell reads it back. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

type Piece = ShellWord & { readonly kind: 'word' | 'operator' | 'redirection' };

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at);
    const space = /^[ \t\r]+/.exec(rest)?.[0];
    const redirection = REDIRECTION.exec(rest)?.[0];
    const operator = OPERATOR.exec(rest)?.[0];
    if (space !== undefined) {
      at += space.length;
    } else if (redirection !== undefined || operator !== undefined) {
      const text = redirection ?? operator ?? '';
      pieces.push({
        kind: redirection === undefined ? 'operator' : 'redirection',
        text,
        start: at,
        end: at + text.length,
      });
      at += text.length;
    } else {
      const word = wordAt(line, at);
      pieces.push({ kind: 'word', ...word });
      at = word.end;
    }
  }
  return pieces;
}

function wordAt(line: string, start: number): ShellWord {
  let text = '';
  let at = start;
  while (at < line.length) {
    const rest = line.slice(at);
    // What is in quotes, behind a backslash, or for the shell to put in is no syntax of the line.
    const part = /^(?:'([^']*)'?|"((?:[^"\\]|\\[\s\S])*)"?|\\([\s\S])|(\$\([^)]*\)?|`[^`]*`?))/.exec(rest);
    if (part) {
      const [whole, single, double, escaped, inserted] = part;
      text += single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? inserted ?? '';
      at += whole.length;
    } else if (/^[\s;|<>&]/.test(rest)) {
      break;
    } else {
      text += line.charAt(at);
      at += 1;
    }
  }
  return { text, start, end: Math.max(at, start + 1) };
}

function isAssignment({ start, end }: ShellWord, line: string): boolean {
  return ASSIGNMENT.test(line.slice(start, end));
}

function commandsOf(pieces: readonly Piece[], line: string, cwd: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let [env, words, files]: [Record<string, string>, ShellWord[], string[]] = [{}, [], []];
  let folder = cwd;
  const finish = () => {
    if (words.length > 0) commands.push({ env, words, files, cwd: folder });
    const [name, to] = words;
    if (name?.text === 'cd' && to) folder = resolve(folder, to.text);
    [env, words, files] = [{}, [], []];
  };
  let target: 'none' | 'file' | 'descriptor' = 'none';
  for (const { kind, ...word } of pieces) {
    if (kind === 'operator') finish();
    else if (kind === 'redirection')
      target = /[<>]&$/.test(word.text) && /^[\d-]/.test(line.slice(word.end)) ? 'descriptor' : 'file';
    else if (target === 'file') files.push(resolve(folder, word.text));
    else if (target === 'descriptor') target = 'none';
    else if (words.length === 0 && isAssignment(word, line)) setIn(env, word.text);
    else words.push(word);
    if (kind === 'word') target = 'none';
  }
  finish();
  return commands;
}

function setIn(env: Record<string, string>, assignment: string): void {
  const at = assignment.indexOf('=');
  env[assignment.slice(0, at)] = assignment.slice(at + 1);
}
