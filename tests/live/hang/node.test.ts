import { afterAll, describe, expect, test } from 'vitest';
import { oneOfEach } from '../../support/tier.ts';
import type { SeededProgram } from './generate.ts';
import { NODE_FINE } from './node-fine.ts';
import { NODE_HANGS } from './node-hangs.ts';
import { TYPESCRIPT_FINE, TYPESCRIPT_HANGS } from './typescript-programs.ts';
import { HangLab } from './watch.ts';

/** The program's name in the table. */
const kindOf = ({ kinds }: SeededProgram) => kinds.join();

const lab = new HangLab();
afterAll(() => lab.end());

describe('why a Node program hangs', () => {
  test.each(
    oneOfEach([...NODE_HANGS, ...TYPESCRIPT_HANGS], kindOf).map((program, index) => ({
      name: program.name,
      program,
      seed: index + 1,
    })),
  )('$name', async ({ program, seed }) => {
    const { report, mistake } = await lab.watch(program, seed);
    expect(mistake, JSON.stringify(report)).toBeUndefined();
    expect(report.hung).toBe(report.kind !== 'ended early');
  });
});

describe('a Node program that takes its time is not called hung', () => {
  test.each(
    oneOfEach([...NODE_FINE, ...TYPESCRIPT_FINE], kindOf).map((program, index) => ({
      name: program.name,
      program,
      seed: index + 101,
    })),
  )('$name', async ({ program, seed }) => {
    const { report, mistake } = await lab.watch(program, seed);
    expect(mistake, JSON.stringify(report)).toBeUndefined();
    expect(report.hung).toBe(false);
  });
});
