import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';

const CODE = `function twice(n) {
  const doubled = n * 2;
  return doubled;
}
const a = twice(1);
console.log(a);
`;
const MAPS = {
  'without sources': { sources: [], mappings: '' },
  'of a source without mappings': { sources: ['gone.ts'], mappings: '' },
  'of lines without mappings': { sources: ['gone.ts'], mappings: ';;;;;' },
  'of mappings that are none': { sources: ['gone.ts'], mappings: '!' },
  'of mappings without sources': { sources: [], mappings: 'AAAA;AACA;AACA' },
  'of the script itself': { sources: ['main.cjs'], mappings: '' },
  'of no sections': { sections: [] },
};

describe.each(Object.entries(MAPS))('a script with a map %s', (_name, map) => {
  const json = JSON.stringify({ version: 3, names: [], ...map });
  const url = `data:application/json;base64,${Buffer.from(json).toString('base64')}`;
  const files = { 'main.cjs': `${CODE}//# sourceMapping${'URL'}=${url}\n`, 'gone.ts': 'type Gone = number;\n' };

  test('stops and steps as it is written', async () => {
    const breakpoints = [{ at: 'const a' }, { at: 'return doubled', condition: 'doubled > 1' }];
    await using program = await DebuggedProgram.start(process.execPath, files, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:5');
    expect(await program.go('stepIn')).toBe('step main.cjs:2');
    expect(await program.go()).toBe('breakpoint [2] main.cjs:3');
    expect(await program.go('stepOut')).toBe('step main.cjs:6');
    expect(await program.go()).toBe('exited 0');
  });
});

test('a source that its compiler made no code of has none, and its output is what it is', async () => {
  const map = JSON.stringify({ version: 3, names: [], sources: ['../src/types.ts'], mappings: '' });
  const files = {
    'main.cjs': "require('./dist/types.js');\n",
    'dist/types.js': `"use strict";\nexports.made = 1;\n//# sourceMapping${'URL'}=types.js.map\n`,
    'dist/types.js.map': map,
    'src/types.ts': 'export interface Item {\n  price: number;\n}\n',
  };
  const breakpoints = [
    { at: 'price', file: 'src/types.ts' },
    { at: 'exports.made', file: 'dist/types.js' },
  ];
  await using program = await DebuggedProgram.start(process.execPath, files, { breakpoints });
  expect(await program.firstStop()).toMatch(/^breakpoint \[2\] .*dist\/types\.js:2$/);
  expect(program.session.breakpoints.list()[0]?.state).toMatchObject({ kind: 'rejected', reason: 'no code there' });
});
