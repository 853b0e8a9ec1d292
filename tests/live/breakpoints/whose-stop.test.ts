import { describe, expect, test } from 'vitest';
import { runNotes } from '../../../src/session/run-notes.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** As jest-circus hands on what a test has thrown: V8 sees a rejection without a handler yet, without a frame of the program. */
const RUNNER = `exports.run = (test) => {
  setImmediate(async () => {
    let error;
    try { test(); } catch (thrown) { error = thrown; }
    await new Promise((resolve) => setImmediate(resolve));
    const promise = new Promise((resolve, reject) => { reject(error); });
    promise.catch((caught) => console.log('failed: ' + caught.message));
  });
};
`;

const WATCHED = `const o = { n: 0 };
function bump() {
  o.n++;
}
bump(); // first
bump(); // second
console.log(o.n);
`;
/** Each throws in the middle of a step and catches it, the last one where a debugger statement stands. */
const CAUGHT = `function work(n) {
  if (n > 0) throw new Error('thrown ' + n); // thrown
  return n;
}
function plain(n) {
  try {
    return work(n);
  } catch (error) {
    const { message } = error;
    return message;
  }
}
async function awaited(n) {
  try {
    return await work(n);
  } catch (error) {
    return error.message;
  }
}
function marked(n) {
  try {
    return work(n);
  } catch (error) {
    debugger;
    return error.message;
  }
}
(async () => {
  console.log(plain(1)); // plain
  console.log(plain(2));
  console.log(await awaited(3));
  console.log(marked(4));
})();
`;
const STOP_ON_CHANGE =
  '(() => { let v = o.n; Object.defineProperty(o, "n", { get() { return v; }, set(n) { debugger; v = n; } }); })()';

describe.each(nodeVersions())('on Node $major,', ({ path: node, major }) => {
  test("what a test runner hands on by rejecting a promise is nobody's stop", async () => {
    const files = {
      'main.js': "require('jest-circus').run(() => { throw new Error('expected 1'); });\n",
      'node_modules/jest-circus/index.js': RUNNER,
    };
    await using program = await DebuggedProgram.start(node, files);
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('failed: expected 1\n');
  });

  test("what a library rejects, and what no test runner has caught, are the program's stops", async () => {
    const files = {
      'main.js': "require('library').run(() => { throw new Error('expected 1'); });\n",
      'node_modules/library/index.js': RUNNER.replace(/promise\.catch.*/, '').replace('const promise = ', ''),
    };
    await using program = await DebuggedProgram.start(node, files);
    expect(await program.firstStop()).toMatch(/^exception .*library.index\.js:6$/);
    const kept = { ...files, 'node_modules/library/index.js': RUNNER.replace(/promise\.catch.*/, '') };
    await using dying = await DebuggedProgram.start(node, kept);
    const end = await dying.session.waitForStop({ timeoutMs: 20_000 });
    expect(dying.describe(end)).toBe('exited 1');
    expect(runNotes(dying.session, end).join()).toMatch(
      /^Error: expected 1 at index\.js:6 did not stop it: it rejected/,
    );
    const thrown = { 'main.js': "setImmediate(() => {\n  throw new Error('mine');\n});\n" };
    await using other = await DebuggedProgram.start(node, thrown);
    expect(await other.firstStop()).toBe('exception main.js:2');
  });

  test("what a stream of Node rejects inside of Node is nobody's stop", async () => {
    const text = `const write = async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('from below');
};
const writer = new WritableStream({ write }).getWriter();
writer.closed.catch(() => {});
writer.write('a').catch((error) => console.log(error.message));
`;
    await using program = await DebuggedProgram.start(node, { 'main.js': text });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('from below\n');
  });

  test('what Node throws and rejects for the program stops it', async () => {
    const awaited = "async function main() {\n  await require('fs').promises.stat('/missing');\n}\nmain();\n";
    await using reading = await DebuggedProgram.start(node, { 'main.js': awaited });
    // From 26 on, native code rejects, and V8 shows no awaiting function.
    const stop = major < 26 ? /^exception node:internal\/fs\/promises:\d+$/ : /^exited 1$/;
    expect(await reading.firstStop()).toMatch(stop);
    const emitted = "require('net').connect(1, '127.0.0.1');\n";
    await using connecting = await DebuggedProgram.start(node, { 'main.js': emitted });
    expect(await connecting.firstStop()).toMatch(/^exception node:events:\d+$/);
  });

  test('a debugger statement in evaluated code stops when it runs later, not in the evaluation', async () => {
    const breakpoints = [{ at: 'first' }, { at: 'second' }];
    await using program = await DebuggedProgram.start(node, { 'main.js': WATCHED }, { breakpoints });
    await program.firstStop();
    await program.value(STOP_ON_CHANGE);
    expect(await program.value('(() => { debugger; return 5; })()')).toBe('5');
    expect(await program.value('o.n = 7')).toBe('7');
    expect(await program.go()).toBe('debugger statement main.js:3');
    const [top, caller] = await program.session.inspection.stack();
    expect(top?.location.path).toBe('(evaluated code)');
    expect(caller?.name).toBe('bump');
    expect(await program.go()).toBe('breakpoint [2] main.js:6');
    // Also where a step passes over it.
    expect(await program.go('next')).toBe('debugger statement main.js:3');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('9\n');
  });

  test("the rest of a step that an exception stopped is nobody's stop", async () => {
    const breakpoints = [{ at: '// thrown', condition: 'n > 0' }];
    await using program = await DebuggedProgram.start(
      node,
      { 'main.js': CAUGHT },
      { breakpoints, exceptionMode: 'all' },
    );
    const toException = async (command: 'next' | 'stepIn') => {
      let stop = await program.go(command);
      while (stop === 'step main.js:2') stop = await program.go(command);
      return stop;
    };
    expect(await program.firstStop()).toBe('breakpoint [1] main.js:2');
    expect(await toException('next')).toBe('exception main.js:2');
    expect(await program.go()).toBe('breakpoint [1] main.js:2');
    expect(await toException('stepIn')).toBe('exception main.js:2');
    expect(await program.go()).toBe('breakpoint [1] main.js:2');
    expect(await toException('next')).toBe('exception main.js:2');
    expect(await program.go()).toBe('breakpoint [1] main.js:2');
    expect(await toException('stepIn')).toBe('exception main.js:2');
    expect(await program.go()).toBe(`debugger statement main.js:${program.line('debugger;')}`);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('thrown 1\nthrown 2\nthrown 3\nthrown 4\n');
  });

  test("the program's own evaluated code stops at its debugger statements", async () => {
    const text = "new Function('debugger;')();\nsetTimeout((0, eval)('() => { debugger; }'), 5);\n";
    await using program = await DebuggedProgram.start(node, { 'main.js': text });
    expect(await program.firstStop()).toBe('debugger statement main.js:1');
    expect(await program.go()).toBe('debugger statement (evaluated code):1');
    expect(await program.go()).toBe('exited 0');
  });
});
