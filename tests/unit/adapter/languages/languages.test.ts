import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { trustFolder } from '../../../../src/adapter/languages/configured/trust-folder.ts';
import { allLanguages, BUILT_IN, languageOf } from '../../../../src/adapter/languages/languages.ts';
import { DEBUG_INSTRUCTIONS } from '../../../../src/toolsets/debug/instructions.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder('languages-');
const configFile = join(folder, 'languages.json');
const entry = { command: 'some-adapter', launch: {} };
writeFileSync(
  configFile,
  JSON.stringify({
    languages: { zig: { ...entry, extensions: ['.zig'] }, snake: { ...entry, names: ['py'], replaces: 'python' } },
  }),
);
writeFileSync(join(folder, 'broken.json'), '{');
afterAll(() => rmSync(folder, { recursive: true }));

async function idOf(program: string, name?: string, file: string | undefined = undefined): Promise<string> {
  const { id } = await languageOf(name, { program, cwd: folder, env: {} }, { cwd: folder, configFile: file });
  return id;
}

describe('the language of a program', () => {
  test.each([
    ['app.js', 'node'],
    ['App.TSX', 'node'],
    ['npm test', 'node'],
    ['', 'node'],
    ['app.py', 'python'],
    ['pytest -x', 'python'],
    // Whether it runs Node.js shows when it runs.
    ['make test', 'node'],
  ])('%s: %s', async (program, id) => {
    expect(await idOf(program)).toBe(id);
  });

  test.each([
    ['TypeScript', 'node'],
    ['Node', 'node'],
    ['py', 'python'],
    ['debugpy', 'python'],
  ])('named %s, it is %s whatever the program is called', async (name, id) => {
    expect(await idOf('app.rb', name)).toBe(id);
  });

  test('is first looked for among those that the user has described', async () => {
    expect(await idOf('main.zig', undefined, configFile)).toBe('zig');
    expect(await idOf('app.py', 'py', configFile)).toBe('snake');
    expect(await idOf('app.py', undefined, configFile)).toBe('python');
  });

  test('is Node.js without a look at a configuration that may be wrong', async () => {
    expect(await idOf('app.js', undefined, join(folder, 'broken.json'))).toBe('node');
    await expect(idOf('app.py', undefined, join(folder, 'broken.json'))).rejects.toThrow('is not JSON');
  });

  test.each([
    ['main.rs', undefined, undefined, 'Language "rust" is not supported. Supported: node, go, python.'],
    ['app.js', 'Cobol', undefined, 'Language "cobol" is not supported. Supported: node, go, python.'],
    ['app.rb', undefined, configFile, 'Language "ruby" is not supported. Supported: node, go, python, zig, snake.'],
  ])('%s as %s is refused with those that there are', async (program, name, file, message) => {
    await expect(idOf(program, name, file)).rejects.toMatchObject({ code: 'unsupported', message });
  });
});

