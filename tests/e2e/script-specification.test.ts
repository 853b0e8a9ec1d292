import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { withDefaultInspectorPort } from '../support/default-inspector-port.ts';
import { freePort } from '../support/free-port.ts';
import { expectGolden } from '../support/golden.ts';
import { pythonWith } from '../support/pythons.ts';
import { converseInScript, type ScriptRequest } from '../support/script-programs.ts';

const TIMEOUT_MS = 20_000;
/** The specification's text for whatever ends, or never runs, before the breakpoint. */
const EXITED = 'Process exited before breakpoint was hit';

/** Line 15 is passed twice. */
const TYPESCRIPT = `// Compiled into dist/.
interface Person {
  readonly name: string;
  readonly age: number;
}

enum Mode {
  First,
  Second,
}

function look(mode: Mode): unknown {
  const myLocalVariable: Person | string = mode === Mode.First ? { name: 'John', age: 30 } : 'done';
  const shown: string = JSON.stringify(myLocalVariable);
  return shown.length;
}

look(Mode.First);
look(Mode.Second);
`;

async function request(file: string, line: number, expression: string, more = ''): Promise<ScriptRequest> {
  const command = `node --inspect-brk=${await freePort()} ${file} ${more}`.trim();
  return { command, breakpoint: { file, line }, expression, timeout: TIMEOUT_MS };
}

describe('the examples of the specification:', () => {
  test('the request with the port 9229, and its success response', async () => {
    await converseInScript(async ({ run }) => {
      const request = {
        command: 'node --inspect-brk=9229 test.js',
        breakpoint: { file: 'src/file.js', line: 42 },
        expression: 'myVariable',
        timeout: 30_000,
      };
      const answer = await withDefaultInspectorPort(() => run(request));
      expect(answer).toEqual({
        content: [],
        structuredContent: {
          results: [
            { type: 'number', value: 42 },
            { type: 'number', value: 43 },
          ],
        },
      });
    });
  });

  test.each(['legacy', 'modern'] as const)('a breakpoint in TypeScript, in the %s era', async (era) => {
    await converseInScript(
      async ({ run, folder }) => {
        compile(folder);
        const answer = await run({
          command: `node --inspect-brk=${await freePort()} ./dist/test.js`,
          breakpoint: { file: 'src/test.ts', line: 15 },
          expression: 'myLocalVariable',
          timeout: 30_000,
        });
        expect(answer).toEqual({
          content: [],
          structuredContent: {
            results: [
              { type: 'object', value: { name: 'John', age: 30 } },
              { type: 'string', value: 'done' },
            ],
          },
        });
      },
      { args: ['--toolset', 'script'], era },
    );
  });

  test('the process exits before the breakpoint is hit', async () => {
    await converseInScript(async ({ run }) => {
      const error = EXITED;
      expect(await run(await request('never.js', 2, 'process.argv'))).toEqual({
        content: [{ type: 'text', text: error }],
        structuredContent: { error },
        isError: true,
      });
    });
  });

  test('the timeout', async () => {
    await converseInScript(async ({ run }) => {
      const error = 'Timeout waiting for breakpoint after 900ms';
      const never = { ...(await request('ticking.js', 5, 'ticks')), breakpoint: { file: 'never.js', line: 2 } };
      expect(await run({ ...never, timeout: 900 })).toEqual({
        content: [{ type: 'text', text: error }],
        structuredContent: { error },
        isError: true,
      });
    });
  });
});

test('every kind of value has a type, and a description where JSON cannot carry it', async () => {
  await converseInScript(async ({ run }) => {
    const { structuredContent } = await run(await request('values.js', 48, 'value'));
    const { results } = structuredContent as { results: readonly object[] };
    expectGolden('script/values', results.map((result) => shortened(JSON.stringify(result))).join('\n'));
  });
});

test('a conversation goes as it is written down', async () => {
  await converseInScript(async ({ run, stderr }) => {
    const lines: string[] = [];
    const ask = async (file: string, line: number, expression: string, more = '') => {
      const wanted = await request(file, line, expression, more);
      const shown = JSON.stringify(wanted).replace(/brk=\d+/, 'brk=<port>');
      lines.push(`> debug-script ${shown}`, JSON.stringify(await run(wanted), null, 1), '');
    };
    await ask('values.js', 59, 'index * 2');
    await ask('values.js', 59, '({ index, isOdd: index % 2 === 1 })');
    await ask('values.js', 59, 'fails()');
    await ask('values.js', 59, 'const twice = index * 2; twice + 1;');
    await ask('values.js', 59, 'not_a_variable');
    await ask('values.js', 59, 'index // with a comment');
    await ask('values.js', 63, 'recursive(depth)');
    await ask('never.js', 2, '[process.argv.length, this === globalThis]', 'never');
    await ask('exits.js', 2, 'index > 97 ? index : undefined');
    expect(stderr()).toBe('');
    const text = lines
      .join('\n')
      .replace(/\{\n {4}"type": "undefined",\n {4}"description": "undefined"\n {3}\},\n {3}/g, '');
    expectGolden('script/conversation', text);
  });
});

