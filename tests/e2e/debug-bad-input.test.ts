import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Conversation, converse } from '../support/debug-programs.ts';

type BadCall = readonly [about: string, tool: string, args: Record<string, unknown>, says: RegExp];

const STOPPED = { program: 'app.js', breakpoints: ['app.js:10'], session: 'good' };

/** The session that every bad call must leave as it is: stopped, and able to answer. */
async function expectUnharmed({ ask }: Conversation): Promise<void> {
  expect(await ask('evaluate', { expression: 'item.price', session: 'good' })).toEqual({
    text: '(number) 2',
    isError: false,
  });
}

async function refuseAll(calls: readonly BadCall[]): Promise<void> {
  await converse({}, async (server) => {
    await server.ask('launch', STOPPED);
    for (const [about, tool, args, says] of calls) {
      const { text, isError } = await server.ask(tool, args);
      expect({ about, isError, text }).toEqual({ about, isError: true, text: expect.stringMatching(says) });
      await expectUnharmed(server);
    }
    expect(server.stderr()).toBe('');
  });
}

const inApp = (more: Record<string, unknown>) => ({ file: 'app.js', session: 'good', ...more });

describe('is refused with the next step, and the session and the server live on:', () => {
  test('a program that cannot be started', async () => {
    await refuseAll([
      ['missing file', 'launch', { program: 'nope.js' }, /There is no file "nope\.js".*\n.*relative to/],
      ['directory', 'launch', { program: '.' }, /"\." is a directory.*\nName the file/],
      ['directory by a path', 'launch', { program: '../' }, /is a directory/],
      ['nothing', 'launch', { program: '' }, /`program`: expected a text that is not empty/],
      [
        'unknown command',
        'launch',
        { program: 'no-such-command x' },
        /"no-such-command" was not found.*\nGive a script/,
      ],
      [
        'not Node',
        'launch',
        { program: 'echo hello' },
        /no Node\.js or Python program that can be debugged ran.*\nhello\nGive a command/,
      ],
      ['cobol by name', 'launch', { program: 'app.js', language: 'cobol' }, /"cobol" is not supported.*\nGive/],
      ['ruby by file', 'launch', { program: 'app.rb' }, /"ruby" is not supported\. Supported: node, go, python\./],
      ['missing Python file', 'launch', { program: 'app.py' }, /There is no file "app\.py".*\nGive a path/],
      ['missing folder', 'launch', { program: 'app.js', cwd: 'nowhere' }, /There is no folder \S+nowhere/],
      ['missing node', 'launch', { program: 'ends.js', runtimeExecutable: './no-node' }, /no such file.*\nCheck/],
      [
        'bad node flag',
        'launch',
        { program: 'ends.js', runtimeArgs: ['--no-such-flag'] },
        /bad option.*\n.*runtimeArgs/,
      ],
      ['probe of ruby', 'probe', { program: 'x.rb', file: 'x.rb', line: 1 }, /"ruby" is not supported/],
      ['probe of a missing file', 'probe', { program: 'nope.js', file: 'app.js', line: 1 }, /There is no file/],
    ]);
  });

  test('a breakpoint that can never be hit', async () => {
    const launch = (breakpoint: unknown) => ({ program: 'ends.js', breakpoints: [breakpoint] });
    const nothingStarted = /past the end of ends\.js \(2 lines\)\.\nNothing was started/;
    await refuseAll([
      ['line past the end', 'breakpoint', inApp({ line: 99 }), /\(rejected\)\n.*past the end of app\.js \(20 lines\)/],
      ['the same at launch', 'launch', launch('ends.js:99'), nothingStarted],
      ['the same in a restart', 'launch', { ...STOPPED, breakpoints: ['app.js:99'] }, /Nothing was started/],
      ['the same in a probe', 'probe', { program: 'ends.js', file: 'ends.js', line: 99 }, nothingStarted],
      ['missing file', 'breakpoint', { ...inApp({ line: 3 }), file: 'nope.js' }, /\(rejected\)\n.*no file .*nope\.js/],
      ['missing file at launch', 'launch', launch('nope.js:1'), /no file .*nope\.js\.\nNothing was started/],
      ['condition', 'breakpoint', inApp({ line: 10, condition: 'i >' }), /"i >" does not parse.*column 4\.\nWrite/],
      ['condition at launch', 'launch', launch('ends.js:1 if (a'), /"\(a" does not parse/],
      [
        'hit count',
        'breakpoint',
        inApp({ line: 7, hitCondition: 'often' }),
        /"often" is not understood.*\nUse a number/,
      ],
      ['open brace', 'breakpoint', inApp({ line: 7, logMessage: 'x {item' }), /a \{ without its \}.*\nPut/],
      ['log expression', 'breakpoint', inApp({ line: 7, logMessage: '{item.}' }), /\{item\.\} does not parse.*\nPut/],
      ['no place', 'breakpoint', { condition: 'i > 3', session: 'good' }, /No place.*\nGive file and line/],
      ['no file', 'breakpoint', { line: 10, session: 'good' }, /Line 10 was given without its file.*\nGive/],
      ['no line', 'breakpoint', inApp({}), /"app\.js" was given without a line.*\nGive/],
      ['line 0', 'breakpoint', inApp({ line: 0 }), /`line`: expected at least 1, got 0/],
      ['short form', 'launch', launch('ends.js'), /"ends\.js" is not a place.*\nWrite file:line/],
      ['object', 'launch', launch({ file: 'ends.js', line: 1, colour: 2 }), /not a breakpoint: .*"colour".*\nWrite/],
      ['no place', 'launch', launch({ condition: 'i' }), /it names no place/],
      ['nowhere', 'launch', launch({ file: 'app.js', statement: 'sum += nothing' }), /is not in app\.js\.\nMost alike/],
      ['no file', 'launch', launch({ file: 'nowhere.js', statement: 'x' }), /nowhere\.js cannot be read/],
      ['several', 'breakpoint', inApp({ statement: 'price' }), /"price" is on 3 lines of app\.js\.\nGive nearLine/],
      ['other text', 'breakpoint', inApp({ line: 10, expect: 'return x' }), /Line 10 .* says .*, not "return x"/],
      [
        'unknown number',
        'breakpoint',
        { breakpoint: 77, remove: true, session: 'good' },
        /no breakpoint 77.*\n.*: 1\./,
      ],
      ['nothing there', 'breakpoint', inApp({ line: 3, remove: true }), /no breakpoint at that place.*\n.*lists them/],
      ['run to nowhere', 'continue', { to: 'app.js:99', session: 'good' }, /Cannot run to app\.js:99: line 99 is past/],
    ]);
  });

  test('wrong arguments', async () => {
    await refuseAll([
      [
        'unknown argument',
        'evaluate',
        { expr: '1' },
        /unknown argument `expr`[\s\S]*takes: expression \(string, required\)/,
      ],
      ['wrong type', 'breakpoint', inApp({ line: 'ten' }), /`line`: expected integer, got "ten"/],
      [
        'wrong action',
        'step',
        { action: 'over' },
        /`action`: expected one of "next", "step_in", "step_out", "restart_frame", got "over"/,
      ],
      ['empty expression', 'evaluate', { expression: '' }, /`expression`: expected a text that is not empty/],
      ['unknown session', 'stack', { session: 'zz' }, /"zz" not found.*\nSessions: good/],
      ['frame', 'evaluate', { expression: '1', frame: 99, session: 'good' }, /no frame 99.*\nFrames 0 to \d+/],
      ['frame of variables', 'variables', { frame: 99, session: 'good' }, /no frame 99/],
      [
        'unknown variable',
        'variables',
        { path: 'nope.x', session: 'good' },
        /no "nope" in this frame.*\nThere are: item/,
      ],
      ['set of nothing', 'variables', { set: '1', session: 'good' }, /set was given without path.*\nName/],
      ['unknown watch', 'watch', { remove: 9, session: 'good' }, /no watch 9/],
      ['watch that does not parse', 'watch', { expression: 'a +', session: 'good' }, /"a \+" does not parse/],
      [
        'writes of nothing',
        'watch',
        { expression: 'nope', on: 'write', session: 'good' },
        /nothing in this file declares nope/,
      ],
      [
        'writes of a constant',
        'watch',
        { expression: 'item', on: 'write', session: 'good' },
        /nothing writes it after/,
      ],
      [
        'condition on writes that does not parse',
        'watch',
        { expression: 'total', on: 'write', condition: 'new <', session: 'good' },
        /"new <" does not parse/,
      ],
      ['nothing to attach to', 'attach', {}, /exactly one of pid, port and url; 0 were given.*\nGive/],
      ['two to attach to', 'attach', { pid: 1, port: 2 }, /2 were given/],
      ['missing pid', 'attach', { pid: 4_194_999 }, /there is no such process.*\n/],
    ]);
  });

  test('a port that nobody listens on, and a process of no language', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await new Promise((resolve) => free.close(resolve));
    const sleeper = spawn('sleep', ['20'], { stdio: 'ignore' });
    try {
      await refuseAll([
        [
          'free port',
          'attach',
          { port },
          /Nothing can be attached to at 127\.0\.0\.1:\d+: nothing listens there\.\nCheck the port, or start/,
        ],
        ['no language', 'attach', { pid: sleeper.pid }, /which is not Node\.js, Go or Python\.\nPass the pid/],
      ]);
    } finally {
      sleeper.kill();
    }
  });
});

