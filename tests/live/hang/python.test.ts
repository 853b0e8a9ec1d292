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