test('a Python program is recorded like any other', async () => {
  await converseInScript(async ({ run, stderr }) => {
    const lines: string[] = [];
    const ask = async (line: number, expression: string) => {
      const command = `${pythonWith('newest')} --inspect-brk=${await freePort()} shipments.py`;
      const wanted = { command, breakpoint: { file: 'shipments.py', line }, expression, timeout: TIMEOUT_MS };
      const shown = JSON.stringify(wanted).replace(/brk=\d+/, 'brk=<port>');
      lines.push(`> debug-script ${shown}`, JSON.stringify(await run(wanted), null, 1), '');
    };
    await ask(4, "{'name': name, 'heavy': weight > 3}");
    await ask(4, 'total');
    await ask(4, 'weight / total');
    await ask(5, '{total}');
    await ask(5, 'nowhere');
    expect(stderr()).toBe('');
    expectGolden('script/python', lines.join('\n'));
  });
});

test('the hits before the timeout are returned, and the process is ended', async () => {
  await converseInScript(async ({ run }) => {
    const wanted = { ...(await request('ticking.js', 5, '[ticks, process.pid]')), timeout: 1_500 };
    const answer = await run(wanted);
    const { results } = answer.structuredContent as { results: readonly { value: readonly [number, number] }[] };
    expect(results.map(({ value }) => value[0])).toEqual([1, 2, 3]);
    expect(answer).toEqual({
      content: [
        {
          type: 'text',
          text: 'Timeout waiting for breakpoint after 1500ms; the process was ended, with 3 hits until then.',
        },
      ],
      structuredContent: { results, timedOut: true },
    });
    expect(isAlive(results[0]?.value[1])).toBe(false);
  });
});

test('a loop that never ends is ended when more hits cannot be kept', async () => {
  await converseInScript(async ({ run }) => {
    const wanted = { ...(await request('busy.js', 3, '[process.pid, "x".repeat(200_000)]')), timeout: 60_000 };
    const { structuredContent } = await run(wanted);
    const { results, truncated } = structuredContent as { results: readonly { value: [number] }[]; truncated: boolean };
    expect(truncated).toBe(true);
    expect(results.length).toBe(39);
    expect(isAlive(results[0]?.value[0])).toBe(false);
  });
});

