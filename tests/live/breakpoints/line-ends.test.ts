import { describe, expect, test } from 'vitest';
import { SourceCache } from '../../../src/session/source-cache.ts';
import { lineOfStatement } from '../../../src/session/statement-address.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** One line of an editor, and two of the engine's, behind the string. */
const MAIN = `function run() {
  const separator = "\u2028";
  const b = 1;
  const c = 2;
  return separator + b + c;
}
run();
`;

describe.each(nodeVersions())('on Node $major, a U+2028 in a string', ({ path: node }) => {
  test('ends a line for breakpoints, statements and what is shown alike', async () => {
    const at = 'return separator';
    await using program = await DebuggedProgram.start(node, { 'main.cjs': MAIN }, { breakpoints: [{ at }] });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:6');
    expect(await program.value('c')).toBe('2');
    expect(lineOfStatement({ path: program.path(), statement: 'return separator + b + c;' })).toBe(6);
    expect(new SourceCache().linesOf(program.path())[5]).toBe('  return separator + b + c;');
  });
});
