// Launches and generated programs by the thousand, on every version of Node.js: node scripts/soak.mjs
// With --calls, random calls over several sessions for some minutes, after which nothing may be left.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { everyNodeVersion } from '../support/node-versions.ts';
import { callsReport } from './calls/calls-report.ts';
import { soakCalls } from './calls/soak-calls.ts';
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
    /** Writes docs/reliability.md. */
    write: { type: 'boolean', default: false },
  },
});

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(`unhandled rejection: ${String(reason)}`));

const PAGE = join(process.cwd(), 'docs', 'reliability.md');
/** The title of the page's part that random calls write. */
const CALLS_TITLE = '## Random calls';

const failures = options.calls ? await runCalls() : await runPrograms();
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
  if (options.write) writeFileSync(PAGE, report + pageParts().calls);
  return results.flatMap((each) => each.failures).length;
}

async function runCalls(): Promise<number> {
  const size = { minutes: Number(options.minutes), lanes: Number(options.lanes), seed: Number(options.seed) };
  const result = await soakCalls(size);
  const report = callsReport(CALLS_TITLE, size, result);
  process.stdout.write(`${result.failures.join('\n')}\n${report}`);
  if (options.write) writeFileSync(PAGE, `${pageParts().programs}${report}`);
  return result.failures.length;
}

function pageParts(): { readonly programs: string; readonly calls: string } {
  const page = readFileSync(PAGE, 'utf8');
  const at = page.indexOf(CALLS_TITLE);
  return at < 0 ? { programs: `${page}\n`, calls: '' } : { programs: page.slice(0, at), calls: `\n${page.slice(at)}` };
}
