// Launches and generated programs by the thousand, on every version of Node.js: node scripts/soak.mjs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { everyNodeVersion } from '../support/node-versions.ts';
import { PATCHED_FUNCTIONS } from './run-patch.ts';
import { type SoakResult, soak } from './soak.ts';

const { values: options } = parseArgs({
  options: {
    launches: { type: 'string', default: '1000' },
    programs: { type: 'string', default: '5000' },
    patches: { type: 'string', default: '42' },
    /** Programs at the same time: more than there are processors is load. */
    at: { type: 'string', default: '4' },
    from: { type: 'string', default: '1' },
    /** Writes docs/reliability.md. */
    write: { type: 'boolean', default: false },
  },
});

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(`unhandled rejection: ${String(reason)}`));

const size = {
  launches: Number(options.launches),
  programs: Number(options.programs),
  patches: Number(options.patches),
  at: Number(options.at),
  from: Number(options.from),
};
const results: SoakResult[] = [];
for (const version of everyNodeVersion()) {
  results.push(await soak(version, size, (failure) => process.stdout.write(`${failure}\n`)));
}
const report = reportOf(results);
process.stdout.write(`${report}${unhandled.join('\n')}\n`);
if (options.write) writeFileSync(join(process.cwd(), 'docs', 'reliability.md'), report);
process.exitCode = unhandled.length > 0 || results.some(({ failures }) => failures.length > 0) ? 1 : 0;

function reportOf(all: readonly SoakResult[]): string {
  const rows = all.map(
    ({ major, launches, programs, patches, failures }) =>
      `| ${major} | ${launches} | ${programs} | ${patches * PATCHED_FUNCTIONS} | ${failures.length} |`,
  );
  return `# Reliability

Written by \`npm run soak -- --write\`; a twentieth of a whole run (1,000 launches, 5,000 programs and 504 patched functions on each version) is part of \`npm run test:all\`.

- A launch stops on entry, at a breakpoint, or at one in a process that a command starts; then the program runs to its end.
- A program is put together at random from loops, classes with fields, private names, static blocks and accessors, generators, async
  generators, closures, exceptions and top-level await. It runs plainly, and with a condition, a hit count or a log message on all
  its marked lines: its output (the text of its functions included), its exit code and the number of passes of each line must be the same.
- A patched function is one of ${PATCHED_FUNCTIONS} of a program, of another shape each (methods, closures, fields, generators, accessors), that are all given
  new texts while it is stopped: what is said to be applied must run, what is not must not, and a revert must undo it all.

${size.at} at a time.

| Node.js | launches | programs | patched functions | failures |
| ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}
