import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generatedOracleProgram } from '../../../support/generated-oracle-programs.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';
import { CorpusRun, program } from './oracle/corpus-run.ts';
import { realFrames, tracedFrames } from './oracle/frames.ts';

const folder = new ProgramFolder();
let runs = 0;

beforeAll(buildTracer);
afterAll(() => folder.remove());

/** The records of each of the programs that differ, and the real events. */
async function differences(node: string, texts: readonly string[]) {
  const programs = texts.map((text, at) => program(`program ${at}`, text));
  const run = new CorpusRun(folder, node, programs, `run-${runs++}`);
  const watched = await run.watch();
  const { frames, outputs } = await tracedFrames(run);
  const real = realFrames(run);
  const differing = programs.filter(({ name }) => frames[name]?.join('\n') !== real[name]?.join('\n'));
  return {
    traced: differing.map(({ name, files }) => [files[0]?.text, frames[name]]),
    real: differing.map(({ name, files }) => [files[0]?.text, real[name]]),
    isRecorded: programs.every(({ name }) => real[name] !== undefined && real[name].length > 0),
    outputs: outputs.map((each) => each.split('\n').sort()),
    output: watched.stdout.split('\n').sort(),
    errors: watched.stderr,
  };
}

describe('generated programs', () => {
  // Feature: mcp-debugger-tool, Property 25: a trace of a call equals what an instrumented copy of the program says happened in it.
  test.each(nodeVersions())(
    'record what really happens in them, on Node $major',
    { timeout: 120_000 },
    async ({ path }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(generatedOracleProgram, { minLength: 40, maxLength: 40 }), async (texts) => {
          const { traced, real, isRecorded, outputs, output, errors } = await differences(path, texts);
          expect(errors).toBe('');
          expect(isRecorded).toBe(true);
          expect(traced).toEqual(real);
          for (const each of outputs) expect(each).toEqual(output);
        }),
        { numRuns: 1, endOnFailure: true },
      );
    },
  );
});
