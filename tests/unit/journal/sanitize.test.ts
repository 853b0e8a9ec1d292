import { describe, expect, test } from 'vitest';
import { Sanitizer } from '../../../src/journal/sanitize.ts';

const sanitizer = new Sanitizer({ cwd: '/home/ann/work', home: '/home/ann' });
const long = 'x'.repeat(201);

describe('the rules of the log document', () => {
  test('texts are cut at 200 characters', () => {
    expect(sanitizer.text('x'.repeat(200))).toBe('x'.repeat(200));
    expect(sanitizer.text(long)).toBe(`${'x'.repeat(200)}... (truncated)`);
    expect(sanitizer.record({ a: { b: [long] } })).toEqual({ a: { b: [`${'x'.repeat(200)}... (truncated)`] } });
  });

  test('no character is cut in two', () => {
    expect(sanitizer.text(`${'x'.repeat(199)}😀😀`)).toBe(`${'x'.repeat(199)}... (truncated)`);
  });

  test('arrays show their first five items', () => {
    expect(sanitizer.record({ list: [1, 2, 3, 4, 5] })).toEqual({ list: [1, 2, 3, 4, 5] });
    expect(sanitizer.record({ list: [1, 2, 3, 4, 5, 6, 7] })).toEqual({ list: '[1, 2, 3, 4, 5... +2 more]' });
    expect(sanitizer.record({ list: ['a', { b: 1 }, null, true, [2], 6] })).toEqual({
      list: '[a, {"b":1}, null, true, [2]... +1 more]',
    });
  });

  test('objects show their first keys', () => {
    const wide = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${index}`, index]));
    const kept = sanitizer.record(wide);
    expect(Object.keys(kept)).toHaveLength(21);
    expect(kept['...']).toBe('+5 more');
  });

  test('what is deep, and what contains itself, ends', () => {
    const loop: Record<string, unknown> = { name: 'loop' };
    loop.self = loop;
    expect(JSON.stringify(sanitizer.record(loop))).toContain('{…}');
  });

  test('environments and interpreter paths are left out', () => {
    expect(
      sanitizer.record({
        program: 'a.py',
        env: { PATH: '/bin' },
        environment: ['A=1'],
        options: { environ: {}, environmentVariables: {}, envFile: 'x' },
        pythonPath: '/usr/bin/python3',
        executablePath: '/usr/bin/python3',
        runtimeExecutable: '/opt/node/bin/node',
        interpreter: 'C:\\Python\\python.exe',
      }),
    ).toEqual({ program: 'a.py', options: { envFile: 'x' } });
    expect(sanitizer.record({ pythonPath: 'python3' })).toEqual({ pythonPath: 'python3' });
  });

  test('paths are relative to the working directory, then to the home', () => {
    expect(sanitizer.path('/home/ann/work/src/a.js')).toBe('src/a.js');
    expect(sanitizer.path('/home/ann/work')).toBe('.');
    expect(sanitizer.path('/home/ann')).toBe('~');
    expect(sanitizer.path('/home/ann/other/a.js')).toBe('~/other/a.js');
    expect(sanitizer.path('/usr/lib/a.js')).toBe('/usr/lib/a.js');
    expect(sanitizer.path('/home/ann/work-old/a.js')).toBe('~/work-old/a.js');
    expect(sanitizer.path('/mnt/home/ann/work/a.js')).toBe('/mnt/home/ann/work/a.js');
    expect(sanitizer.text('at main (/home/ann/work/a.js:3), /home/ann/x')).toBe('at main (a.js:3), ~/x');
    expect(sanitizer.record({ file: '/home/ann/work/a.js', cwd: '/home/ann/work' })).toEqual({
      file: 'a.js',
      cwd: '.',
    });
  });

  test('a working directory that is the root makes no path relative', () => {
    expect(new Sanitizer({ cwd: '/', home: '/' }).path('/usr/a.js')).toBe('/usr/a.js');
  });

  test('what is no object is written as one', () => {
    expect(sanitizer.record('text')).toEqual({ value: 'text' });
    expect(sanitizer.record(undefined)).toEqual({});
  });
});

describe('secrets', () => {
  test('are masked before anything is cut, also where an array is written as text', () => {
    const variables = ['a', 'b', 'c', 'd', 'password', 'e'].map((name) => ({ name, value: '"hunter2x"' }));
    const { list } = sanitizer.record({ list: variables.slice(3).concat(variables) });
    expect(list).toContain('"name":"d","value":"\\"hunter2x\\""');
    expect(list).toContain('"name":"password","value":"\\"[masked]\\""');
    const token = `ghp_${'aB3d'.repeat(9)}`;
    expect(sanitizer.text(`${'y'.repeat(180)} ${token} z`)).not.toContain('ghp_');
    expect(sanitizer.record({ request: { headers: { authorization: 'opaque' } } })).toEqual({
      request: { headers: { authorization: '[masked]' } },
    });
  });
});