test('a call that is cancelled ends its process', async () => {
  await converseInScript(async ({ run, folder }) => {
    const pidFile = join(folder, 'pid');
    const expression = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`;
    const cancelling = new AbortController();
    const running = run(await request('ticking.js', 5, expression), cancelling.signal);
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8'), { timeout: 10_000 }).toMatch(/^\d+$/);
    cancelling.abort('enough');
    await expect(running).rejects.toThrow();
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });
});

test('the inspector listens on loopback, at the port of the command or 9229', async () => {
  await converseInScript(async ({ run }) => {
    const port = await freePort();
    const url = async (command: string) => {
      const breakpoint = { file: 'values.js', line: 59 };
      const expression = "require('node:inspector').url()";
      const { structuredContent } = await run({ command, breakpoint, expression, timeout: TIMEOUT_MS });
      const { results } = structuredContent as { results: readonly { value: string }[] };
      return results[0]?.value;
    };
    expect(await url(`node --inspect-brk=${port} values.js`)).toContain(`ws://127.0.0.1:${port}/`);
    expect(await url(`node --inspect-brk=0.0.0.0:${port} values.js`)).toContain(`ws://127.0.0.1:${port}/`);
    const byDefault = await withDefaultInspectorPort(() => url('node --inspect-brk values.js'));
    expect(byDefault).toContain('ws://127.0.0.1:9229/');
    expect(await url('node --inspect-brk=0 values.js')).toMatch(/^ws:\/\/127\.0\.0\.1:(?!0\/)\d+\//);
  });
});

test('a port that somebody listens on is named, and nothing is started', async () => {
  await converseInScript(async ({ run, folder }) => {
    const taken = createServer();
    const touched: string[] = [];
    taken.on('connection', (socket) => {
      touched.push('connected');
      socket.destroy();
    });
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const marker = join(folder, 'ran');
    try {
      writeFileSync(join(folder, 'marks.js'), `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');\n`);
      const { content, structuredContent, isError } = await run({
        ...(await request('marks.js', 1, '1')),
        command: `node --inspect-brk=${port} marks.js`,
      });
      expect(isError).toBe(true);
      expect(structuredContent).toEqual({ error: EXITED });
      expect(content).toEqual([
        { type: 'text', text: EXITED },
        {
          type: 'text',
          text: expect.stringMatching(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 cannot be used.*\\nChoose another`)),
        },
      ]);
      expect(touched).toEqual([]);
      expect(existsSync(marker)).toBe(false);
    } finally {
      taken.close();
    }
  });
});

test('a program that fails, or ends itself, is reported with what it wrote', async () => {
  await converseInScript(async ({ run }) => {
    const hit = await run(await request('crashes.js', 2, 'reason'));
    expect(hit.structuredContent).toEqual({ results: [{ type: 'string', value: 'on purpose' }] });
    const missed = { ...(await request('crashes.js', 2, 'reason')), breakpoint: { file: 'never.js', line: 2 } };
    const { structuredContent, content } = await run(missed);
    const help =
      /^The breakpoint at never\.js:2 was not hit: .*not loaded.*\nThe process ended \(exit code 1\).*\n[\s\S]*Error: on purpose/;
    expect(content).toEqual([
      { type: 'text', text: EXITED },
      { type: 'text', text: expect.stringMatching(help) },
    ]);
    expect(structuredContent).toEqual({ error: EXITED });
  });
});

test('what can never come to the breakpoint has one of the two errors, and help beside it', async () => {
  await converseInScript(async ({ run }) => {
    const good = await request('values.js', 59, 'index');
    const never: readonly (readonly [Partial<ScriptRequest>, string, RegExp])[] = [
      [
        { breakpoint: { file: 'values.js', line: 999 } },
        EXITED,
        /values\.js:999 .*line 999 is past the end of values\.js/,
      ],
      [{ breakpoint: { file: 'nope.js', line: 1 } }, EXITED, /nope\.js:1 .*there is no file .*nope\.js/],
      [{ command: 'no-such-command values.js' }, EXITED, /^Command "no-such-command" was not found/],
      [{ command: 'echo values.js' }, EXITED, /no Node\.js or Python program that can be debugged ran in it/],
      [{ command: good.command.replace('values.js', 'no-such-file.js') }, EXITED, /Cannot find module/],
      [
        {
          command: good.command.replace('values.js', 'ticking.js'),
          breakpoint: { file: 'ticking.js', line: 999 },
          timeout: 900,
        },
        'Timeout waiting for breakpoint after 900ms',
        /ticking\.js:999 .*past the end/,
      ],
    ];
    for (const [change, error, help] of never) {
      expect({ change, ...(await run({ ...good, ...change })) }).toEqual({
        change,
        content: [
          { type: 'text', text: error },
          { type: 'text', text: expect.stringMatching(help) },
        ],
        structuredContent: { error },
        isError: true,
      });
    }
  });
});

test('the timeout is a number of milliseconds', async () => {
  await converseInScript(async ({ run, client }) => {
    const [tool] = (await client.listTools()).tools;
    expect(tool?.inputSchema.properties?.timeout).toMatchObject({ type: 'number' });
    const hit = await run({ ...(await request('crashes.js', 2, 'reason')), timeout: 30_000.5 });
    expect(hit.structuredContent).toEqual({ results: [{ type: 'string', value: 'on purpose' }] });
  });
});

test('bad input is refused in words, and nothing is started', async () => {
  await converseInScript(async ({ run }) => {
    const good = await request('values.js', 59, 'index');
    const bad: readonly (readonly [Partial<ScriptRequest>, RegExp])[] = [
      [{ expression: 'index +' }, /^The expression "index \+" does not parse.*\nWrite one/],
      [{ expression: 'await index' }, /^The expression "await index" does not parse/],
      [{ expression: '' }, /`expression`: expected a text that is not empty/],
      [{ breakpoint: { file: 'values.js', line: 0 } }, /`breakpoint\.line`: expected at least 1, got 0/],
      [{ timeout: 0 }, /`timeout`: expected at least 1, got 0/],
      [{ command: 'node --inspect-brk=70000 values.js' }, /^--inspect-brk=70000 is not a port\.\nGive one/],
    ];
    for (const [change, says] of bad) {
      const { structuredContent, content, isError } = await run({ ...good, ...change });
      const error = expect.stringMatching(says);
      expect({ change, isError, structuredContent }).toEqual({ change, isError: true, structuredContent: { error } });
      expect(content).toEqual([{ type: 'text', text: error }]);
    }
    expect(
      (await run({ ...good, command: `NODE_ENV=test ${good.command}`, expression: 'process.env.NODE_ENV' }))
        .structuredContent,
    ).toMatchObject({ results: [{ value: 'test' }, {}, {}, {}] });
  });
});

/** As a compiler does it: the source, its output and a map from one to the other. */
function compile(folder: string): void {
  const { code, map } = transformSync(TYPESCRIPT, {
    loader: 'ts',
    format: 'cjs',
    sourcemap: 'external',
    sourcefile: '../src/test.ts',
  });
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'src/test.ts'), TYPESCRIPT);
  writeFileSync(join(folder, 'dist/test.js'), `${code}//# sourceMappingURL=test.js.map\n`);
  writeFileSync(join(folder, 'dist/test.js.map'), map);
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 100)}… ${text.length} characters` : text;
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
