import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The system's command, in the product and here. */
const MAKE_FIFO = 'mkfifo';
const SECRET = 'the text of a file that is none of the program';
const CODE = ['const a = 1;', 'const b = a + 1;', 'debugger;', 'console.log(b);'];
/** Each line is the line of the same number. */
const MAPPINGS = 'AAAA;AACA;AACA;AACA';

let folder: string;
let elsewhere: string;
let server: RunningServer;

beforeEach(async () => {
  folder = temporaryFolder('names-');
  elsewhere = temporaryFolder('elsewhere-');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(elsewhere, 'secrets'), `${SECRET}\n`.repeat(9));
  server = await startServer({ cwd: folder, args: ['--toolset', 'all'] });
});
afterEach(async () => {
  await server.close();
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true });
});

function program(...more: string[]): void {
  writeFileSync(join(folder, 'dist/app.js'), [...CODE, ...more, ''].join('\n'));
}

function map(sources: string[], sourcesContent?: string[]): void {
  program('//# sourceMappingURL=app.js.map');
  const content = { version: 3, sources, names: [], mappings: MAPPINGS, ...(sourcesContent && { sourcesContent }) };
  writeFileSync(join(folder, 'dist/app.js.map'), JSON.stringify(content));
}

function sparse(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2_000_000_000);
}

