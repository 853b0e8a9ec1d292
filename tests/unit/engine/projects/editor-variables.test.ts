import { sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillVariables } from '../../../../src/engine/projects/editor-variables.ts';
import { parseEnvFile } from '../../../../src/engine/projects/env-file.ts';

const VALUES = { workspaceFolder: '/home/ada/shop', userHome: '/home/ada', env: { PORT: '3000' } };
const variable = (name: string) => `$\{${name}}`;
const filled = (text: string) => fillVariables(text, VALUES);

describe('variables of an editor', () => {
  test.each([
    [`${variable('workspaceFolder')}/app.js`, '/home/ada/shop/app.js'],
    [variable('workspaceRoot'), '/home/ada/shop'],
    [variable('workspaceFolder:shop'), '/home/ada/shop'],
    [variable('workspaceFolderBasename'), 'shop'],
    [`a${variable('pathSeparator')}b${variable('/')}c`, `a${sep}b${sep}c`],
    [`${variable('userHome')}/x`, '/home/ada/x'],
    [`--port=${variable('env:PORT')} ${variable('env:NONE')}.`, '--port=3000 .'],
    ['$workspaceFolder {a} $', '$workspaceFolder {a} $'],
  ])('%s is filled in', (text, expected) => {
    expect(filled(text)).toEqual({ kind: 'text', text: expected });
  });

  test.each([
    ['file', 'open in an editor'],
    ['relativeFile', 'open in an editor'],
    ['fileBasenameNoExtension', 'open in an editor'],
    ['lineNumber', 'open in an editor'],
    ['input:port', 'a person is asked for'],
    ['command:pickProcess', 'a command of the editor'],
    ['config:python.path', 'a setting of the editor'],
    ['workspaceFolder:other', 'another folder'],
    ['nonsense', 'not known here'],
  ])('%s has no value here', (name, why) => {
    expect(filled(`x ${variable(name)}`)).toEqual({
      kind: 'unknown',
      variable: variable(name),
      why: expect.stringContaining(why),
    });
  });

  // Feature: mcp-debugger-tool, Property 322: a value that looks like a variable is not filled in again
  test('what a variable stands for is taken as it is', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const text = fillVariables(variable('env:X'), { ...VALUES, env: { X: `${value}${variable('userHome')}` } });
        expect(text).toEqual({ kind: 'text', text: `${value}${variable('userHome')}` });
      }),
    );
  });
});

describe('a file of variables', () => {
  test('has a name and a value a line, quoted or not', () => {
    const text = `# settings
PLAIN=one two  # comment
export SHOWN = yes
DOUBLE="a\\nb \\"c\\" # no comment"
SINGLE='a\\nb'  # comment
EMPTY=
HASH=a#b
no line of it
URL=postgres://u:p@h/db?x=1
`;
    expect(parseEnvFile(text)).toEqual({
      PLAIN: 'one two',
      SHOWN: 'yes',
      DOUBLE: 'a\nb "c" # no comment',
      SINGLE: 'a\\nb',
      EMPTY: '',
      HASH: 'a#b',
      URL: 'postgres://u:p@h/db?x=1',
    });
  });
});
