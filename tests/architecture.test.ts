import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { DEBUGGER_TOOLSET } from '../src/toolsets/compat/debugger/toolset.ts';
import { SCRIPT_TOOLSET } from '../src/toolsets/compat/script/toolset.ts';
import { SESSION_TOOLSET } from '../src/toolsets/compat/session/toolset.ts';
import { DEBUG_TOOLSET } from '../src/toolsets/debug/toolset.ts';
import { contentsOf, lengthProblems, linkProblems, pathProblems } from './support/document-rules.ts';
import { ONLY_IN_WHOLE_RUNS } from './support/only-in-whole-runs.ts';
import { proseProblems } from './support/prose-rules.ts';
import {
  cycles,
  directionProblems,
  errorCodeProblems,
  folderProblems,
  importsOf,
  longFileWarnings,
  mirrorProblems,
  type SourceFile,
  textProblems,
  toolNameProblems,
  vocabularyProblems,
} from './support/source-rules.ts';

const toolNames = [DEBUG_TOOLSET, DEBUGGER_TOOLSET, SESSION_TOOLSET, SCRIPT_TOOLSET].flatMap(({ tools }) =>
  tools.map(({ name }) => name),
);
const root = fileURLToPath(new URL('..', import.meta.url));
const sources = filesIn('src', /\.ts$/);

function filesIn(room: string, name: RegExp): SourceFile[] {
  return readdirSync(root + room, { recursive: true, encoding: 'utf8' })
    .map((path) => `${room}/${path.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path) && !path.includes('node_modules/'))
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
}

/** Folders that hold test files or sources themselves, with `/`; recordings and the like are none. */
function foldersBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return [...new Set(files.filter((path) => /\/[^/]+\.ts$/.test(path)).map((path) => path.replace(/\/[^/]*$/, '')))];
}

describe('the sources', () => {
  // scripts/check.mjs shows such lines.
  afterAll(() => {
    for (const warning of longFileWarnings(sources)) process.stderr.write(`\nwarning: ${warning}\n`);
  });

  test('are found, with their imports', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(sources.length);
  });

  test('have every test file that only whole runs have', () => {
    const files = readdirSync(`${root}tests`, { recursive: true, encoding: 'utf8' }).map((path) => `tests/${path}`);
    const isThere = (name: string) =>
      files.some((path) => path.replaceAll('\\', '/').startsWith(name.replace('**', '')));
    expect(ONLY_IN_WHOLE_RUNS.filter((name) => !isThere(name))).toEqual([]);
  });

  test('import in one direction', () => {
    expect(directionProblems(sources)).toEqual([]);
  });

  test('import each other in no circle', () => {
    expect(cycles(sources)).toEqual([]);
  });

  test('contain no NUL byte and no any', () => {
    expect(textProblems(sources)).toEqual([]);
  });

  test('stand in folders of a size that one can see', () => {
    expect(folderProblems(sources)).toEqual([]);
  });

  test('use the words of a protocol only where it is spoken', () => {
    expect(vocabularyProblems(sources)).toEqual([]);
  });

  test('have their unit tests in folders of the same names', () => {
    expect(mirrorProblems(foldersBelow(`${root}tests/unit`), new Set(foldersBelow(`${root}src`)))).toEqual([]);
  });

  test('say who acts, in plain English', () => {
    const rooms = ['src', 'bench', 'scripts', 'tests'];
    // Programs that are debugged are no code of ours, and this file has such comments in its cases.
    const isOther = /^(?:tests|bench)\/programs\/|^tests\/architecture\./;
    const files = rooms
      .flatMap((room) => filesIn(room, /\.(?:[cm]?[jt]s|py)$/))
      .filter(({ path }) => !isOther.test(path));
    expect(files.flatMap(proseProblems)).toEqual([]);
  });

  test('name no tool below the toolsets', () => {
    expect(toolNameProblems(sources, toolNames)).toEqual([]);
  });

  test('document every error code', () => {
    for (const file of ['model/debug-error.ts', 'toolsets/compat/debugger/error-codes.ts'])
      expect(errorCodeProblems(readFileSync(`${root}src/${file}`, 'utf8'))).toEqual([]);
  });
});

describe('the documents', () => {
  const kinds = ['src', 'tests', 'scripts', 'bench', 'docs'];
  // What tests have installed is none of ours, and many.
  const files = [
    ...readdirSync(root).filter((name) => !kinds.includes(name)),
    ...kinds.flatMap((kind) =>
      readdirSync(root + kind, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${kind}/${name.replaceAll('\\', '/')}`,
      ),
    ),
  ].filter((path) => !path.includes('node_modules/'));
  const contents = contentsOf(files);
  const documents: SourceFile[] = files
    .filter((path) => path.endsWith('.md') && !/^(tests|bench|CHANGELOG)/.test(path))
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

  test('are found', () => {
    const paths = documents.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'docs/decisions/traces.md', 'src/adapter/README.md']));
  });

  test('name and link to what is there', () => {
    expect(documents.flatMap((each) => [...pathProblems(each, contents), ...linkProblems(each, contents)])).toEqual([]);
  });

  test('are read in five minutes', () => {
    expect(documents.flatMap(lengthProblems)).toEqual([]);
  });

  test('list each decision', () => {
    const list = documents.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
    const pages = readdirSync(`${root}docs/decisions`).filter((name) => name !== 'README.md');
    expect(pages.filter((name) => !list.includes(`](${name})`))).toEqual([]);
  });
});

