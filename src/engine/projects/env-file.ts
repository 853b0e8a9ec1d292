const LINE = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;
const QUOTED = /^(?:"((?:\\.|[^"\\])*)"|'([^']*)')\s*(?:#.*)?$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The variables of an `.env` file: `NAME=value` a line, quoted or not, with comments. */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const entries = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = LINE.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, unquoted(value)] as const];
  });
  return Object.fromEntries(entries);
}

function unquoted(text: string): string {
  const [, double, single] = QUOTED.exec(text.trim()) ?? [];
  if (double !== undefined) return double.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);
  return single ?? text.replace(/(?:^|\s)#[\s\S]*/, '').trim();
}
