import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { DebugSession } from '../../../src/session/debug-session.ts';
import { nodeOf } from '../../support/node-versions.ts';
import { contradictionsOf, GateRun, type Wanted } from './truth.ts';
import {
  prepareTruthProgram,
  SUBJECT_LINES,
  TRUTH_MODES,
  TRUTH_SHAPES,
  type TruthMode,
  type TruthProgram,
} from './truth-program.ts';

const RUNS = 40;
const PLACES_PER_RUN = 14;
const MATRIX_TIMEOUT_MS = 240_000;

const prepared = new Map<string, Promise<TruthProgram>>();
afterAll(async () => {
  for (const program of prepared.values()) (await program).remove();
});

/** Programs are laid out once for each mode and folder. */
function programFor(mode: TruthMode, shape: string): Promise<TruthProgram> {
  const key = `${mode} ${shape}`;
  const program = prepared.get(key) ?? prepareTruthProgram(mode, shape);
  prepared.set(key, program);
  return program;
}

const place = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: SUBJECT_LINES }).map((line): Wanted => ({ kind: 'line', line })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }).map((by): Wanted => ({ kind: 'past the end', by })) },
  { weight: 1, arbitrary: fc.constantFrom<Wanted>({ kind: 'unloaded' }, { kind: 'missing' }) },
);
const scenario = fc.record({
  mode: fc.constantFrom(...TRUTH_MODES),
  shape: fc.constantFrom(...TRUTH_SHAPES),
  when: fc.constantFrom('before start', 'after load'),
  major: fc.constantFrom(20, 24),
  places: fc.uniqueArray(place, {
    minLength: PLACES_PER_RUN,
    maxLength: PLACES_PER_RUN + 8,
    selector: (wanted) => JSON.stringify(wanted),
  }),
});

test('what is said of a breakpoint is what happens', { timeout: MATRIX_TIMEOUT_MS }, async () => {
  let cases = 0;
  const property = fc.asyncProperty(scenario, async ({ mode, shape, when, major, places }) => {
    const wantedMajor = mode === 'native type stripping' ? 24 : major;
    const node = nodeOf(wantedMajor);
    const program = await programFor(mode, shape);
    const request = { program: program.program, args: [], cwd: program.cwd, env: {}, runtimeExecutable: node.path };
    const session = new DebugSession(
      { id: 'truth', language: 'node', createAdapter: () => new NodeAdapter() },
      { kind: 'launch', ...request, stopOnEntry: false },
    );
    try {
      const run = new GateRun(session, program, places);
      const seen = when === 'before start' ? await run.setBeforeStart() : await run.setAfterLoad();
      cases += places.length;
      expect(contradictionsOf(seen, when)).toEqual([]);
    } finally {
      await session.end();
    }
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(cases).toBeGreaterThanOrEqual(300);
});
