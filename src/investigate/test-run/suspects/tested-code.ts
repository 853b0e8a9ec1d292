import type { TestResult } from '../../../model/tests/test-report.ts';
import type { TraceFolder } from '../../trace/trace-folder.ts';
import { type CodePart, CodeParts } from './code-parts.ts';
import { ProcessTests, type TestParts } from './test-parts.ts';

/** Numbers of parts that are kept; a run with more is too large to be compared. */
const MAX_KEPT = 20_000_000;

/** The code that ran in the tests of a run. */
export interface TestedCode {
  readonly parts: readonly CodePart[];
  /** The numbers of the parts that ran, by test, as {@link keyOf} has them. */
  readonly tests: ReadonlyMap<string, Uint32Array>;
  /** Parts that ran while several tests did. */
  readonly mixed: ReadonlySet<number>;
  /** The tests of `mixed`, as {@link keyOf} has them. */
  readonly mixedTests: ReadonlySet<string>;
}

/** The key of a test in the results and in the counts. */
export function keyOf({ name, file }: Pick<TestResult, 'name' | 'file'>): string {
  return `${file ?? ''}\n${name}`;
}

/**
 * Reads what all processes of a run have counted. Undefined where they counted more than can be compared.
 *
 * @throws DebugError `cancelled`
 */
export async function readTestedCode(folder: TraceFolder, signal?: AbortSignal): Promise<TestedCode | undefined> {
  const code = new CodeParts();
  const tests = new Map<string, Uint32Array>();
  const mixed = new Set<number>();
  const mixedTests = new Set<string>();
  let kept = 0;
  for await (const records of folder.recordsOfEach(signal)) {
    const process = new ProcessTests(code);
    for await (const record of records) {
      process.add(record);
      for (const test of process.ended.splice(0)) kept += addTest(tests, test);
      if (kept > MAX_KEPT) return undefined;
    }
    for (const part of process.mixed) mixed.add(part);
    for (const test of process.mixedTests) mixedTests.add(nameKey(test));
  }
  return { parts: code.list, tests, mixed, mixedTests };
}

/** A test that is repeated has run what it ran each time. */
function addTest(tests: Map<string, Uint32Array>, test: TestParts): number {
  const { parts } = test;
  const key = nameKey(test);
  const known = tests.get(key);
  tests.set(key, Uint32Array.from(known === undefined ? parts : new Set([...known, ...parts])));
  return parts.size;
}

function nameKey({ name, file }: Pick<TestParts, 'name' | 'file'>): string {
  return keyOf({ name: name.join(' > '), ...(file === undefined ? {} : { file }) });
}
