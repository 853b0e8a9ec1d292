import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  configurationOf,
  languagesIn,
  namedConfiguration,
} from '../../../../../src/adapter/languages/configured/config-file.ts';
import { filledObject } from '../../../../../src/adapter/languages/configured/template.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const folder = temporaryFolder('config-');
afterAll(() => rmSync(folder, { recursive: true }));

/** A place in a template. */
const name = (text: string) => `\${${text}}`;
const GO = {
  extensions: ['.go'],
  command: 'dlv',
  args: ['dap', `-l=127.0.0.1:${name('port')}`],
  launch: { program: name('program') },
};

function read(content: unknown, file = 'mcp-debugger.json') {
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  return languagesIn(namedConfiguration(folder, file));
}

test('a folder may have none', () => {
  expect(configurationOf(join(folder, 'elsewhere'))).toBeUndefined();
});

test('that of a folder has one path, however the folder is reached', () => {
  mkdirSync(join(folder, 'project'));
  symlinkSync(join(folder, 'project'), join(folder, 'link'));
  writeFileSync(join(folder, 'project/mcp-debugger.json'), '{}');
  expect(configurationOf(join(folder, 'link'))).toEqual(configurationOf(join(folder, 'project')));
});

test('a link in its place is not followed, so that nothing of what it leads to is quoted', () => {
  mkdirSync(join(folder, 'linked'));
  for (const text of ['root:x:0:0:hunter2', '{"hunter2": 1}']) {
    writeFileSync(join(folder, 'secret'), text);
    rmSync(join(folder, 'linked/mcp-debugger.json'), { force: true });
    symlinkSync(join(folder, 'secret'), join(folder, 'linked/mcp-debugger.json'));
    const read = () => languagesIn(configurationOf(join(folder, 'linked')) ?? { path: '', text: '' });
    expect(read).toThrow(/mcp-debugger\.json is not used: it is a link\.$/);
  }
});

test('a device in its place is no configuration, and is not read', () => {
  mkdirSync(join(folder, 'trap'));
  symlinkSync('/dev/zero', join(folder, 'trap/mcp-debugger.json'));
  expect(() => configurationOf(join(folder, 'trap'))).toThrow('it is not a file');
});

test('a named file must be there', () => {
  expect(() => namedConfiguration(folder, 'missing.json')).toThrow(
    expect.objectContaining({ code: 'source_not_found', details: { path: join(folder, 'missing.json') } }),
  );
});

test.each([
  ['a port that is chosen', GO, { kind: 'server', port: undefined }],
  ['a fixed port', { ...GO, args: ['dap'], port: 4_711 }, { kind: 'server', port: 4_711 }],
  ['pipes', { ...GO, args: ['dap'] }, { kind: 'stdio', command: 'dlv', args: ['dap'] }],
  [
    'one that runs',
    { ...GO, command: undefined, args: undefined, port: 1 },
    { kind: 'port', host: '127.0.0.1', port: 1 },
  ],
])('an adapter is reached by %s', (_what, language, reach) => {
  const [found] = read({ languages: { go: language } }, 'other.json');
  expect(found).toMatchObject({ id: 'go', extensions: ['.go'], names: [], attach: undefined, reach });
});

test.each([
  ['{"languages": ', /is not JSON: /],
  [[], /the file must be an object.*it is \[\]/],
  [{ language: {} }, /language must be left out: the only key is languages/],
  [{ languages: [] }, /languages must be an object with a key for each language/],
  [{ languages: { go: 'dlv' } }, /languages\.go must be an object like .*it is "dlv"/],
  [
    { languages: { go: { ...GO, comand: 'x' } } },
    /languages\.go\.comand must be left out: the keys are names, extensions/,
  ],
  [
    { languages: { go: { ...GO, extensions: ['go'] } } },
    /languages\.go\.extensions\[0\] must be .*with its dot.*it is "go"/,
  ],
  [{ languages: { go: { ...GO, extensions: '.go' } } }, /languages\.go\.extensions must be a list/],
  [
    { languages: { go: { ...GO, command: undefined } } },
    /languages\.go\.command must be the adapter's command.*missing/,
  ],
  [{ languages: { go: { ...GO, command: '' } } }, /languages\.go\.command must be a command; it is ""/],
  [
    { languages: { go: { ...GO, args: [name('prot')] } } },
    /languages\.go\.args\[0\] must be .*\$\{port\}, .*; it is "\$\{prot\}"/,
  ],
  [{ languages: { go: { ...GO, build: [] } } }, /languages\.go\.build must be a list with a command/],
  [{ languages: { go: { ...GO, build: ['make', name('port')] } } }, /languages\.go\.build\[1\] must be .*\$\{output\}/],
  [{ languages: { go: { ...GO, isProgram: 'yes' } } }, /languages\.go\.isProgram must be true or false; it is "yes"/],
  [
    { languages: { go: { ...GO, evaluateContext: 'hover' } } },
    /languages\.go\.evaluateContext must be "watch" or "repl"/,
  ],
  [{ languages: { go: { ...GO, args: [1] } } }, /languages\.go\.args\[0\] must be a text; it is 1/],
  [{ languages: { go: { ...GO, port: 80 } } }, /languages\.go\.port must be left out when args say \$\{port\}/],
  [{ languages: { go: { ...GO, args: [], port: 70_000 } } }, /languages\.go\.port must be a port number; it is 70000/],
  [{ languages: { go: { ...GO, host: 'far' } } }, /languages\.go\.host must be left out when there is a command/],
  [{ languages: { go: { ...GO, launch: undefined } } }, /languages\.go\.launch must be an object with the arguments/],
  [
    { languages: { go: { ...GO, launch: { deep: [{ a: name('file') }] } } } },
    /languages\.go\.launch\.deep\[0\]\.a must be .*\$\{program\}/,
  ],
  [{ languages: { go: { ...GO, env: { A: 1 } } } }, /languages\.go\.env\.A must be a text/],
  [{ languages: { go: { ...GO, exceptionFilters: { some: [] } } } }, /exceptionFilters\.some must be left out/],
  [{ languages: { go: { ...GO, exceptionFilters: { all: 'x' } } } }, /exceptionFilters\.all must be a list/],
  [{ languages: { go: { ...GO, replaces: 7 } } }, /languages\.go\.replaces must be the name of a language; it is 7/],
  [{ languages: { go: { ...GO, install: 1 } } }, /languages\.go\.install must be a command; it is 1/],
])('%j is refused with its key', (content, message) => {
  expect(() => read(content)).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
      advice: expect.stringContaining(join(folder, 'mcp-debugger.json')),
    }),
  );
});

test('a template is filled in with values of any kind, and texts within texts', () => {
  const template = {
    program: name('program'),
    deep: [{ list: name('args'), text: `at ${name('cwd')}/x, ${name('args')}` }],
    plain: 3,
  };
  expect(filledObject(template, { program: '/p.go', args: ['a'], cwd: '/c' })).toEqual({
    program: '/p.go',
    deep: [{ list: ['a'], text: 'at /c/x, ["a"]' }],
    plain: 3,
  });
});

test('a name without a value is asked for', () => {
  expect(() => filledObject({ processId: name('pid') }, { port: 1 })).toThrow(
    expect.objectContaining({ code: 'unsupported', advice: 'Call again with pid.' }),
  );
});
