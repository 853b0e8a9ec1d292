import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const LAST = 'console.log(twice);';
const TEXT = `const once = 1;\nconst twice = once * 2;\n${LAST}`;

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test.each([
    ['main.mjs', `${TEXT}\n`],
    ['main.mjs', TEXT],
    ['main.mjs', `${TEXT}\n`.replaceAll('\n', '\r\n')],
    ['main.cjs', `${TEXT}\n`],
    ['main.mjs', `await 0;\n${TEXT}\n`],
  ])('a step from the last line of %s (%j) goes on to the end', async (name, text) => {
    const options = { breakpoints: [{ at: LAST }] };
    await using program = await DebuggedProgram.start(node, { [name]: text }, options);
    expect(await program.firstStop()).toMatch(/^breakpoint/);
    expect(await program.go('next')).toBe('exited 0');
    expect(program.output('stdout')).toBe('2\n');
    expect(program.session.takeOutput(1_000).chunks.map(({ category }) => category)).toEqual(['stdout']);
  });

  test('a program in which only Node runs behind the last line is said to have run on', async () => {
    const options = { breakpoints: [{ at: LAST }] };
    const endless = "createReadStream('/dev/zero').pipe(createWriteStream('/dev/null'));";
    const main = `import { createReadStream, createWriteStream } from 'node:fs';\n${endless}\n${TEXT}\n`;
    await using program = await DebuggedProgram.start(node, { 'main.mjs': main }, options);
    await program.firstStop();
    const gone = new AbortController();
    const stepped = program.session.resume('next', { timeoutMs: 20_000, signal: gone.signal }).catch(() => undefined);
    await expect.poll(() => program.output('log'), { timeout: 10_000 }).toContain('The step ran on');
    expect(program.session.takeOutput(1_000).chunks.at(-1)?.text).toContain('The step ran on');
    gone.abort();
    await stepped;
  });

  test('a step from the last line of an imported module ends in whoever runs next', async () => {
    const files = {
      'main.mjs': "import './part.mjs';\nconsole.log('main');\n",
      'part.mjs': `${TEXT}\n`,
    };
    const options = { breakpoints: [{ at: LAST, file: 'part.mjs' }] };
    await using program = await DebuggedProgram.start(node, files, options);
    await program.firstStop();
    expect(await program.go('next')).toBe('step main.mjs:2');
  });
});
