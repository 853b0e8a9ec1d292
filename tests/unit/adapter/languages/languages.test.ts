import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { allLanguages, BUILT_IN, languageOf } from '../../../../src/adapter/languages/languages.ts';
import { DEBUG_INSTRUCTIONS } from '../../../../src/toolsets/debug/instructions.ts';

const folder = mkdtempSync(join(tmpdir(), 'languages-'));
const configFile = join(folder, 'languages.json');
const entry = { command: 'some-adapter', launch: {} };
writeFileSync(
  configFile,
  JSON.stringify({ languages: { go: { ...entry, extensions: ['.go'] }, snake: { ...entry, names: ['py'] } } }),
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
    expect(await idOf('main.go', undefined, configFile)).toBe('go');
    expect(await idOf('app.py', 'py', configFile)).toBe('snake');
    expect(await idOf('app.py', undefined, configFile)).toBe('python');
  });

  test('is Node.js without a look at a configuration that may be wrong', async () => {
    expect(await idOf('app.js', undefined, join(folder, 'broken.json'))).toBe('node');
    await expect(idOf('app.py', undefined, join(folder, 'broken.json'))).rejects.toThrow('is not JSON');
  });

  test.each([
    ['main.go', undefined, undefined, 'Language "go" is not supported. Supported: node, python.'],
    ['app.js', 'Cobol', undefined, 'Language "cobol" is not supported. Supported: node, python.'],
    ['app.rb', undefined, configFile, 'Language "ruby" is not supported. Supported: node, python, go, snake.'],
  ])('%s as %s is refused with those that there are', async (program, name, file, message) => {
    await expect(idOf(program, name, file)).rejects.toMatchObject({ code: 'unsupported', message });
  });
});

describe('the table of languages', () => {
  test('has those that are built in, then those that are described', async () => {
    const all = await allLanguages({ cwd: folder, configFile });
    expect(all.map(({ id }) => id)).toEqual(['node', 'python', 'go', 'snake']);
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
