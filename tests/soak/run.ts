// Launches and generated programs by the thousand, on every version of Node.js: node scripts/soak.mjs
// With --calls, random calls over several sessions for some minutes, after which nothing may be left; with --hostile, programs that change what
// others rely on, under each tool.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { everyNodeVersion } from '../support/node-versions.ts';
import { environmentWithDebugpy } from '../support/python-environment.ts';
import { everyPythonVersion, type PythonVersion } from '../support/python-versions.ts';
import { callsReport } from './calls/calls-report.ts';
import { soakCalls } from './calls/soak-calls.ts';
import { hostileReport } from './hostile/hostile-report.ts';
import { NODE, PYTHON } from './hostile/hostile-subjects.ts';
import { soakHostile } from './hostile/soak-hostile.ts';
import { programsReport } from './programs-report.ts';
import { type SoakResult, soak } from './soak.ts';

const { values: options } = parseArgs({
  options: {
    launches: { type: 'string', default: '1000' },
    programs: { type: 'string', default: '5000' },
    patches: { type: 'string', default: '42' },
    restarts: { type: 'string', default: '42' },
    /** Programs at the same time: more than there are processors is load. */
    at: { type: 'string', default: '4' },
    from: { type: 'string', default: '1' },
    /** Random calls instead. */
    calls: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    lanes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    /** Hostile programs instead. */
    hostile: { type: 'boolean', default: false },
    /** Writes docs/reliability.md. */
    write: { type: 'boolean', default: false },
  },
});

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(`unhandled rejection: ${String(reason)}`));

const PAGE = join(process.cwd(), 'docs', 'reliability.md');
/** The title of the page's part that random calls write. */
const CALLS_TITLE = '## Random calls';

const HOSTILE_TITLE = '## Hostile programs';

const failures = options.hostile ? await runHostile() : options.calls ? await runCalls() : await runPrograms();
process.stdout.write(unhandled.join('\n'));
process.exitCode = unhandled.length > 0 || failures > 0 ? 1 : 0;

async function runPrograms(): Promise<number> {
  const size = {
    launches: Number(options.launches),
    programs: Number(options.programs),
    patches: Number(options.patches),
    restarts: Number(options.restarts),
    at: Number(options.at),
    from: Number(options.from),
  };
  const results: SoakResult[] = [];
  for (const version of everyNodeVersion()) {
    results.push(await soak(version, size, (failure) => process.stdout.write(`${failure}\n`)));
  }
  const report = programsReport(size, results);
  process.stdout.write(report);
  if (options.write) writePage({ programs: report });
  return results.flatMap((each) => each.failures).length;
}

async function runCalls(): Promise<number> {
  const size = { minutes: Number(options.minutes), lanes: Number(options.lanes), seed: Number(options.seed) };
  const result = await soakCalls(size);
  const report = callsReport(CALLS_TITLE, size, result);
  process.stdout.write(`${result.failures.join('\n')}\n${report}`);
  if (options.write) writePage({ calls: report });
  return result.failures.length;
}

async function runHostile(): Promise<number> {
  const environments = everyPythonVersion().map((version) => ({ ...version, ...environmentOf(version) }));
  const runtimes = [
    { language: NODE, versions: everyNodeVersion().map(({ major, path }) => ({ version: `Node.js ${major}`, path })) },
    {
      language: PYTHON,
      versions: environments.map(({ minor, python }) => ({ version: `Python 3.${minor}`, path: python })),
    },
  ];
  const from = Number(options.from);
  try {
    const cells = await soakHostile(runtimes, { lanes: 2, from }, ({ version, deed, tool, verdict }) => {
      const answer = 'answer' in verdict ? `\n${verdict.answer}\n` : '';
      process.stdout.write(`${version}, ${tool}, ${deed}: ${verdict.kind}${answer}\n`);
    });
    const report = hostileReport(HOSTILE_TITLE, from, cells);
    process.stdout.write(report);
    if (options.write) writePage({ hostile: report });
    return cells.filter(({ verdict }) => verdict.kind === 'failed').length;
  } finally {
    for (const { remove } of environments) remove();
  }
}

function environmentOf(version: PythonVersion) {
  const environment = environmentWithDebugpy(version);
  return { python: environment.python, remove: () => environment[Symbol.dispose]() };
}

/** Puts parts of the page into the places of those that are there. */
function writePage(parts: { readonly programs?: string; readonly calls?: string; readonly hostile?: string }): void {
  const [programs = '', ...others] = readFileSync(PAGE, 'utf8').split(/^(?=## )/m);
  const present = (title: string) => others.find((each) => each.startsWith(`${title}\n`));
  const calls = parts.calls ?? present(CALLS_TITLE);
  const hostile = parts.hostile ?? present(HOSTILE_TITLE);
  const all = [parts.programs ?? programs, calls, hostile].flatMap((each) =>
    each === undefined ? [] : [`${each.trimEnd()}\n`],
  );
  writeFileSync(PAGE, all.join('\n'));
}
