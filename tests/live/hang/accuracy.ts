// Runs every generated program several times and prints how often kind and place were right: node scripts/hang-accuracy.mjs
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { everyNodeVersion } from '../../support/node-versions.ts';
import type { SeededProgram } from './generate.ts';
import { NODE_FINE } from './node-fine.ts';
import { NODE_HANGS } from './node-hangs.ts';
import { PYTHON_FINE, PYTHON_HANGS } from './python-programs.ts';
import { TYPESCRIPT_FINE, TYPESCRIPT_HANGS } from './typescript-programs.ts';
import { HangLab } from './watch.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    /** Programs at the same time: more than there are processors is load. */
    at: { type: 'string', default: String(availableParallelism()) },
  },
});

const HANGS = [...NODE_HANGS, ...TYPESCRIPT_HANGS, ...PYTHON_HANGS];
const FINE = [...NODE_FINE, ...TYPESCRIPT_FINE, ...PYTHON_FINE];
const PROGRAMS = [...HANGS, ...FINE].filter(({ language, name }) => `${language} ${name}`.includes(options.only));

interface Job {
  readonly program: SeededProgram;
  readonly seed: number;
  readonly node: string | undefined;
}

const nodes = everyNodeVersion();
const jobs: Job[] = Array.from({ length: Number(options.rounds) }, (_, round) =>
  PROGRAMS.map((program, index) => ({
    program,
    seed: round * 1_000 + index,
    node: nodes[round % nodes.length]?.path,
  })),
).flat();

const lab = new HangLab();
const tally = { runs: 0, mistakes: 0, falseAlarms: 0 };
try {
  await Promise.all(Array.from({ length: Number(options.at) }, work));
} finally {
  await lab.end();
}
const share = ((100 * (tally.runs - tally.mistakes)) / Math.max(1, tally.runs)).toFixed(2);
process.stdout.write(
  `${tally.runs} runs of ${PROGRAMS.length} programs, ${options.at} at a time: kind and place right in ${share} %, ${tally.falseAlarms} false alarms\n`,
);
process.exitCode = tally.mistakes * 100 > tally.runs || tally.falseAlarms > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { program, seed, node } = job;
    const { report, mistake } = await lab.watch(program, seed, node);
    tally.runs += 1;
    if (mistake === undefined) continue;
    tally.mistakes += 1;
    const isFine = program.kinds.includes('finished') || program.kinds.includes('progressing');
    if (isFine && report.hung) tally.falseAlarms += 1;
    const what = `${program.language} ${program.name}, seed ${seed}, ${node ?? ''}: ${mistake}`;
    process.stdout.write(`${what}\n  ${JSON.stringify({ ...report, stack: [] }).slice(0, 1_500)}\n`);
  }
}
