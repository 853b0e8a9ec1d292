import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = '.put-back';

interface CommandsByName {
  /** Their names, without a folder. */
  readonly names: readonly string[];
  /** The variable that scripts replace. */
  readonly variable: string;
  /** Our part of it, as one text. */
  readonly ours: string;
  /** The place of our part, and the character between the parts. */
  readonly place: { readonly at: 'front' | 'end'; readonly between: string };
  /** The variable without which the code that our part loads does nothing. */
  readonly switchedOn?: string;
  /** The FIFO that is told of each process that has got our part back. */
  readonly reports?: string;
}

/**
 * Writes commands that put our part of a variable back where a script has replaced it, and then become the next command of that name on PATH.
 * The program that gets it back finds the PATH that it would have without this.
 *
 * @param folder Absolute; removed by its owner when the tree has ended, after which PATH names a folder that is not there.
 * @returns The folder to put first on PATH.
 */
export function writeCommandsByName(folder: string, given: CommandsByName): string {
  const own = join(folder, 'bin');
  mkdirSync(own, { mode: 0o700 });
  const file = join(own, SCRIPT);
  writeFileSync(file, script(own, given));
  chmodSync(file, 0o700);
  for (const name of given.names) symlinkSync(SCRIPT, join(own, name));
  return own;
}

function script(
  own: string,
  { variable, ours, place: { at, between }, switchedOn, reports = '' }: CommandsByName,
): string {
  const fifo = quoted(reports);
  const given =
    at === 'front' ? `$ours\${${variable}:+${between}$${variable}}` : `\${${variable}:+$${variable}${between}}$ours`;
  return `#!/bin/sh
own=${quoted(own)}
ours=${quoted(ours)}
name=\${0##*/}
rest=:$PATH:
while :; do
  case $rest in
    *":$own:"*) rest=\${rest%%":$own:"*}:\${rest#*":$own:"} ;;
    *) break ;;
  esac
done
rest=\${rest#:}
rest=\${rest%:}
command=$(PATH=$rest; command -v "$name") || { echo "$name: not found" >&2; exit 127; }
case "${between}$${variable}${between}" in
  *"${between}$ours${between}"*) ;;
  *)
    if ${switchedOn === undefined ? ':' : `[ -n "$${switchedOn}" ]`}; then
      ${variable}="${given}"
      export ${variable}
      PATH=$rest
      # Opened for both ways it does not wait for a reader.
      [ -p ${fifo} ] && printf '{"kind":"restored","pid":%d,"ppid":%d,"argv":[]}\\n' $$ "$PPID" 1<>${fifo}
    fi
    ;;
esac
exec "$command" "$@"
`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
