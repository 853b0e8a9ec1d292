import { resolve } from 'node:path';
import type { AttachRequest } from '../../adapter/debug-adapter.ts';
import { argumentsOf, programOf, workingFolderOf } from '../../process/running-program.ts';
import { attachedProcess } from '../attached-process.ts';
import { isInterpreter, kindOf } from '../launch-files.ts';

/** The place of a running program. */
export type AttachedPlace =
  /** @property path The file that it runs; where that is a tool that is installed, or cannot be seen, the folder in which it runs. Absolute. */
  | { readonly kind: 'seen'; readonly pid: number; readonly path: string }
  /** Another user's, a protected one, or one of a container. */
  | { readonly kind: 'unseen' }
  /** There is none here: to attach says so, better. */
  | { readonly kind: 'none' };

/** Options of interpreters whose next word is not the program. */
const TAKES_VALUE =
  /^(-[rCWX]|--(require|import|loader|experimental-loader|env-file|env-file-if-exists|conditions|title|watch-path|input-type|inspect-port|test-[\w-]+))$/;
/** A module of Python, which is found from the folder. */
const MODULE = /^-[a-zA-Z]*m/;
/** Endings that Node adds to the name of a program. */
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '.node'];
/** Paths of tools that are installed for programs of any folder. */
const INSTALLED = /[\\/](node_modules|site-packages|dist-packages)[\\/]|[\\/](s?bin|Scripts|shims)[\\/][^\\/.]+$/;

/** Looks where the program lies that an attach is for. */
export async function attachedPlace(target: AttachRequest): Promise<AttachedPlace> {
  const owner = await attachedProcess(target);
  if (owner.kind !== 'process') return owner;
  const { pid } = owner;
  const [program, words, folder] = await Promise.all([programOf(pid), argumentsOf(pid), workingFolderOf(pid)]);
  const own = program !== undefined && !isInterpreter(program) && !INSTALLED.test(program) ? program : undefined;
  const file = own ?? programAmong(words.slice(1), folder ?? '/');
  const path = file === undefined || INSTALLED.test(file) ? folder : file;
  return path === undefined ? { kind: 'unseen' } : { kind: 'seen', pid, path };
}

/** The program among the words behind an interpreter: a file, or the folder of one. */
function programAmong(words: readonly string[], folder: string): string | undefined {
  for (const [index, word] of words.entries()) {
    if (MODULE.test(word)) return undefined;
    if (word === '' || word.startsWith('-') || TAKES_VALUE.test(words[index - 1] ?? '')) continue;
    const path = resolve(folder, word);
    if (ENDINGS.some((ending) => kindOf(path + ending) !== 'missing')) return path;
  }
  return undefined;
}
