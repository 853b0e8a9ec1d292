import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AttachedProgram } from '../../support/attached-program.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { DebuggedPython } from '../../support/debugged-python.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const PROGRAM = `const o = { n: 0 };
function bump() { o.n++; }
bump();
bump();
console.log(o.n);
`;
const TWO_LINES = '// one\n// two lines\n';
const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };
const EDITED = 'was edited since it was loaded';

/** Puts two lines in front of a file. */
function edit(path: string): void {
  writeFileSync(path, TWO_LINES + readFileSync(path, 'utf8'));
}

/** A source as a compiler writes it into the file that it makes: each line as it was, below a first line of its own. */
function compiled(path: string, source: string, sourcesContent?: readonly string[]): string {
  const mappings = `;AAAA${';AACA'.repeat(source.split('\n').length - 1)}`;
  const map = JSON.stringify({ version: 3, sources: [path], names: [], mappings, sourcesContent });
  const url = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  return `"use strict";\n${source}//# sourceMappingURL=${url}\n`;
}

describe.each(nodeVersions())('on Node $major, a file that is edited while the program runs', ({ path: node }) => {
  test('is shown as it runs, which is said once', async () => {
    await using program = await DebuggedProgram.start(
      node,
      { 'main.cjs': PROGRAM },
      { breakpoints: [{ at: 'bump();' }] },
    );
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:3');
    const before = await program.session.report(LIMITS);
    edit(program.path());
    const after = await program.session.report(LIMITS);
    expect(before.warnings).toEqual([]);
    expect(after.source?.lines).toEqual(before.source?.lines);
    expect(after.warnings).toEqual([`main.cjs ${EDITED}: the text shown is the one that runs`]);
    expect(await program.go('stepIn')).toBe('step main.cjs:2');
    const stepped = await program.session.report(LIMITS);
    expect(stepped.source?.lines[1]).toBe('function bump() { o.n++; }');
    expect(stepped.warnings).toEqual([]);
  });

  test('has breakpoints where its running text has code, which is said', async () => {
    await using program = await DebuggedProgram.start(
      node,
      { 'main.cjs': PROGRAM },
      { breakpoints: [{ at: 'bump();' }] },
    );
    await program.firstStop();
    edit(program.path());
    const set = async (line: number) =>
      (await program.session.breakpoints.set({ target: { kind: 'line', path: program.path(), line } })).state;
    expect(await set(4)).toMatchObject({
      kind: 'verified',
      location: { line: 4 },
      warning: `main.cjs ${EDITED}: lines are those of the text that runs`,
    });
    expect(await set(7)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining(EDITED) });
    expect(await program.go()).toBe('breakpoint [2] main.cjs:4');
    expect((await program.session.report(LIMITS)).source?.lines.at(3)).toBe('bump();');
  });

  test('and is shorter now has breakpoints behind its end', async () => {
    const breakpoints = [{ at: 'bump();' }];
    await using program = await DebuggedProgram.start(node, { 'main.cjs': PROGRAM }, { breakpoints });
    await program.firstStop();
    writeFileSync(program.path(), '// all gone\n');
    const target = { kind: 'line', path: program.path(), line: 5 } as const;
    expect((await program.session.breakpoints.set({ target })).state.kind).toBe('verified');
    expect(await program.go()).toBe('breakpoint [2] main.cjs:5');
  });

  test('and has a condition in its text is shown without it', async () => {
    const breakpoints = [{ at: 'o.n++', condition: 'o.n === 1' }];
    await using program = await DebuggedProgram.start(node, { 'main.cjs': PROGRAM }, { breakpoints });
    await program.firstStop();
    edit(program.path());
    expect((await program.session.report(LIMITS)).source?.lines).toEqual(PROGRAM.trimEnd().split('\n'));
  });

  test('and restarted is its new text, of which nothing is said', async () => {
    await using program = await DebuggedProgram.start(
      node,
      { 'main.cjs': PROGRAM },
      { breakpoints: [{ at: 'bump();' }] },
    );
    await program.firstStop();
    edit(program.path());
    await program.session.report(LIMITS);
    await program.session.restart(program.session.request);
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:3');
    const { source, warnings } = await program.session.report(LIMITS);
    expect(source?.lines[3]).toBe('function bump() { o.n++; }');
    expect(warnings.join()).not.toContain('edited');
  });

  test.each([
    [
      'with the text in its map, is shown as it was compiled',
      [PROGRAM],
      'const o = { n: 0 };',
      'the text shown is the one that runs',
    ],
    ['without it, is warned of', undefined, '// one', 'the lines shown may not be those that run'],
  ])('and was compiled before it ran, %s', async (_how, sourcesContent, firstLine, what) => {
    const files = { 'main.src': PROGRAM, 'main.cjs': compiled('main.src', PROGRAM, sourcesContent) };
    const command = { program: 'main.cjs', args: [] };
    const breakpoints = [{ at: 'bump();' }];
    await using program = await DebuggedProgram.start(node, files, { command, breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.src:3');
    edit(program.path());
    const { source, warnings } = await program.session.report(LIMITS);
    expect(source?.lines[0]).toBe(firstLine);
    expect(warnings).toEqual([`main.src was edited since it was compiled: ${what}`]);
  });

  test('before somebody attaches to it, is shown as it runs', async () => {
    const source = "let n = 0;\nsetInterval(() => {\n  n += 1;\n}, 20);\nconsole.log('runs');\n";
    await using program = await AttachedProgram.run(node, source);
    edit(program.path);
    await program.session.start();
    const { state } = await program.session.breakpoints.set({ target: program.line(3) });
    expect(state).toMatchObject({ kind: 'verified', warning: expect.stringContaining('the text that runs') });
    await program.session.waitForStop();
    expect((await program.session.report(LIMITS)).source?.lines[2]).toBe('  n += 1;');
  });
});

describe('in Python, a file that is edited while the program runs', () => {
  test('is warned of: nobody has the text that runs', async () => {
    const files = { 'main.py': 'n = 0\nn += 1\nn += 2\nprint(n)\n' };
    await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'n += 1' }] });
    expect(await program.firstStop()).toBe('breakpoint: n += 1');
    expect((await program.session.report(LIMITS)).warnings).toEqual([]);
    writeFileSync(program.path('main.py'), `# one\n${files['main.py']}`);
    const { warnings } = await program.session.report(LIMITS);
    const text =
      'main.py was edited since the program started: if it was loaded before that, the lines shown are not those that run';
    expect(warnings).toEqual([text]);
    const target = { kind: 'line', path: program.path('main.py'), line: 3 } as const;
    expect((await program.session.breakpoints.set({ target })).state).toMatchObject({ warning: text });
    expect((await program.session.report(LIMITS)).warnings.length).toBeLessThanOrEqual(1);
  });
});