describe('what a program names its map', () => {
  const maps: readonly (readonly [string, string, (path: string) => void])[] = [
    ['a device without an end', '/dev/zero', () => {}],
    ['a FIFO', 'held.map', (path) => execFileSync(MAKE_FIFO, [path])],
    ['a folder', 'held.map', (path) => mkdirSync(path)],
    ['2 GB', 'held.map', sparse],
    ['a link to a device', 'held.map', (path) => symlinkSync('/dev/zero', path)],
    ['a name with a NUL character', 'held%00.map', () => {}],
  ];

  test.each(maps)('%s: it stops without a map, and the server goes on', async (_name, url, make) => {
    make(join(folder, 'dist/held.map'));
    program(`//# sourceMappingURL=${url}`);
    const stop = await server.call('debug_launch', { program: 'dist/app.js', breakpoints: ['dist/app.js:2'] });
    expect(stop.text).toContain('>>> 2 | const b = a + 1;');
    expect((await server.call('debug_evaluate', { expression: 'a' })).text).toContain('1');
    expect(server.stderr()).toBe('');
  });

  test('a FIFO named by another generated file of the project holds no breakpoint in a source', async () => {
    map(['../src/app.ts']);
    execFileSync(MAKE_FIFO, [join(folder, 'dist/held.map')]);
    writeFileSync(join(folder, 'dist/other.js'), 'x();\n//# sourceMappingURL=held.map\n');
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/app.ts'), CODE.join('\n'));
    const stop = await server.call('debug_launch', { program: 'dist/app.js', breakpoints: ['src/app.ts:2'] });
    expect(stop.text).toMatch(/Stopped \(breakpoint.*src\/app\.ts:2/);
  });
});

/** The answer of every tool that shows source text, at the `debugger` statement of the program. */
async function shownSources(): Promise<string> {
  const texts: string[] = [];
  const ask = async (name: string, args: Record<string, unknown>) => {
    const answer = await server.client.callTool({ name, arguments: args });
    texts.push(JSON.stringify(answer));
    return answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  };
  await ask('debug_launch', { program: 'dist/app.js' });
  for (const tool of ['debug_stack', 'debug_variables', 'debug_breakpoint']) await ask(tool, {});
  await ask('debug_step', {});
  await ask('debug_stop', {});
  await ask('debug_probe', { program: 'dist/app.js', breakpoints: ['dist/app.js:2'] });
  const { sessionId } = JSON.parse(await ask('debugger_start', { command: 'node', args: ['dist/app.js'] }));
  for (const tool of ['debugger_continue', 'debugger_get_stack', 'debugger_get_local_variables', 'debugger_step_over'])
    await ask(tool, { sessionId });
  await ask('debugger_stop_session', { sessionId });
  const session = JSON.parse(await ask('create_debug_session', { language: 'javascript' })).sessionId;
  await ask('start_debugging', { sessionId: session, scriptPath: 'dist/app.js' });
  for (const tool of ['get_stack_trace', 'step_over', 'get_stack_trace']) await ask(tool, { sessionId: session });
  await ask('close_debug_session', { sessionId: session });
  const breakpoint = { file: 'dist/app.js', line: 2 };
  await ask('debug-script', { command: 'node dist/app.js', breakpoint, expression: 'a', timeout: 10_000 });
  return texts.join('\n');
}

describe('what a program names its source', () => {
  test.each([
    ['by its path', () => map([join(elsewhere, 'secrets')])],
    ['by a url', () => map([`file://${join(elsewhere, 'secrets')}`])],
    ['by a way out of the folder', () => map([`../../${elsewhere.split('/').at(-1)}/secrets`])],
    ['by a bundler’s name', () => map([`webpack://${join(elsewhere, 'secrets')}`])],
    [
      'by a link in the folder',
      () => {
        symlinkSync(join(elsewhere, 'secrets'), join(folder, 'source.ts'));
        map(['../source.ts']);
      },
    ],
    ['by its own name', () => program(`//# sourceURL=file://${join(elsewhere, 'secrets')}`)],
  ])('a file outside of it, %s, is shown by no tool', async (_name, make) => {
    make();
    const answers = await shownSources();
    expect(answers).toContain('Stopped (');
    expect(answers).not.toContain(SECRET);
  });

  test('that is said, with the file', async () => {
    map([join(elsewhere, 'secrets')]);
    const { text } = await server.call('debug_launch', { program: 'dist/app.js' });
    expect(text).toContain('secrets:1');
    expect(text).toContain('(not shown: the program names this file as its source, and it lies outside');
  });

  test('what the map carries itself is shown', async () => {
    map([join(elsewhere, 'secrets')], [['// original', 'let b = 1;', 'debugger; // here', ''].join('\n')]);
    const { text } = await server.call('debug_launch', { program: 'dist/app.js' });
    expect(text).toContain('3 | debugger; // here');
  });
});

describe('names without an end', () => {
  const NAME = 'n'.repeat(300_000);
  /** The most characters of all answers together. */
  const MAX_CHARS = 100_000;

  test.each([
    ['a source in a map', () => map([`${NAME}.ts`], [[...CODE, ''].join('\n')])],
    ['a script', () => program(`eval('debugger;\\n//# sourceURL=${NAME}');`)],
    [
      'a function',
      () => {
        program();
        const called = [`const o = { ['${NAME}']() { debugger; } };`, `o['${NAME}']();`];
        writeFileSync(
          join(folder, 'dist/app.js'),
          [...called, ...CODE.filter((line) => line !== 'debugger;'), ''].join('\n'),
        );
      },
    ],
    [
      'a class and an error',
      () => {
        program();
        const made = `class C extends Error {}; Object.defineProperty(C, 'name', { value: '${NAME}' });`;
        const thrown = [`const c = new C('${NAME}');`, `c.name = '${NAME}';`, 'debugger;', 'throw c;', ''];
        writeFileSync(join(folder, 'dist/app.js'), [made, ...thrown].join('\n'));
      },
    ],
    [
      'a thread',
      () => {
        program();
        const worker = `new Worker('debugger; 1', { eval: true, name: '${NAME}' });`;
        const start = ["const { Worker } = require('worker_threads');", worker, ''];
        writeFileSync(join(folder, 'dist/app.js'), start.join('\n'));
      },
    ],
  ])('of %s are shown at bounded length by every tool', async (_name, make) => {
    make();
    const answers = await shownSources();
    expect(answers).toContain('Stopped (');
    expect(answers.length).toBeLessThan(MAX_CHARS);
  });
});

test.each([
  ['debug_launch', { program: 'dist/app.js\0' }],
  ['debug_launch', { program: 'dist/app.js', args: ['a\0b'] }],
  ['debug_launch', { program: 'dist/app.js', cwd: '/tmp\0' }],
  ['debug_launch', { program: 'dist/app.js', env: { A: '\0' } }],
  ['debug_launch', { program: 'dist/app.js', breakpoints: ['dist/a\0pp.js:2'] }],
  ['debug_test', { program: 'node --test a\0.js' }],
  ['debugger_start', { command: 'node', args: ['dist/app.js\0'] }],
])('%s says that %j has a NUL character', async (tool, args) => {
  program();
  const { text, isError } = await server.call(tool, args);
  expect(text).toContain('NUL character');
  expect(text).not.toContain('defect');
  expect(isError).toBe(true);
  expect((await server.call('debug_launch', { program: 'dist/app.js' })).text).toContain('Stopped (entry)');
});

test('no argument of any tool, however long, makes an answer long or a defect', { timeout: 120_000 }, async () => {
  const LONG = 'x'.repeat(300_000);
  program();
  await server.call('debug_launch', { program: 'dist/app.js', session: 's' });
  const { tools } = await server.client.listTools();
  const lengths: string[] = [];
  for (const { name, inputSchema } of tools) {
    const required = Object.fromEntries((inputSchema.required ?? []).map((key) => [key, 'dist/app.js']));
    for (const key of Object.keys(inputSchema.properties ?? {})) {
      const answer = await server.client
        .callTool({ name, arguments: { ...required, [key]: LONG } })
        .catch((error: Error) => error.message);
      const text = JSON.stringify(answer);
      if (text.length > 30_000 || /defect of the debugger/.test(text)) lengths.push(`${name} ${key}: ${text.length}`);
    }
  }
  expect(lengths).toEqual([]);
});