test('a tool that is not there is answered with those that are', async () => {
  await converse({}, async (server) => {
    await server.ask('launch', STOPPED);
    await expect(server.call('debug_fly')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('debug_launch'),
    });
    await expectUnharmed(server);
  });
});

test('what models write instead of the right type is taken for what it means', async () => {
  await converse({}, async ({ ask }) => {
    const breakpoints = '[{"file":"app.js","line":"10","condition":"i > 0"},{"function":"main()"}]';
    const launched = await ask('launch', {
      program: 'app.js',
      breakpoints,
      stopOnEntry: 'false',
      session: '',
      env: {},
    });
    expect(launched.text).toContain('Stopped (function breakpoint) at app.js:16');
    expect((await ask('continue', { timeoutMs: '5000', session: null })).text).toMatch(
      /^Stopped \(breakpoint\) at app\.js:10/,
    );
    expect((await ask('evaluate', { expression: 'i', frame: '0', readOnly: 'true', depth: '' })).text).toBe(
      '(number) 1',
    );
    const same = { file: 'app.js', line: '10', condition: '', logMessage: null, enabled: true, remove: false };
    expect((await ask('breakpoint', same)).text).toMatch(
      /^Breakpoint at app\.js:10 \(verified\)\n.*\n {2}breakpoint 1, condition i > 0/,
    );
  });
});

