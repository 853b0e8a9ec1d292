import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const many = Array.from({ length: 150 }, (_, index) => `export let spare${index} = ${index};`).join('\n');
const SOURCES = {
  'src/app.ts': `import { rates, format } from './rates.ts';
const limit: number = 3;
let seen = 0, { low, high: [top] } = { low: 1, high: [9] };
export function total(limits: number[]) {
  const low = limits.length;
  seen += low;
  return format(limits.map((each) => each * rates.base).filter((each) => each < limit + top).length);
}
class Counter { go() { return seen + low; } }
console.log(total([1, 2]), new Counter().go());
`,
  'src/rates.ts': `${many}
export const rates = { base: 2 };
let made = 0;
export function format(n: number) {
  made += spare0 + spare149;
  return \`\${n} \${made}\`;
}
`,
};

/** Its own table of exports is mapped to the source. */
const OF_BUNDLER = 'app_exports';

/** The sources as one file, with its map. */
async function bundle(format: 'esm' | 'cjs'): Promise<Record<string, string>> {
  const folder = temporaryFolder('bundle-');
  try {
    mkdirSync(join(folder, 'src'));
    for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);
    const outfile = join(folder, `dist/app.${format === 'esm' ? 'mjs' : 'cjs'}`);
    const entryPoints = [join(folder, 'src/app.ts')];
    const made = await build({
      entryPoints,
      outfile,
      bundle: true,
      format,
      platform: 'node',
      sourcemap: true,
      write: false,
    });
    const built = made.outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text] as const);
    return Object.fromEntries([...built.sort(([a], [b]) => a.length - b.length), ...Object.entries(SOURCES)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The names in the scopes of the stop, by the names of the scopes. */
async function namesOf({ inspection }: DebugSession): Promise<Record<string, readonly string[]>> {
  const scopes = (await inspection.scopes()).filter(({ kind }) => kind !== 'global' && kind !== 'closure');
  const limits = { depth: 0, maxChildren: 200, maxTextLength: 50 };
  const listed = scopes.map(async ({ name, variablesReference }) => {
    const variables = await inspection.variables(variablesReference, limits);
    return [name, variables.map((each) => `${each.name} = ${each.value}`)] as const;
  });
  return Object.fromEntries(await Promise.all(listed));
}

describe.each(nodeVersions())('the variables of a bundle on Node $major', ({ path }) => {
  it.each(['esm', 'cjs'] as const)(
    'are those of the source that is stopped in, and the others besides: %s',
    async (format) => {
      const breakpoints = [
        { at: 'return format', file: 'src/app.ts' },
        { at: 'return `', file: 'src/rates.ts' },
        { at: 'console.log', file: 'src/app.ts' },
      ];
      await using program = await DebuggedProgram.start(path, await bundle(format), { breakpoints });
      expect(await program.firstStop()).toContain('app.ts:10');
      const atTop = await namesOf(program.session);
      const local = atTop.Local?.map((each) => each.split(' = ')[0]).filter((name) => name !== OF_BUNDLER);
      expect(local).toEqual(['limit', 'seen', 'low', 'top', 'total', 'Counter']);
      expect(atTop['Module (other sources)']?.filter((each) => !each.startsWith('spare'))).toEqual(
        expect.arrayContaining(['made = 0', 'rates = {base: 2}']),
      );
      await program.go();
      const inApp = await namesOf(program.session);
      expect(inApp.Module?.filter((each) => !/function|class/.test(each) && !each.startsWith(OF_BUNDLER))).toEqual([
        'limit = 3',
        'seen = 2',
        'low = 1',
        'top = 9',
      ]);
      expect(inApp.Local).toContain('low = 2');
      expect(inApp['Module (other sources)']).toEqual(expect.arrayContaining(['spare149 = 149', 'made = 0']));
      expect(inApp['Module (other sources)']?.filter((each) => /^(limit|seen|top) /.test(each))).toEqual([]);
      await program.go();
      const inRates = await namesOf(program.session);
      expect(inRates.Module?.filter((each) => /^(made|spare149|limit|seen)/.test(each))).toEqual([
        'spare149 = 149',
        'made = 149',
      ]);
      expect(inRates['Module (other sources)']).toContain('seen = 2');
      expect(await program.go()).toBe('exited 0');
    },
  );
});
