// Runs the generated hangs and slow programs again and again, several at a time, and prints how often the watch for hangs was right:
//   node scripts/hang-accuracy.mjs [--rounds 10] [--at 4] [--only "python two-locks"]
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { buildDist } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = `${root}.cache/hang-accuracy-${process.pid}`;
try {
  await buildDist({ outdir: `.cache/hang-accuracy-${process.pid}` });
  mkdirSync(`${outdir}/run/a/b`, { recursive: true });
  await esbuild.build({
    entryPoints: [`${root}tests/live/hang/accuracy.ts`],
    outfile: `${outdir}/accuracy.mjs`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    define: { 'import.meta.url': 'globalThis.OWN_URL' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  for (const name of readdirSync(outdir)) if (/\.py$|^boot\.cjs$/.test(name)) copyFileSync(`${outdir}/${name}`, `${outdir}/${name}`);
  const run = spawnSync(process.execPath, [`${outdir}/accuracy.mjs`, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
