import { relative } from 'node:path';
import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';
import type { Suspect, Suspects } from '../../../model/tests/suspects.ts';
import type { TestFailure, TestResult } from '../../../model/tests/test-report.ts';
import { changedLines } from '../../../process/changed-lines.ts';
import { sourceOf } from '../../trace/own-source.ts';
import { changedPart, chooseSuspects, type Hints } from './choose-suspects.ts';
import { unmappedFiles } from './compiled-files.ts';
import { type CountedPart, countParts, rankParts, type Verdicts } from './rank-parts.ts';
import { keyOf, type TestedCode } from './tested-code.ts';

/** Files of tests and what helps them, where runners do not say which they are. */
const TEST_PATH =
  /(^|[\\/])(tests?|specs?|__tests__|testing)[\\/]|(^|[\\/])(test_[^\\/]*|conftest)\.py$|[._-](test|spec)\.\w+$/;

/** A run whose tests are compared. */
export interface ComparedRun {
  readonly launch: LaunchRequest;
  readonly code: TestedCode;
  /** Tests of the run that was counted. */
  readonly tests: readonly TestResult[];
  readonly failures: readonly TestFailure[];
  /** Parts that so many passing tests ran are not suspected: they were not counted in all of them. */
  readonly maxPassed?: number | undefined;
}

/**
 * The code that failing tests ran and passing ones did not. Undefined if that says nothing: no test passed, everything is as
 * likely, or no failed test's code is known. If it is unknown because the tests ran at once, the list is empty.
 */
export async function suspectsOf(run: ComparedRun, signal?: AbortSignal): Promise<Suspects | undefined> {
  const { code, tests, launch, failures } = run;
  const verdicts = verdictsOf(code, tests);
  const [failed, passed] = [verdicts.failed.length, verdicts.passed.length];
  const failedAtOnce = tests.filter((each) => each.status === 'failed' && code.mixedTests.has(keyOf(each))).length;
  const none = failedAtOnce > 0 ? { list: [], failed, passed, failedAtOnce } : undefined;
  if (failed === 0 || passed === 0) return none;
  const unmapped = unmappedFiles(code.parts, launch.cwd);
  const maxPassed = run.maxPassed ?? Number.POSITIVE_INFINITY;
  const counted = countParts(code, verdicts).filter((part) => part.passed < maxPassed && !unmapped.has(part.path));
  const testFiles = new Set(tests.map(({ file }) => file));
  const isOfTests = ({ path }: CountedPart) => testFiles.has(path) || TEST_PATH.test(relative(launch.cwd, path));
  const own = counted.filter((part) => !isOfTests(part));
  // What one test alone runs of its own file is the test.
  const shared = counted.filter((part) => isOfTests(part) && part.failed.size > 1);
  const changed = await changedLines(launch.cwd, signal);
  const isChanged = (path: string, line: number) => changed?.has(path, line) ?? false;
  const hints = { all: code.parts, failures, isChanged };
  for (const parts of [own, shared]) {
    const chosen = chooseSuspects(rankParts(parts, failed, passed), hints);
    const list = chosen.flatMap((part) => suspectOf(part, launch.cwd, isChanged));
    if (list.length > 0) return { list, failed, passed, failedAtOnce };
  }
  return none;
}

/** Only of the tests of which it is known what they ran. */
function verdictsOf({ tests: ran }: TestedCode, tests: readonly TestResult[]): Verdicts {
  const byStatus = (status: TestResult['status']) => tests.filter((each) => each.status === status).map(keyOf);
  const [failed, passed] = [new Set(byStatus('failed')), new Set(byStatus('passed'))];
  const failedKeys = [...failed];
  const keys = [...ran.keys()];
  const hasParts = (all: readonly string[], key: string) => all.some((each) => each.startsWith(`${key} > `));
  // A part of a test that is no test itself may have failed it.
  const hasFailed = (key: string) => failed.has(key) || (hasParts(failedKeys, key) && !hasParts(keys, key));
  return {
    failed: keys.filter(hasFailed),
    passed: keys.filter((key) => !hasFailed(key) && passed.has(key)),
  };
}

/** The suspect of a range: its changed part stands for it. Empty if the line may not be shown. */
function suspectOf(part: CountedPart, folder: string, isChanged: Hints['isChanged']): Suspect[] {
  const changed = changedPart(part, { isChanged });
  const { path, line, endLine, way, failed, passed } = changed ?? part;
  const text = way ?? sourceOf(path, [folder])[line - 1]?.trim();
  return text === undefined
    ? []
    : [{ path, line, endLine, text, failed: failed.size, passed, isChanged: changed !== undefined }];
}
