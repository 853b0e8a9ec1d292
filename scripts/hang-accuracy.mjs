// Runs the generated hangs and slow programs again and again, several at a time, and prints how often the watch for hangs was right:
//   node scripts/hang-accuracy.mjs [--rounds 10] [--at 4] [--only "python two-locks"]
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDist } from './bundle/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Two folders deep, because from there the tests' support finds Node.js and Python; with the files that run inside debuggees.
const OUT = `.cache/hang-accuracy-${process.pid}`;

try {
  await buildDist({ outdir: OUT });
  await build({
    absWorkingDir: root,
    entryPoints: ['tests/live/hang/accuracy.ts'],
    outfile: `${OUT}/accuracy.mjs`,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  const run = spawnSync(process.execPath, [`${root}${OUT}/accuracy.mjs`, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(root + OUT, { recursive: true, force: true });
}
