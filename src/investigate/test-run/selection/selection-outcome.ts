import type { SelectionOutcome, TestSelection } from '../../../model/tests/test-selection.ts';
import type { RunnerRecord } from '../runner-records.ts';

/** Adds up what the hooks wrote down of tests that they left out. */
export function selectionOutcome(selection: TestSelection, records: readonly RunnerRecord[]): SelectionOutcome {
  const left = records.filter((each) => each.kind === 'unselected');
  const tests = left.filter(({ name }) => name !== undefined);
  const files = left.filter(({ name, file }) => name === undefined && file !== undefined);
  return {
    selection,
    unselectedTests: new Set(tests.map(keyOf)).size,
    unselectedFiles: new Set(files.map(keyOf)).size,
    isTotalKnown: left.length === tests.length,
  };
}

function keyOf({ file = '', name = [] }: { readonly file?: string; readonly name?: readonly string[] }): string {
  return JSON.stringify([file, ...name]);
}