test('a program that does not parse shows its error, one that reads stdin sees its end', async () => {
  await converse({}, async ({ ask }) => {
    const broken = await ask('launch', {
      program: 'broken-syntax.js',
      breakpoints: ['broken-syntax.js:2'],
      exceptions: 'none',
    });
    expect(broken.text).toContain('Program terminated. Exit code: 1.');
    expect(broken.text).toContain("SyntaxError: Unexpected token ';'");
    expect(broken.text).toContain('Breakpoint 1 at broken-syntax.js:2: never hit: its file was not loaded');
    const requirer = await ask('launch', { program: 'requires-broken.js', stopOnEntry: false });
    expect(requirer.text).toMatch(
      /\nStopped \(exception\) at requires-broken\.js:1\n[\s\S]*\nException: SyntaxError: Unexpected token ';' .*\(uncaught\)\n/,
    );
    const reader = await ask('launch', { program: 'reads-stdin.js', stopOnEntry: false });
    expect(reader.text).toContain('read 0 characters');
  });
});

test('an expression that throws or never ends is an outcome, and the program stands where it stood', async () => {
  await converse({}, async (server) => {
    const { ask } = server;
    await ask('launch', STOPPED);
    const evaluate = async (expression: string) => (await ask('evaluate', { expression, timeoutMs: 300 })).text;
    expect(await evaluate('nope')).toMatch(/^Threw ReferenceError: nope is not defined\ndebug_variables/);
    expect(await evaluate('JSON.parse("{")')).toMatch(/^Threw SyntaxError: /);
    expect(await evaluate('a +')).toMatch(/^Threw SyntaxError: /);
    expect(await evaluate('while (true) {}')).toMatch(/^Timed out after 0\.3 s.*\n.*longer timeout/);
    await expectUnharmed(server);
    expect((await ask('step')).text).toMatch(/^Stopped \(step\) at app\.js:8/);
  });
});

