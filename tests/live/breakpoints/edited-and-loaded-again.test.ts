import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const SQUARE = `exports.square = (n) => {
  const value = n * n;
  return value;
};
`;
/** Loads each kind of module three times, as servers do that take in an edited file without a restart, and edits the files between. */
const PROGRAM = `import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
const require = createRequire(import.meta.url);
const path = (name) => new URL(name, import.meta.url);
const compiled = (source) => {
  const mappings = ';' + ';AAAA' + ';AACA'.repeat(source.split('\\n').length - 1);
  const map = { version: 3, sources: [path('compiled.ts').href], names: [], mappings, sourcesContent: [source] };
  const data = 'data:application/json;base64,' + Buffer.from(JSON.stringify(map)).toString('base64');
  const exports = {};
  const own = '//# sourceURL=' + path('compiled.ts').pathname + '\\n//# sourceMappingURL=' + data;
  new Function('exports', source + own)(exports);
  return exports;
};
for (const round of [1, 2, 3]) {
  const written = require('./written.cjs');
  const suffixed = await import('./suffixed.mjs?v=' + round);
  const made = compiled(readFileSync(path('compiled.ts'), 'utf8'));
  for (const { square } of [written, suffixed, made]) square(round);
  delete require.cache[require.resolve('./written.cjs')];
  for (const name of ['written.cjs', 'suffixed.mjs', 'compiled.ts'])
    writeFileSync(path(name), '// another line\\n' + readFileSync(path(name), 'utf8'));
}
`;
const FILES = {
  'main.mjs': PROGRAM,
  'written.cjs': SQUARE,
  'suffixed.mjs': SQUARE.replace('exports.square', 'export const square'),
  'compiled.ts': SQUARE,
};

test.each(nodeVersions())(
  'on Node $major, a file that is edited and loaded again stops at the same statement',
  async ({ path }) => {
    const names = ['written.cjs', 'suffixed.mjs', 'compiled.ts'];
    const breakpoints = names.map((file) => ({ file, at: 'n * n' }));
    await using program = await DebuggedProgram.start(path, FILES, { breakpoints });
    const stops: string[] = [];
    for (let stop = await program.firstStop(); stop.startsWith('breakpoint'); stop = await program.go())
      stops.push(stop);
    expect(stops).toEqual(
      [2, 3, 4].flatMap((line) => names.map((name, index) => `breakpoint [${index + 1}] ${name}:${line}`)),
    );
    expect(program.session.breakpoints.takeNews().join('\n')).toContain(
      'written.cjs was edited: its statement was on line 3 and is on line 4 now',
    );
  },
);
