// npm run bench: how much slower the server is than plain protocol messages, in one table.
// --write: the results go into docs/bench.json, of which npm run gen makes the tables of README.md and docs/benchmarks.md; with --only,
// the rows of the other groups stay there as they are. --only name, several times: some groups (bench/measurements.ts). --quick: a smoke
// run. --node major: debuggees of this version alone.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Not dist/: a build meanwhile would take the server away. tests/support/node-versions.ts is bundled into main.mjs and
// finds the Node.js binaries from there, so main.mjs must lie two folders deep.
const OUT = '.cache/bench';

const prepared = ['setup', 'install/nodes', 'install/debugpy', 'install/pytest-suites', 'install/ts-tools'].every(
  (name) => run([`scripts/${name}.mjs`]),
);
process.exitCode = prepared && (await bench()) ? 0 : 1;

async function bench() {
  // Installed by setup.mjs just now, perhaps.
  const [{ build }, { buildDist, TOOL_BUNDLING }] = await Promise.all([
    import('esbuild'),
    import('./bundle/build.mjs'),
  ]);
  await Promise.all([
    buildDist({ outdir: `${OUT}/dist` }),
    buildDist({ outdir: `${OUT}/dist-whole-sdk`, wholeSdk: true }),
    build({
      absWorkingDir: root,
      entryPoints: ['bench/main.ts', 'bench/run-group.ts', 'bench/relay.ts', 'bench/mcp-relay.ts'],
      outdir: OUT,
      outExtension: { '.js': '.mjs' },
      ...TOOL_BUNDLING,
    }),
  ]);
  const out = root + OUT;
  const paths = [
    `--root=${root}`,
    `--server=${out}/dist/mcp-debugger.js`,
    `--whole-sdk-server=${out}/dist-whole-sdk/mcp-debugger.js`,
    `--run-group=${out}/run-group.mjs`,
    `--relay=${out}/relay.mjs`,
    `--mcp-relay=${out}/mcp-relay.mjs`,
    `--programs=${root}bench/programs`,
  ];
  return run([`${out}/main.mjs`, ...paths, ...process.argv.slice(2)]);
}

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}
