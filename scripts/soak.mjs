// Launches and generated programs by the thousand on every version of Node.js; --write renews docs/reliability.md:
//   node scripts/soak.mjs [--launches 1000] [--programs 5000] [--at 4] [--from 1] [--write]
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDist } from './bundle/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Two folders deep, because from there the tests' support finds Node.js; with the files that run inside debuggees.
const OUT = `.cache/soak-${process.pid}`;

try {
  await buildDist({ outdir: OUT });
  await build({
    absWorkingDir: root,
    entryPoints: ['tests/soak/run.ts'],
    outfile: `${OUT}/soak.mjs`,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  const args = [`${root}${OUT}/soak.mjs`, ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(root + OUT, { recursive: true, force: true });
}
