import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';
import { ASYNC_CODE } from './corpus/async-code.ts';
import { CLASSES } from './corpus/classes.ts';
import { COMPILED_CODE } from './corpus/compiled-code.ts';
import { MODULES } from './corpus/modules.ts';
import { PLAIN_CODE } from './corpus/plain-code.ts';
import { realTrees, tracedTrees } from './oracle/call-tree.ts';
import { CorpusRun } from './oracle/corpus-run.ts';
import { realFrames, tracedFrames } from './oracle/frames.ts';
import { pointsOf, realRows, tracedRows } from './oracle/point-rows.ts';

const PROGRAMS = [...PLAIN_CODE, ...CLASSES, ...ASYNC_CODE, ...MODULES, ...COMPILED_CODE];
const folder = new ProgramFolder();

beforeAll(buildTracer);
afterAll(() => folder.remove());

/** The output of programs that run side by side, in whatever order. */
function lines(output: string): string[] {
  return output.split('\n').sort();
}

/** Each with the programs that one process runs: those that must not be beside others are alone. */
const RUNS = nodeVersions().flatMap(({ major, path }) => {
  const all = PROGRAMS.filter((each) => each.major <= major);
  const beside = { major, path, name: 'most programs', programs: all.filter(({ isAlone }) => !isAlone) };
  const alone = all.filter(({ isAlone }) => isAlone);
  return [beside, ...alone.map((each) => ({ major, path, name: each.name, programs: [each] }))];
});

describe.each(RUNS)('on Node $major: $name', { timeout: 120_000 }, ({ major, path, name, programs }) => {
  const run = new CorpusRun(folder, path, programs, `node-${major}-${name.replace(/\W+/g, '-')}`);
  let output = '';

  beforeAll(async () => {
    const watched = await run.watch();
    expect(watched.stderr).toBe('');
    output = watched.stdout;
  });

  test('the life of one call: each event as it was', async () => {
    const { frames, outputs } = await tracedFrames(run);
    const real = realFrames(run);
    for (const each of programs) expect(real[each.name], each.name).not.toEqual([]);
    expect(frames).toEqual(real);
    for (const each of outputs) expect(lines(each)).toEqual(lines(output));
  });

  test('the tree of calls: who called whom, with what, and what came of it', async () => {
    const { records, stdout } = await run.trace({ kind: 'calls' });
    expect(tracedTrees(run, records)).toEqual(realTrees(run));
    expect(lines(stdout)).toEqual(lines(output));
  });

  test('values at points: each pass, and what they come to', async () => {
    const { records, stdout } = await run.trace({ kind: 'values', points: pointsOf(run), keepFirst: 1_000_000 });
    expect(tracedRows(run, records)).toEqual(realRows(run));
    expect(lines(stdout)).toEqual(lines(output));
  });
});
