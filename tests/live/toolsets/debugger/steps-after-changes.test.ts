import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DebuggerToolbox, lineOf } from '../../../support/debugger-toolbox.ts';
import { nodeVersions } from '../../../support/node-versions.ts';

const PROGRAM = `function work(c) {
  let n = 0;
  n -= 1;
  n += 2;
  return n;
}
work(0);
work(1);
`;

let toolbox: DebuggerToolbox;
beforeEach(() => {
  toolbox = new DebuggerToolbox();
  toolbox.write('work.js', PROGRAM);
});
afterEach(() => toolbox[Symbol.asyncDispose]());

describe.each(nodeVersions())('node $major', ({ path }) => {
  /** Starts the program and runs to line 2. */
  async function atLine2() {
    const { sessionId } = await toolbox.ok('start', { command: path, args: ['work.js'] });
    const { breakpointId } = await toolbox.ok('set_breakpoint', { sessionId, file: 'work.js', line: 2 });
    expect(lineOf(await toolbox.ok('continue', { sessionId }))).toBe(2);
    const steps = async (count: number) => {
      const lines: unknown[] = [];
      for (let step = 0; step < count; step++) lines.push(lineOf(await toolbox.ok('step_over', { sessionId })));
      return lines;
    };
    return { sessionId, breakpointId, steps };
  }

  test('a step goes to the next line although the breakpoint at which it begins was removed', async () => {
    const { sessionId, breakpointId, steps } = await atLine2();
    await toolbox.ok('remove_breakpoint', { sessionId, breakpointId });
    expect(await steps(4)).toEqual([3, 4, 5, 8]);
    expect(await toolbox.ok('continue', { sessionId })).toMatchObject({ state: 'terminated', exitCode: 0 });
  });

  test('a step goes to the next line although the breakpoint was switched off and on', async () => {
    const { sessionId, breakpointId, steps } = await atLine2();
    await toolbox.ok('toggle_breakpoint', { sessionId, breakpointId });
    await toolbox.ok('toggle_breakpoint', { sessionId, breakpointId });
    expect(await steps(2)).toEqual([3, 4]);
    expect(lineOf(await toolbox.ok('continue', { sessionId }))).toBe(2);
  });

  test('a step goes to the next line after an expression that assigns', async () => {
    const { sessionId, breakpointId, steps } = await atLine2();
    await toolbox.ok('remove_breakpoint', { sessionId, breakpointId });
    await toolbox.ok('inspect', { sessionId, expression: 'c = 5' });
    expect(await steps(1)).toEqual([3]);
    await toolbox.ok('inspect', { sessionId, expression: 'globalThis.mark = 1' });
    expect(await steps(3)).toEqual([4, 5, 8]);
  });

  test('a breakpoint on the next line stops there although the one before was removed', async () => {
    const { sessionId, breakpointId } = await atLine2();
    await toolbox.ok('remove_breakpoint', { sessionId, breakpointId });
    await toolbox.ok('set_breakpoint', { sessionId, file: 'work.js', line: 3 });
    expect(lineOf(await toolbox.ok('continue', { sessionId }))).toBe(3);
    expect(lineOf(await toolbox.ok('continue', { sessionId }))).toBe(3);
    expect(await toolbox.ok('continue', { sessionId })).toMatchObject({ state: 'terminated' });
  });
});
