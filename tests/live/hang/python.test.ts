import { afterAll, describe, expect, test } from 'vitest';
import { oneOfEach } from '../../support/tier.ts';
import type { SeededProgram } from './generate.ts';
import { PYTHON_FINE, PYTHON_HANGS } from './python-programs.ts';
import { HangLab } from './watch.ts';

/** The program's name in the table. */
const kindOf = ({ kinds }: SeededProgram) => kinds.join();

const lab = new HangLab();
afterAll(() => lab.end());

describe('why a Python program hangs', () => {
  test.each(
    oneOfEach(PYTHON_HANGS, kindOf).map((program, index) => ({ name: program.name, program, seed: index + 1 })),
  )('$name', async ({ program, seed }) => {
    const { report, mistake } = await lab.watch(program, seed);
    expect(mistake, JSON.stringify(report)).toBeUndefined();
    expect(report.hung).toBe(true);
  });
});

describe('a Python program that takes its time is not called hung', () => {
  test.each(
    oneOfEach(PYTHON_FINE, kindOf).map((program, index) => ({ name: program.name, program, seed: index + 101 })),
  )('$name', async ({ program, seed }) => {
    const { report, mistake } = await lab.watch(program, seed);
    expect(mistake, JSON.stringify(report)).toBeUndefined();
    expect(report.hung).toBe(false);
  });
});

/** Modules in which a program puts something else into the place of each function, as tests do with clocks and files. */
const REPLACING = {
  'what asyncio has': 'import asyncio, asyncio.events, asyncio.tasks\n$b = [asyncio, asyncio.events, asyncio.tasks]',
  'what files are decoded by':
    'import codecs, encodings.utf_8, locale\n$b = [codecs, encodings, encodings.utf_8, locale]',
};

describe('a Python program hangs as any other where it has replaced', () => {
  test.each(Object.entries(REPLACING))('%s', async (name, modules) => {
    const text = `
import threading
${modules}
$a = threading.Lock()

def $c(*args, **named):
    raise RuntimeError("replaced")

for $d in $b:
    for $e, $f in list(vars($d).items()):
        if callable($f) and not $e.startswith("__"):
            setattr($d, $e, $c)
$a.acquire()
$a.acquire()  # @here
`;
    const kinds = ['deadlock'] as const;
    const program = { name, language: 'python', file: 'main.py', kinds, text, timeoutMs: 6_000 } as const;
    const { report, mistake } = await lab.watch(program, 1);
    expect(mistake, JSON.stringify(report)).toBeUndefined();
  });
});
