import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { nodeScriptNaming } from '../../src/adapter/node/script-naming.ts';
import { programFiles } from '../../src/adapter/v8/scripts/program-files.ts';
import { V8Thread } from '../../src/adapter/v8/thread/v8-thread.ts';
import { V8Threads } from '../../src/adapter/v8/threads/v8-threads.ts';
import { connectInspector } from '../../src/cdp/connect.ts';
import { startFakeInspector } from '../fakes/fake-inspector.ts';
import { PlayedInspector } from '../fakes/played-inspector.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FOLDER = temporaryFolder('late-');
const SOURCE = join(FOLDER, 'main.ts');
/** Its first line has no code; the second one, which is the script's first, has. */
const MAP = { version: 3, sources: [SOURCE], names: [], mappings: ';AACA' };
const PARSED = {
  scriptId: '7',
  url: pathToFileURL(SOURCE).href,
  executionContextId: 1,
  sourceMapURL: `data:application/json;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`,
};
const PLACE = { scriptId: '7', lineNumber: 1, columnNumber: 0 };
const FRAME = { callFrameId: 'f', functionName: '', location: PLACE, url: '', scopeChain: [], this: {} };

/** Ways in which a breakpoint counts passes; each is asked by evaluating something. */
const GATES = [{ hitCondition: '1' }, { condition: 'i === 1' }, { logMessage: 'passed' }] as const;
/** The line asked for: where V8 put it is known at once to be right, or only after a look at the text that runs. */
const LINES = [2, 1] as const;

afterAll(() => rmSync(FOLDER, { recursive: true }));
const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

/** A thread with a breakpoint in a file that is compiled as it is loaded, and the V8 behind it. */
async function waitingThread(wanted: (typeof GATES)[number], line: number) {
  const fake = await startFakeInspector();
  cleanup.push(() => fake[Symbol.asyncDispose]());
  const connecting = connectInspector(fake.url, { peer: 'node' });
  const inspector = new PlayedInspector(await fake.peer());
  const connection = await connecting;
  cleanup.push(() => connection.close());
  const program = programFiles(FOLDER, 'all');
  const identity = { threadId: 1, name: 'main', program, naming: nodeScriptNaming, close: () => connection.close() };
  const { breakpoints } = new V8Threads(program, { naming: nodeScriptNaming }, () => {});
  const thread = new V8Thread(connection, { ...identity, edits: (each) => breakpoints.editsFor(each) });
  let traps = 0;
  inspector.answers.set('Debugger.setBreakpointByUrl', (id) => [
    { id, result: { breakpointId: `trap ${++traps}`, locations: [] } },
  ]);
  // What counts and records is in place.
  inspector.answers.set('Runtime.evaluate', (id) => [{ id, result: { result: { type: 'boolean', value: true } } }]);
  await thread.breakpoints.replace(SOURCE, [{ id: 1, line, ...wanted }]);
  return { thread, inspector };
}

describe.each(GATES)('a breakpoint with %j', (wanted) => {
  describe.each(LINES)('asked for at line %i', (line) => {
    /** The number of our own questions in place of V8's at each pass, when its reply comes before or after the pause. */
    async function askedWhen(order: 'before' | 'after', isInOneRead: boolean): Promise<number> {
      const { inspector } = await waitingThread(wanted, line);
      const reply = (id: number) => ({ id, result: { breakpointId: 'own', actualLocation: PLACE } });
      const paused = {
        method: 'Debugger.paused',
        params: { callFrames: [FRAME], reason: 'other', hitBreakpoints: ['trap 1'] },
      };
      inspector.answers.set('Debugger.getScriptSource', (id) => [{ id, result: { scriptSource: '\nmain();\n' } }]);
      inspector.answers.set('Debugger.setBreakpoint', (id) => {
        // The second one only keeps V8's hold of the function while traps are removed.
        if (inspector.count('Debugger.setBreakpoint') > 1)
          return [{ id, result: { breakpointId: 'anchor', actualLocation: PLACE } }];
        const messages = order === 'before' ? [reply(id), paused] : [paused, reply(id)];
        if (isInOneRead) return messages;
        setTimeout(() => inspector.say(...messages.slice(1)), 20);
        return messages.slice(0, 1);
      });
      inspector.answers.set('Debugger.evaluateOnCallFrame', (id) => [
        { id, result: { result: { type: 'boolean', value: false } } },
      ]);
      inspector.say({ method: 'Debugger.scriptParsed', params: PARSED });
      await expect.poll(() => inspector.count('Debugger.resume'), { timeout: 5_000 }).toBe(1);
      return inspector.count('Debugger.evaluateOnCallFrame');
    }

    test.each([true, false])('counts a pass once that V8 counts as well, in one read: %s', async (isInOneRead) => {
      expect(await askedWhen('before', isInOneRead)).toBe(0);
    });

    test.each([true, false])(
      'counts a pass at which V8 did not know of it yet, in one read: %s',
      async (isInOneRead) => {
        expect(await askedWhen('after', isInOneRead)).toBe(1);
      },
    );
  });
});
