// Runs a program of the tests beside a build of its own, so that it works on what would be shipped.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDist, TOOL_BUNDLING } from './build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} entry The TypeScript file, from the root.
 * @param {readonly string[]} args What it is given.
 * @returns {Promise<number>} Its exit code.
 */
export async function runBundled(entry, args) {
  // Two folders deep, because from there the tests' support finds Node.js and Python; with the files that run inside debuggees.
  const outdir = `.cache/bundled-${process.pid}`;
  try {
    await buildDist({ outdir });
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: `${outdir}/main.mjs`,
      ...TOOL_BUNDLING,
    });
    const run = spawnSync(process.execPath, [`${root}${outdir}/main.mjs`, ...args], { cwd: root, stdio: 'inherit' });
    return run.status ?? 1;
  } finally {
    rmSync(root + outdir, { recursive: true, force: true });
  }
}