describe('the rules can fail', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });

  test.each([
    ['src/model/a.ts', "import type { B } from '../wire/b.ts';"],
    ['src/model/a.ts', "import { readFileSync } from 'node:fs';"],
    ['src/wire/a.ts', "export * from '../cdp/b.ts';"],
    ['src/cdp/a.ts', "import {\n  b,\n  c,\n} from '../session/b.ts';"],
    ['src/render/a.ts', "import { b } from '../session/b.ts';"],
    ['src/toolsets/debug/a.ts', "import { connect } from 'node:net';"],
    ['src/toolsets/debug/a.ts', "import { b } from '../../cdp/b.ts';"],
    ['src/toolsets/debug/a.ts', "const { b } = await import('../../adapter/node/b.ts');"],
    ['src/mcp/a.ts', "import type { DebugSession } from '../session/b.ts';"],
    ['src/session/a.ts', "import { Server } from '@modelcontextprotocol/server';"],
    ['src/cupboard/a.ts', "import { b } from '../model/b.ts';"],
    ['src/session/a.ts', "import '../mcp/b.ts';"],
    ['src/session/a.ts', "import { NodeAdapter } from '../adapter/node/node-adapter.ts';"],
    ['src/adapter/v8/thread/a.ts', "import { b } from '../../node/b.ts';"],
    ['src/adapter/v8/thread/a.ts', "import { b } from '../../../process/b.ts';"],
    ['src/adapter/v8/source/a.ts', "import type { B } from '../thread/b.ts';"],
    ['src/adapter/v8/scripts/a.ts', "import { parse } from 'acorn';"],
    ['src/adapter/v8/scripts/a.ts', "import type { B } from '../breakpoints/b.ts';"],
    ['src/adapter/v8/a.ts', "import { spawn } from 'node:child_process';"],
    ['src/adapter/node/a.ts', "import { b } from '../dap/b.ts';"],
    ['src/adapter/node/launch/a.ts', "import { b } from '../../languages/b.ts';"],
    ['src/adapter/dap/a.ts', "import { b } from '../languages/python/b.ts';"],
    ['src/adapter/dap/a.ts', "import { b } from '../../cdp/b.ts';"],
    ['src/adapter/languages/go/a.ts', "import { b } from '../../v8/thread/b.ts';"],
    ['src/adapter/cobol/a.ts', "import { b } from '../debug-adapter.ts';"],
    ['src/adapter/a.ts', "import { b } from './v8/b.ts';"],
    ['src/engine/a.ts', "import { b } from '../adapter/node/b.ts';"],
    ['src/engine/a.ts', "import { b } from '../adapter/dap/b.ts';"],
    ['src/investigate/a.ts', "import { b } from '../adapter/languages/languages.ts';"],
    ['src/session/a.ts', "import { b } from '../engine/b.ts';"],
    ['src/calls/a.ts', "import { Server } from '@modelcontextprotocol/server';"],
    ['src/calls/a.ts', "import { b } from '../mcp/b.ts';"],
    ['src/redaction/a.ts', "import { b } from '../journal/b.ts';"],
    ['src/sourcemap/a.ts', "import { readFileSync } from 'node:fs';"],
    ['src/sourcemap/a.ts', "import { readText } from '../files/read-file.ts';"],
    ['src/files/a.ts', "import { b } from '../adapter/b.ts';"],
  ])('%s: %s', (path, text) => {
    expect(directionProblems([file(path, text)])).toHaveLength(1);
  });

  test('an import in the right direction, and one in a comment, are no problem', () => {
    const text =
      "import { b } from '../adapter/b.ts';\n// import { c } from '../mcp/c.ts';\n/* import '../mcp/d.ts'; */";
    expect(directionProblems([file('src/session/a.ts', text)])).toEqual([]);
  });

  test('a folder of unit tests that mirrors no room', () => {
    expect(mirrorProblems(['wire', 'drawer/old'], new Set(['wire']))).toEqual([
      'tests/unit/drawer/old: there is no src/drawer/old',
    ]);
  });

  test.each([
    ['/** Hears of all that happens. */', 'Hears of', 1],
    ['  // Nobody waits for it.', 'Nobody', 1],
    [' * @throws Error for a port that is none', 'that is none', 1],
    ['const a = 1; // set anew', 'anew', 1],
    ['/** Where it was thrown. */', 'Where', 1],
    ['/**\n * Whether it has ended.\n */', 'Whether', 2],
    ['/** When it was thrown. */', 'When', 1],
    ['/** Those that wait. */', 'Those', 1],
  ])('a comment in other words: %s', (text, words, line) => {
    expect(proseProblems(file('src/model/a.ts', text))).toEqual([`src/model/a.ts:${line} says "${words}"`]);
    expect(proseProblems(file('src/adapter/a.cjs', text))).toEqual([`src/adapter/a.cjs:${line} says "${words}"`]);
  });

  test.each([
    ['"""Hears of all that happens."""', 'Hears of', 1],
    ['def a():\n    """Whether it has ended."""', 'Whether', 2],
    ['"""Ends\nthe program, which nobody sees.\n"""', 'nobody', 2],
    ['a = 1  # Set anew.', 'anew', 1],
    ['TEXT = """\n# Nobody\n"""\n# Nobody waits.', 'Nobody', 4],
    ['#: Of one that is none.', 'that is none', 1],
  ])('a comment of Python in other words: %s', (text, words, line) => {
    expect(proseProblems(file('src/adapter/a.py', text))).toEqual([`src/adapter/a.py:${line} says "${words}"`]);
  });

  test('text of the program, and what there is none of, are no problem', () => {
    const text = "const text = 'Nobody waits';\n// Undefined where there is none.\n/** True if whether counts. */";
    expect(proseProblems(file('src/model/a.ts', text))).toEqual([]);
  });

  test('a document that names a file which has moved', () => {
    const there = contentsOf(['src/wire/inbox.ts', 'tests/a.test.ts']);
    const text = '`wire/inbox.ts` and `inbox.ts`, by `tests/a.test.ts`; not `cdp/inbox.ts` nor `outbox.ts`';
    expect(pathProblems(file('A.md', text), there)).toEqual([
      'A.md names cdp/inbox.ts, which is not there',
      'A.md names outbox.ts, which is not there',
    ]);
    expect(pathProblems(file('src/wire/README.md', '`./inbox.ts`, `sub/inbox.ts`'), there)).toEqual([
      'src/wire/README.md names sub/inbox.ts, which is not there',
    ]);
  });

  test('a document that links to what is not there', () => {
    const there = contentsOf(['docs/a.md', 'docs/decisions/b.md', 'README.md']);
    const text = '[a](a.md#part), [b](decisions/), [c](../README.md), [d](https://example.org/e.md), [f](f.md)';
    expect(linkProblems(file('docs/x.md', text), there)).toEqual(['docs/x.md links to docs/f.md, which is not there']);
  });

  test('a document that has become long', () => {
    expect(lengthProblems(file('README.md', '×'.repeat(4_501)))).toEqual(['README.md has 9002 bytes, more than 9000']);
    expect(lengthProblems(file('docs/traces.md', 'a'.repeat(20_000)))).toEqual([]);
  });

  test('a circle over three files is found once', () => {
    const circle = [
      file('src/model/a.ts', "import type { B } from './b.ts';"),
      file('src/model/b.ts', "import { c } from './c.ts';"),
      file('src/model/c.ts', "export { A } from './a.ts';"),
    ];
    expect(cycles(circle)).toEqual(['src/model/a.ts → src/model/b.ts → src/model/c.ts → src/model/a.ts']);
    expect(cycles(circle.slice(0, 2))).toEqual([]);
  });

  test.each([
    ['NUL byte', 'const a = "\0";'],
    ['any', 'const a: any = 1;'],
    ['any', 'const a = b as any;'],
    ['any', 'function f(): Promise<any> {}'],
  ])('a file with a forbidden thing: %s', (name, text) => {
    expect(textProblems([file('src/model/a.ts', text)])).toEqual([expect.stringContaining(name)]);
  });

  test('a file with much code is named; comments and empty lines are none', () => {
    const code = 'const a = 1;\n'.repeat(300);
    const comments = '/**\n * Long.\n */\n\n// Why.\n'.repeat(100);
    expect(longFileWarnings([file('src/model/a.ts', code + comments)])).toEqual([]);
    expect(longFileWarnings([file('src/model/a.ts', `${code}const b = 2;`)])).toEqual([
      'src/model/a.ts has 301 lines of code: look for a second noun',
    ]);
  });

  test('a folder of more than 20 files; those below it do not count', () => {
    const folder = Array.from({ length: 20 }, (_, index) => file(`src/model/a${index}.ts`, ''));
    expect(folderProblems([...folder, file('src/model/below/a.ts', '')])).toEqual([]);
    expect(folderProblems([...folder, file('src/model/b.ts', '')])).toEqual([expect.stringContaining('21 files')]);
  });

  test.each([
    ['src/session/a.ts', 'const { lineNumber } = place;'],
    ['src/wire/a.ts', "const METHOD = 'Debugger.resume';"],
    ['src/adapter/a.ts', "console.log('found');"],
    ['src/adapter/v8/a.ts', 'const METHOD = NodeRuntime;'],
    ['src/adapter/v8/a.ts', "url.startsWith('node:internal/');"],
    ['src/adapter/dap/a.ts', "const METHOD = 'Runtime.evaluate';"],
    ['src/investigate/a.ts', "const session = new DebugSession({ id: 'mine' }, request);"],
    ['src/session/a.ts', "const text = readFileSync(path, 'utf8');"],
    ['src/engine/a.ts', "import { mkdtemp, readFile } from 'node:fs/promises';"],
    ['src/mcp/a.ts', "process.stdout.write('{}');"],
    ['src/adapter/node/a.ts', "const reply = await fetch('http://127.0.0.1:9229/json/list');"],
  ])('%s says what it must not: %s', (path, text) => {
    expect(vocabularyProblems([file(path, text)])).toHaveLength(1);
    expect(vocabularyProblems([file(path, `// ${text}`)])).toEqual([]);
  });

  test.each([
    ['src/session/a.ts', "const advice = 'Stop it with debug_pause.';"],
    ['src/render/a.ts', '/** The answer of debugger_get_stack. */'],
    ['src/adapter/v8/a.ts', 'const WAY = `: get_local_variables`;'],
    ['src/investigate/a.ts', "throw new Error('debug-script ends it');"],
  ])('%s names a tool: %s', (path, text) => {
    expect(toolNameProblems([file(path, text)], toolNames)).toHaveLength(1);
    expect(toolNameProblems([file('src/toolsets/debug/a.ts', text)], toolNames)).toEqual([]);
  });

  test('a longer word that holds the name of a tool is no problem', () => {
    const text =
      "const FILE = '.debug_sessions.json';\nconst MODULE = 'mcp_debug_test';\nconst SCRIPT = 'my-debug-script';";
    expect(toolNameProblems([file('src/engine/a.ts', text)], toolNames)).toEqual([]);
  });

  test('the word any in a comment or a text is no problem', () => {
    expect(textProblems([file('src/model/a.ts', "// as any\nconst a = 'any';\nconst many = a;")])).toEqual([]);
  });

  test('an error code without documentation, and documentation without a code', () => {
    const source = "/**\n * - `a`: known.\n * - `c`: gone.\n */\nexport type DebugErrorCode = 'a' | 'b';";
    expect(errorCodeProblems(source)).toEqual(['b is not documented', 'c is documented but does not exist']);
    expect(errorCodeProblems('')).toEqual(['no type of error codes found']);
  });
});