describe('the table of languages', () => {
  test('has those that are built in, then those that are described', async () => {
    const all = await allLanguages({ cwd: folder, configFile });
    expect(all.map(({ id }) => id)).toEqual(['node', 'go', 'python', 'zig', 'snake']);
  });

  test('has every name once, in lower case', () => {
    const names = BUILT_IN.flatMap((each) => [each.id, ...each.names]);
    expect(names).toEqual([...new Set(names.map((name) => name.toLowerCase()))]);
  });

  test('is what the instructions say can be debugged', () => {
    const titles = BUILT_IN.flatMap((each) => each.titles);
    const list = `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
    expect(DEBUG_INSTRUCTIONS).toContain(`A real debugger for ${list}. `);
  });
});

describe('a built-in language', () => {
  test.each([
    [
      { extensions: ['.zig', '.py'] },
      'languages.x.extensions[1] must be another one: ".py" belongs to python: add "replaces"',
    ],
    [{ extensions: ['.pyw'] }, '".pyw" belongs to python'],
    [{ names: ['x', 'DebugPy'] }, 'languages.x.names[1] must be another one: "DebugPy" belongs to python'],
    [{ extensions: ['.ts'] }, '".ts" belongs to node, which cannot be replaced'],
    [
      { extensions: ['.py'], replaces: 'node' },
      'languages.x.replaces must be the name of a language that can be replaced (go, python)',
    ],
    [{ replaces: 'zig' }, 'languages.x.replaces must be the name of a language that can be replaced (go, python)'],
  ])('is not replaced by %j', async (claims, message) => {
    const file = join(folder, 'claims.json');
    writeFileSync(file, JSON.stringify({ languages: { x: { ...entry, ...claims } } }));
    await expect(idOf('app.py', undefined, file)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    });
  });

  test('nor by its own name', async () => {
    const file = join(folder, 'claims.json');
    writeFileSync(file, JSON.stringify({ languages: { python: { ...entry, extensions: ['.x'] } } }));
    await expect(idOf('app.py', undefined, file)).rejects.toThrow('"python" belongs to python');
  });

  test('is replaced where that is said', async () => {
    const file = join(folder, 'claims.json');
    const own = { ...entry, extensions: ['.py'], replaces: 'python' };
    writeFileSync(file, JSON.stringify({ languages: { mine: own } }));
    expect(await idOf('app.py', undefined, file)).toBe('mine');
    expect(await idOf('app.js', undefined, file)).toBe('node');
  });
});

describe('the mcp-debugger.json of a folder', () => {
  const project = join(folder, 'project');
  const state = join(folder, 'state');
  const path = join(project, 'mcp-debugger.json');
  const here = { cwd: project, configFile: undefined };
  const write = (languages: object) => writeFileSync(path, JSON.stringify({ languages }));
  const languageHere = (program: string) => languageOf(undefined, { program, cwd: project, env: {} }, here);
  const stateOf = async (id: string) => {
    const found = (await allLanguages(here)).find((each) => each.id === id);
    return (await found?.check({ cwd: project, env: {} }))?.state;
  };

  beforeEach(() => {
    vi.stubEnv('XDG_STATE_HOME', state);
    mkdirSync(project, { recursive: true });
    write({ zig: { ...entry, args: ['--run', 'rm -rf ~'], env: { LD_PRELOAD: './x.so' }, extensions: ['.zig'] } });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(project, { recursive: true });
    rmSync(state, { recursive: true, force: true });
  });

  test('runs nothing before it is trusted, and says what it would run and how to trust it', async () => {
    const language = await languageHere('main.zig');
    expect(language.id).toBe('zig');
    await expect(language.load({})).rejects.toMatchObject({
      code: 'not_trusted',
      message: expect.stringContaining(
        `${path} describes it and is not trusted; it would run LD_PRELOAD=./x.so some-adapter --run 'rm -rf ~'.`,
      ),
      advice: expect.stringMatching(/Nothing was started.* run in a terminal: mcp-debugger trust .*\/project$/),
    });
    expect(await stateOf('zig')).toMatchObject({ kind: 'unusable', run: `mcp-debugger trust ${project}` });
  });

  test('takes effect when it is trusted, until it is changed', async () => {
    expect(trustFolder(project)).toMatchObject({
      path,
      starts: [{ id: 'zig', start: expect.stringContaining('rm -rf') }],
    });
    await expect((await languageHere('main.zig')).load({})).resolves.toBeDefined();
    write({ zig: { ...entry, extensions: ['.zig'], args: ['other'] } });
    await expect((await languageHere('main.zig')).load({})).rejects.toThrow('has changed since it was trusted');
    trustFolder(project);
    await expect((await languageHere('main.zig')).load({})).resolves.toBeDefined();
  });

  test('is trusted for its own folder only', async () => {
    trustFolder(project);
    const copy = join(folder, 'copy');
    mkdirSync(copy, { recursive: true });
    writeFileSync(
      join(copy, 'mcp-debugger.json'),
      JSON.stringify({ languages: { zig: { ...entry, extensions: ['.zig'] } } }),
    );
    const found = await languageOf(
      'zig',
      { program: 'main.zig', cwd: copy, env: {} },
      { cwd: copy, configFile: undefined },
    );
    await expect(found.load({})).rejects.toMatchObject({ code: 'not_trusted' });
    rmSync(copy, { recursive: true });
  });

  test('neither replaces nor hinders a built-in language before', async () => {
    write({ mine: { ...entry, extensions: ['.py'], replaces: 'python' } });
    expect((await languageHere('app.py')).id).toBe('python');
    writeFileSync(path, '{');
    expect((await languageHere('app.py')).id).toBe('python');
    await expect(languageHere('main.zig')).rejects.toThrow('is not JSON');
  });

  test('a list of trusted files behind a link trusts nothing', async () => {
    trustFolder(project);
    const list = join(state, 'mcp-debugger/trusted.json');
    const elsewhere = join(folder, 'elsewhere.json');
    writeFileSync(elsewhere, readFileSync(list));
    rmSync(list);
    symlinkSync(elsewhere, list);
    await expect((await languageHere('main.zig')).load({})).rejects.toMatchObject({ code: 'not_trusted' });
    expect(statSync(elsewhere).mode & 0o077).not.toBe(0);
    trustFolder(project);
    expect(lstatSync(list).isSymbolicLink()).toBe(false);
    expect(lstatSync(list).mode & 0o777).toBe(0o600);
  });

  test('cannot be trusted where there is none, or while it is wrong', () => {
    expect(() => trustFolder(folder)).toThrow(expect.objectContaining({ code: 'source_not_found' }));
    writeFileSync(path, '{"language": {}}');
    expect(() => trustFolder(project)).toThrow('language must be left out');
  });
});

describe('a breakpoint that can never be hit', () => {
  const path = join(folder, 'app.txt');
  writeFileSync(path, 'one\ntwo\n');

  test.each(BUILT_IN)('is found without an adapter: $id', async (language) => {
    const { breakpointProblem } = await language.load({});
    expect(await breakpointProblem(path, { id: 0, line: 2 })).toBeUndefined();
    expect(await breakpointProblem(path, { id: 0, line: 3 })).toBe('line 3 is past the end of app.txt (2 lines)');
    expect(await breakpointProblem(join(folder, 'no.txt'), { id: 0, line: 1 })).toMatch('there is no file');
    const unclear = breakpointProblem(path, { id: 0, line: 1, hitCondition: 'often' });
    await expect(unclear).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
