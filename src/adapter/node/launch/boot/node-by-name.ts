import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readText, statOf } from '../../../../files/read-file.ts';
import { splitCommandLine } from '../../../command-line.ts';
import type { LaunchRequest } from '../../../debug-adapter.ts';

const VARIABLE = 'NODE_OPTIONS';
const MAX_SCRIPT_BYTES = 1_000_000;
const MAX_LINE = 200;
/** Files that say which commands run, beside the words of the command itself. */
const PROJECT_FILES = ['package.json', 'Makefile', 'makefile'];

/**
 * Tells whether a command's own text, a script that it names, or a file of the project that holds commands sets NODE_OPTIONS. Where it
 * does, Node processes lose what reports them to the debugger.
 */
export function setsNodeOptions(request: LaunchRequest): boolean {
  return wordsOf(request).some((word) => word.includes(VARIABLE)) || lineOfProject(VARIABLE, request) !== undefined;
}

/**
 * The line of a file of the project that has a word in it: `package.json:3`, and its text. Undefined where none has.
 *
 * @param started A command that was started with others: the line that has most of its words is meant.
 */
export function lineOfProject(
  sought: string,
  request: Pick<LaunchRequest, 'program' | 'args' | 'cwd'>,
  started = '',
): { readonly place: string; readonly line: string } | undefined {
  const { cwd } = request;
  const named = wordsOf(request).map((word) => resolve(cwd, word));
  const files = [...named, ...foldersUp(cwd).flatMap((folder) => PROJECT_FILES.map((name) => join(folder, name)))];
  for (const path of files.filter((each) => statOf(each)?.isFile())) {
    const lines = readText(path, MAX_SCRIPT_BYTES)?.split('\n') ?? [];
    const words = started.split(/\s+/);
    const shared = lines.map((line) =>
      line.includes(sought) ? words.filter((word) => line.includes(word)).length : -1,
    );
    const most = shared.reduce((best, each) => Math.max(best, each), -1);
    const at = shared.indexOf(most);
    if (most >= 0)
      return { place: `${relative(cwd, path)}:${at + 1}`, line: (lines[at] ?? '').trim().slice(0, MAX_LINE) };
  }
  return undefined;
}

function wordsOf({ program, args }: Pick<LaunchRequest, 'program' | 'args'>): string[] {
  return [...splitCommandLine(program), ...args];
}

interface NodeByName {
  /** The options for NODE_OPTIONS, as one text. */
  readonly options: string;
  /** The variable without which the code that the options load does nothing. */
  readonly switchedOn: string;
  /** The FIFO that is told of each process that has got its options back. */
  readonly reports?: string;
}

/**
 * Writes a command `node` that puts options of ours back behind NODE_OPTIONS where a script has replaced them, and then becomes the
 * next `node` on PATH. The program that gets them back finds the PATH that it would have without this.
 *
 * @param folder Absolute; removed by its owner when the tree has ended, after which PATH names a folder that is not there.
 * @returns The folder to put first on PATH.
 */
export function writeNodeByName(folder: string, given: NodeByName): string {
  const own = join(folder, 'bin');
  mkdirSync(own, { mode: 0o700 });
  const file = join(own, 'node');
  writeFileSync(file, script(own, given));
  chmodSync(file, 0o700);
  return own;
}

function script(own: string, { options, switchedOn, reports = '' }: NodeByName): string {
  const fifo = quoted(reports);
  return `#!/bin/sh
own=${quoted(own)}
options=${quoted(options)}
rest=:$PATH:
while :; do
  case $rest in
    *":$own:"*) rest=\${rest%%":$own:"*}:\${rest#*":$own:"} ;;
    *) break ;;
  esac
done
rest=\${rest#:}
rest=\${rest%:}
node=$(PATH=$rest; command -v node) || { echo "node: not found" >&2; exit 127; }
case "$NODE_OPTIONS" in
  *"$options"*) ;;
  *)
    if [ -n "$${switchedOn}" ]; then
      NODE_OPTIONS="\${NODE_OPTIONS:+$NODE_OPTIONS }$options"
      export NODE_OPTIONS
      PATH=$rest
      # Opened for both ways it does not wait for a reader.
      [ -p ${fifo} ] && printf '{"kind":"restored","pid":%d,"ppid":%d,"argv":[]}\\n' $$ "$PPID" 1<>${fifo}
    fi
    ;;
esac
exec "$node" "$@"
`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function foldersUp(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}
