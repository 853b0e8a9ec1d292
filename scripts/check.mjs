// npm run check: everything that can be said about the code without running the product. Prints failures and warnings only.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = [
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--max-diagnostics=30', '.']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  [
    'architecture and matrix',
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--config=tests/support/check.config.ts'],
  ],
  ['generated docs', ['scripts/docs/gen.mjs', '--check']],
];

const started = performance.now();
const results = await Promise.all(CHECKS.map(check));
const failed = results.filter((result) => !result.ok);
for (const { name, output } of failed) console.log(`── ${name} ──\n${output.trim()}\n`);
const warnings = results.flatMap(({ output }) => output.match(/^warning: .*$/gm) ?? []);
if (warnings.length > 0) console.log(`${warnings.join('\n')}\n`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`check: ${results.length - failed.length} of ${results.length} passed in ${seconds} s`);
process.exitCode = failed.length === 0 ? 0 : 1;

function check([name, args]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ name, ok: false, output: error.message }));
    child.on('close', (code) => resolve({ name, ok: code === 0, output }));
  });
}
