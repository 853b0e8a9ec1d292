import { HOSTILE_TOOLS } from './hostile-tools.ts';
import type { HostileCell } from './soak-hostile.ts';

const WORDS: Record<HostileCell['verdict']['kind'], string> = {
  same: 'same',
  said: 'said',
  'not applicable': '–',
  failed: '**no**',
};

/** The part of docs/reliability.md about hostile programs. */
export function hostileReport(title: string, from: number, cells: readonly HostileCell[]): string {
  const tables = [...new Set(cells.map(({ language }) => language))].map((language) =>
    tableOf(
      language,
      cells.filter((cell) => cell.language === language),
    ),
  );
  const count = (kind: HostileCell['verdict']['kind']) =>
    cells.filter(({ verdict }) => verdict.kind === kind).length.toLocaleString('en');
  return `${title}

Written by \`npm run soak -- --hostile --from ${from} --write\`. Each program replaces, freezes or takes away what other code relies on, and then does what all of
them do: calls a function, fails a test in it, hangs in a loop, or waits for ever. It runs under each tool of the built server, on one of the versions of its language.

- same: its end is that of a plain run, and the answer is, but for times, the one about a program that does nothing of the kind.
- said: its end is that of a plain run, and the answer says what could not be seen.
- –: a plain run does not come to that end.
- **no**: neither of these.

${count('same')} are the same, of ${count('said')} it is said what was not seen, and ${count('failed')} are neither.

${tables.join('\n')}`;
}

function tableOf(language: string, cells: readonly HostileCell[]): string {
  const deeds = [...new Set(cells.map(({ deed }) => deed))].sort();
  const rows = deeds.map((deed) => {
    const words = HOSTILE_TOOLS.map(({ name }) => {
      const found = cells.find((cell) => cell.deed === deed && cell.tool === name);
      return found ? WORDS[found.verdict.kind] : '';
    });
    return `| ${[deed, ...words].join(' | ')} |`;
  });
  return `| ${[language, ...HOSTILE_TOOLS.map(({ name }) => name)].join(' | ')} |
| --- | ${HOSTILE_TOOLS.map(() => '---').join(' | ')} |
${rows.join('\n')}
`;
}
