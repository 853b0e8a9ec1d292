// Builds dist/: the entry, its chunks, and the files that run inside debuggees.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { debuggeeTexts } from './debuggee-text.mjs';
import { withEagerModules } from './eager-modules.mjs';
import { inkInBundle } from './ink-in-bundle.mjs';
import { leanSdk } from './lean-sdk.mjs';
import { inOwnRealm } from './own-realm.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Files that another process runs, so they are copied, not bundled: all that lie in a folder `in-debuggee` and are no
 * TypeScript. In `dist` they lie in one such folder, so that a chunk finds them as their importer does in the sources. A folder
 * in it stays one: a process is given it as a place to find modules in, where no others may lie.
 */
function copied() {
  const paths = readdirSync(`${root}src`, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(^|\/)in-debuggee\/([^/]+\/)?[^/]+\.(py|cjs|mjs)$/.test(path));
  const names = paths.map((path) => path.replace(/^.*in-debuggee\//, ''));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two files in folders in-debuggee are called ${twice}`);
  const files = paths.map((path, index) => ({ from: `${root}src/${path}`, name: names[index] }));
  // Parts of the one that is bundled.
  return files.filter(({ name }) => !/^boot-[a-z]+\.cjs$/.test(name));
}

/** The settings of our bundles; tests bundle single files in the same way. */
export const BUNDLING = {
  ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', minify: true },
  plugins: [debuggeeTexts],
};

/** The settings for programs of the repository itself, which run beside its packages: benchmarks, the soak. */
export const TOOL_BUNDLING = { ...BUNDLING, minify: false, packages: 'external', logLevel: 'warning' };

/**
 * Builds what runs inside traced Node processes, as one file that needs no other: the program's own modules are not ours to use, nor
 * are its built-ins.
 */
export async function buildTraceAgent(outfile, options) {
  const { text, metafile } = await bundleTraceAgent(options);
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, inOwnRealm(text));
  return metafile;
}

/** The tracer as it is put into its realm. */
export async function bundleTraceAgent({ minify = true } = {}) {
  const entry = 'src/adapter/node/trace/in-debuggee/agent/trace-agent.ts';
  const how = { bundle: true, format: 'cjs', platform: 'node', target: 'node18', minify };
  const options = { absWorkingDir: root, write: false, legalComments: 'none', metafile: true, logLevel: 'warning' };
  const { metafile, outputFiles } = await build({ entryPoints: [entry], ...options, ...how });
  return { text: outputFiles[0].text, metafile };
}

/** Makes the bootloader one file: each further one costs every process of a program a quarter of a millisecond. */
async function buildBoot(outfile, { minify }) {
  const entry = 'src/adapter/node/launch/boot/in-debuggee/boot.cjs';
  const how = { bundle: true, format: 'cjs', platform: 'node', target: 'node18', minify, legalComments: 'none' };
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    write: false,
    logLevel: 'warning',
    supported: { arrow: false },
    ...how,
  });
  const [{ text }] = outputFiles;
  // Unminified, modules are methods of an object.
  writeFileSync(outfile, minify ? withEagerModules(text) : text);
}

/**
 * @param {{outdir?: string, minify?: boolean, wholeSdk?: boolean}} options wholeSdk: nothing of the MCP SDK is left out.
 * @returns esbuild's metafile, for those who want to know what is in the bundle.
 */
export async function buildDist({ outdir = 'dist', minify = true, wholeSdk = false } = {}) {
  rmSync(`${root}${outdir}`, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/bin/mcp-debugger.ts', 'src/bin/tool-thread-entry.ts'],
    outdir,
    ...BUNDLING,
    splitting: true,
    minify,
    chunkNames: '[name]-[hash]',
    legalComments: 'linked',
    metafile: true,
    logLevel: 'warning',
    // React has a second half for developers.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [...BUNDLING.plugins, ...(wholeSdk ? [] : [leanSdk]), inkInBundle],
  });
  const entry = `${root}${outdir}/mcp-debugger.js`;
  writeFileSync(entry, `#!/usr/bin/env node\n${readFileSync(entry, 'utf8')}`);
  chmodSync(entry, 0o755);
  for (const { from, name } of copied()) {
    const to = `${root}${outdir}/in-debuggee/${name}`;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  await buildBoot(`${root}${outdir}/in-debuggee/boot.cjs`, { minify });
  const agent = await buildTraceAgent(`${root}${outdir}/in-debuggee/trace-agent.cjs`, { minify });
  const inputs = [metafile, agent].flatMap((each) => Object.keys(each.inputs));
  writeFileSync(`${root}${outdir}/THIRD-PARTY-LICENSES.txt`, licenses(inputs));
  return metafile;
}

/** The licences of all packages of which something is in the bundle; each of them asks to go with every copy. */
function licenses(inputs) {
  const packages = new Set(inputs.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  return [...packages].sort().map(licenseOf).join('\n');
}

function licenseOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8'));
  const file = readdirSync(root + folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(`${root}${folder}/${file}`, 'utf8').trim() : standardText(license, author);
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** For a package that names its licence and leaves its text out. */
function standardText(license, author) {
  if (license !== 'MIT') throw new Error(`A package has no text of its licence, and ${license} is not known here`);
  const [, permission] = readFileSync(`${root}LICENSE`, 'utf8').split(/\n(?=Permission is hereby granted)/);
  return `MIT License\n\nCopyright (c) ${author?.name ?? author}\n\n${permission.trim()}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const { outputs } = await buildDist();
  const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(
    `dist/: ${Object.keys(outputs).length} files, ${Math.round(bytes / 1024)} KB, ${Math.round(performance.now() - started)} ms`,
  );
}