test('while the program runs, what needs a stop says so; after its end, everything does', async () => {
  await converse({}, async ({ ask }) => {
    const running = await ask('launch', { program: 'busy.js', stopOnEntry: false, timeoutMs: 800 });
    expect(running.text).toMatch(
      /\nStill running after 0\.\d s at busy\.js:2\.\ndebug_continue goes on waiting; debug_pause/,
    );
    for (const [tool, args] of [
      ['step', {}],
      ['evaluate', { expression: '1' }],
      ['variables', {}],
      ['stack', {}],
    ] as const) {
      const { text, isError } = await ask(tool, args);
      expect({ tool, isError, text }).toEqual({
        tool,
        isError: true,
        text: expect.stringMatching(/running.*\n.*debug_pause/),
      });
    }
    expect((await ask('continue', { timeoutMs: 50 })).text).toMatch(/^Still running/);
    expect((await ask('pause')).text).toMatch(/^Stopped \(pause\) at busy\.js:2/);
    await ask('evaluate', { expression: 'globalThis.enough = true' });
    expect((await ask('continue')).text).toMatch(/^Program terminated\. Exit code: 0\./);
    for (const tool of ['continue', 'step', 'pause', 'variables', 'stack']) {
      const { text, isError } = await ask(tool);
      expect({ tool, isError, text }).toEqual({
        tool,
        isError: true,
        text: expect.stringMatching(/has ended.*\n.*debug_launch/),
      });
    }
    expect((await ask('output')).text).toContain('left');
    expect((await ask('launch', { program: 'app.js', breakpoints: ['app.js:10'] })).text).toContain(
      'Stopped (breakpoint)',
    );
  });
});

test('without a session, every tool says how to get one', async () => {
  await converse({}, async ({ ask }) => {
    for (const tool of ['continue', 'step', 'pause', 'variables', 'stack', 'watch', 'output', 'breakpoint']) {
      const { text, isError } = await ask(tool);
      expect({ tool, isError, text }).toEqual({
        tool,
        isError: true,
        text: expect.stringMatching(/no debug session.*\n.*debug_launch/),
      });
    }
    expect(await ask('stop')).toEqual({ text: 'There is no debug session to end.', isError: false });
  });
});

test('of launches of one program side by side one starts it, and the others say what to do', async () => {
  await converse({}, async ({ ask }) => {
    const launch = { program: 'app.js', breakpoints: ['app.js:10'] };
    const answers = await Promise.all([ask('launch', launch), ask('launch', launch), ask('launch', launch)]);
    expect(answers.filter(({ text }) => text.includes('Stopped (breakpoint) at app.js:10'))).toHaveLength(1);
    expect(answers.filter(({ text }) => /is being started by another call.*\n.*session "b"/.test(text))).toHaveLength(
      2,
    );
    expect((await ask('sessions')).text).toMatch(/^s1 +node +app\.js .*pid \d+$/);
    const named = ['b', 'c'].map((session) => ask('launch', { ...launch, session }));
    for (const { text } of await Promise.all(named)) expect(text).toContain('Stopped (breakpoint) at app.js:10');
  });
});
