/**
 * Names under which other tools, and people, know our arguments, without capitals, blanks and underscores; the likeliest argument
 * first.
 */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    file: ['program'],
    path: ['program', 'file'],
    filename: ['program', 'file'],
    script: ['program'],
    command: ['program'],
    cmd: ['program'],
    executable: ['program'],
    target: ['program'],
    argv: ['args'],
    arguments: ['args'],
    programargs: ['args'],
    dir: ['cwd'],
    directory: ['cwd'],
    folder: ['cwd'],
    workingdirectory: ['cwd'],
    workspace: ['cwd'],
    environment: ['env'],
    environmentvariables: ['env'],
    input: ['stdin'],
    timeoutseconds: ['timeoutMs'],
    wait: ['timeoutMs'],
    id: ['session'],
    kind: ['action', 'mode'],
    linenumber: ['line'],
    row: ['line'],
    expr: ['expression', 'expressions'],
    code: ['expression'],
    variable: ['expression', 'name'],
    if: ['condition'],
    hitcount: ['hitCondition'],
    log: ['logMessage'],
    message: ['logMessage'],
    at: ['file'],
    place: ['file'],
    places: ['file'],
    location: ['file'],
    level: ['frame'],
    count: ['hits', 'times'],
    pattern: ['test'],
    filter: ['test'],
    grep: ['test'],
  }),
);
const MIN_SHARED_CHARS = 3;
const MAX_OTHER_CHARS = 2;

/**
 * The argument that a caller most likely means by an unknown one: by its other name, by its beginning (`timeout`, `sessionId`), or by
 * its letters. Undefined where none is like it.
 *
 * @param open The tool's arguments that the call does not give.
 */
export function likelyArgument(unknown: string, open: readonly string[]): string | undefined {
  const key = plain(unknown);
  const named = OTHER_NAMES.get(key)?.find((name) => open.includes(name));
  if (named !== undefined) return named;
  const begun = open.find((name) => isBeginning(plain(name), key));
  return (
    begun ?? open.find((name) => key.length > MAX_OTHER_CHARS + 1 && distance(plain(name), key) <= MAX_OTHER_CHARS)
  );
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isBeginning(name: string, key: string): boolean {
  const [short, long] = name.length < key.length ? [name, key] : [key, name];
  return short.length >= MIN_SHARED_CHARS && long.startsWith(short);
}

/** Levenshtein's, of names: both are short. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_OTHER_CHARS) return MAX_OTHER_CHARS + 1;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, char] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...to].entries()) {
      const replaced = (row[index] ?? 0) + (char === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
