import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const SOURCE = `export function load(): number {
  const rows: number[] = [1, 2];
  return rows.length;
}
`;
const OUTPUT = `module.exports = [
  () => {
    const rows = [1, 2];
    return rows.length;
  }
];
//# sourceMapping${'URL'}=chunk.js.map
`;
/** The function's lines are those of the source, two lines further down. */
const MAP = JSON.stringify({ version: 3, sources: ['../../lib.ts'], names: [], mappings: ';AAAA;AACA;AACA;AACA' });
/** A bundler at work: it writes a file where nobody looked before, loads it, and calls it at once. */
const PROGRAM = `const fs = require('node:fs');
fs.mkdirSync(__dirname + '/.built/server', { recursive: true });
fs.writeFileSync(__dirname + '/.built/server/chunk.js.map', ${JSON.stringify(MAP)});
fs.writeFileSync(__dirname + '/.built/server/chunk.js', ${JSON.stringify(OUTPUT)});
const [load] = require('./.built/server/chunk.js');
const n = load();
console.log(n);
`;
const FILES = { 'main.cjs': PROGRAM, 'lib.ts': SOURCE, 'package.json': '{}' };

describe.each(nodeVersions())('on Node $major, a file that is compiled while the program runs', ({ path: node }) => {
  test('stops at its breakpoints from its first call on', async () => {
    const breakpoints = [{ at: 'rows.length', file: 'lib.ts' }];
    for (let run = 0; run < 3; run++) {
      await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
      expect(await program.firstStop()).toBe('breakpoint [1] lib.ts:3');
      expect(await program.go()).toBe('exited 0');
    }
  });

  test('does not end a step over what loads it', async () => {
    const breakpoints = [{ at: 'const [load]' }, { at: 'rows.length', file: 'lib.ts' }];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:5');
    expect(await program.go('next')).toBe('step main.cjs:6');
    expect(await program.go('next')).toBe('breakpoint [2] lib.ts:3');
  });
});
