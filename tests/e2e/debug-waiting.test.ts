import { expect, test } from 'vitest';
import { type Conversation, converse } from '../support/debug-programs.ts';

const BUSY = { program: 'busy.js', stopOnEntry: false, timeoutMs: 1_000 };

/** Begins a debug_continue that waits; resolves when the server has said that it does. */
async function beginWaiting(server: Conversation, signal?: AbortSignal) {
  const messages: string[] = [];
  let reported = () => {};
  const waiting = new Promise<void>((resolve) => {
    reported = resolve;
  });
  const answer = server.client.callTool(
    { name: 'debug_continue', arguments: { timeoutMs: 20_000 } },
    {
      ...(signal && { signal }),
      onprogress: ({ message }) => {
        messages.push(message ?? '');
        reported();
      },
    },
  );
  // A rejection before anybody awaits the answer must not end the test run.
  answer.catch(() => {});
  await waiting;
  return { answer, messages };
}

async function expectEnds({ ask }: Conversation): Promise<void> {
  expect((await ask('evaluate', { expression: 'globalThis.enough = true' })).text).toBe('(boolean) true');
  expect((await ask('continue')).text).toMatch(/^Program terminated\. Exit code: 0\./);
}

test.each(['legacy', 'modern'] as const)(
  'a cancelled wait leaves the program running and the session usable, in the %s era',
  async (era) => {
    await converse({ era }, async (server) => {
      const { ask } = server;
      await ask('launch', BUSY);
      const cancel = new AbortController();
      const { answer } = await beginWaiting(server, cancel.signal);
      cancel.abort('changed my mind');
      await expect(answer).rejects.toThrow('changed my mind');
      expect((await ask('sessions')).text).toMatch(/^s1 {2}node {2}busy\.js {2}running {2}pid \d+$/);
      expect((await ask('continue', { timeoutMs: 50 })).text).toMatch(/^Still running after 0\.\d s/);
      expect((await ask('pause')).text).toMatch(/^Stopped \(pause\) at busy\.js:2\n/);
      await expectEnds(server);
    });
  },
);

test('a call that waits reports progress, and pause and sessions answer meanwhile', async () => {
  await converse({}, async (server) => {
    const { ask } = server;
    await ask('launch', BUSY);
    const { answer, messages } = await beginWaiting(server);
    expect(messages).toEqual(['running']);
    const [sessions, output] = await Promise.all([ask('sessions'), ask('output')]);
    expect(sessions.text).toContain('running');
    expect(output.text).toBe('| busy');
    const paused = await ask('pause');
    expect(paused.text).toMatch(/^Stopped \(pause\) at busy\.js:2\n/);
    expect(await answer).toMatchObject({
      content: [{ text: expect.stringMatching(/^Stopped \(pause\) at busy\.js:2\n/) }],
    });
    await expectEnds(server);
  });
});

test('two sessions wait side by side, and a third may be asked meanwhile', async () => {
  await converse({}, async ({ ask }) => {
    await ask('launch', { ...BUSY, session: 'running' });
    await ask('launch', { program: 'app.js', breakpoints: ['app.js:10'], session: 'paused' });
    const wait = ask('continue', { session: 'running', timeoutMs: 20_000 });
    const ending = ask('launch', { program: 'ends.js', stopOnEntry: false, session: 'ending' });
    expect((await ending).text).toContain('Program terminated. Exit code: 3.');
    expect((await ask('evaluate', { expression: 'i', session: 'paused' })).text).toBe('(number) 0');
    expect((await ask('evaluate', { expression: 'i' })).text).toMatch(
      /^2 sessions are live: running .*, paused .*\n.*argument session/,
    );
    expect((await ask('step', { session: 'running' })).text).toMatch(/running/);
    expect((await ask('sessions')).text.split('\n')).toEqual([
      expect.stringMatching(/^running {2}node {2}busy\.js {2}running {2}pid \d+$/),
      expect.stringMatching(
        /^paused {2}node {2}app\.js {2}stopped \(breakpoint\) at app\.js:10 {2}1 breakpoint {2}pid \d+$/,
      ),
      'ending  node  ends.js  exited with code 3',
    ]);
    expect((await ask('stop', { session: 'running' })).text).toBe('Debug session ended.');
    expect((await wait).text).toMatch(/^Program terminated\./);
    expect((await ask('evaluate', { expression: 'i' })).text).toBe('(number) 0');
    expect((await ask('continue')).text).toMatch(/^Stopped \(breakpoint\) at app\.js:10\n/);
    expect((await ask('launch', { program: 'ends.js', session: 'paused' })).text).toMatch(
      /"paused" is in use.*\n.*debug_stop/,
    );
  });
});

test('of an evaluation that was cancelled and runs on the next call says so, and for how long', async () => {
  await converse({}, async ({ client, ask }) => {
    await ask('launch', { program: 'app.js', breakpoints: ['app.js:10'] });
    const cancel = new AbortController();
    const endless = { name: 'debug_evaluate', arguments: { expression: 'while (true);', timeoutMs: 3_000 } };
    const answer = client.callTool(endless, { signal: cancel.signal });
    answer.catch(() => {});
    // The other call is read after it, so that it has begun.
    await ask('sessions');
    cancel.abort('changed my mind');
    await expect(answer).rejects.toThrow('changed my mind');
    const { text, isError } = await ask('stack');
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^An expression that was cancelled still runs in the program, for up to \d s, .*: while \(true\);\n.*in \d s, or end the program with debug_stop\.$/,
    );
    expect((await ask('evaluate', { expression: 'item.price', timeoutMs: 20_000 })).text).toBe('(number) 2');
  });
});
