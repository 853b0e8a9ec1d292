import { PATCHED_FUNCTIONS } from './run-patch.ts';
import { RESTARTED_FUNCTIONS } from './run-restart.ts';
import type { SoakResult, SoakSize } from './soak.ts';

/** The part of a soak that `npm run test:all` runs on each version, with other programs than a soak by itself. */
export const IN_WHOLE_RUNS: SoakSize = { launches: 50, programs: 250, patches: 2, restarts: 2, at: 4, from: 1_000_000 };

type Counts = Pick<SoakSize, 'launches' | 'programs' | 'patches' | 'restarts'>;

/** The kinds of programs, the columns of the table. */
const KINDS: readonly {
  readonly title: string;
  readonly explanation: string;
  readonly count: (of: Counts) => number;
}[] = [
  {
    title: 'launches',
    explanation: `- A launch stops on entry, at a breakpoint, or at one in a process that a command starts; then the program runs to its end.`,
    count: ({ launches }) => launches,
  },
  {
    title: 'programs',
    explanation: `- A program is put together at random from loops, classes with fields, private names, static blocks and accessors, generators, async
  generators, closures, exceptions and top-level await. It runs plainly, and with a condition, a hit count or a log message on all
  its marked lines: its output (the text of its functions included), its exit code and the number of passes of each line must be the same.`,
    count: ({ programs }) => programs,
  },
  {
    title: 'patched functions',
    explanation: `- A patched function is one of ${PATCHED_FUNCTIONS} of a program, of another shape each (methods, closures, fields, generators, accessors), that are all given
  new texts while it is stopped: what is said to be applied must run, what is not must not, and a revert must undo it all.`,
    count: ({ patches }) => patches * PATCHED_FUNCTIONS,
  },
  {
    title: 'restarted functions',
    explanation: `- A restarted function is one of ${RESTARTED_FUNCTIONS} of a program, of other shapes (those, async functions, constructors, callbacks), or the function that calls it: a call
  that is said to be restarted must begin a second time, any other must go on, and its result must be that of a plain run.`,
    count: ({ restarts }) => restarts * RESTARTED_FUNCTIONS,
  },
];

/**
 * The part of docs/reliability.md about launches and programs. What was not run, none of its words and columns are about.
 *
 * @param size What was run on each version.
 */
export function programsReport(size: SoakSize, results: readonly SoakResult[]): string {
  const { launches, programs, patches, restarts, at } = size;
  const kinds = KINDS.filter(({ count }) => count(size) > 0);
  const options = `--launches ${launches} --programs ${programs} --patches ${patches} --restarts ${restarts} --at ${at}`;
  const inWholeRuns = kinds.map(({ title, count }) => `${count(IN_WHOLE_RUNS)} ${title}`).join(', ');
  const rows = results.map(({ major, failures, ...counts }) => [
    major,
    ...kinds.map(({ count }) => count(counts)),
    failures.length,
  ]);
  return `# Reliability

Written by \`npm run soak -- ${options} --write\`. \`npm run test:all\` runs fewer on each version, with other seeds (${inWholeRuns}).

${kinds.map(({ explanation }) => explanation).join('\n')}

${at} at a time.

| ${['Node.js', ...kinds.map(({ title }) => title), 'failures'].join(' | ')} |
| ${[...kinds.map(() => '---:'), '---:', '---:'].join(' | ')} |
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
