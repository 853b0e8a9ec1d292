import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestSelection } from '../../../model/tests/test-selection.ts';

/**
 * The environment that tells the hooks in a command which tests are to run; empty when all are. The hooks apply the selection
 * inside of their runner, whatever started the runner, beside the command's own selection.
 *
 * @param cwd Absolute; the folder of the command, from which names of files start.
 */
export function selectionEnvironment(selection: TestSelection | undefined, cwd: string): Record<string, string> {
  if (selection === undefined) return {};
  const text = selection.kind === 'exactly' ? { tests: selection.tests } : matching(selection, cwd);
  return { MCP_DEBUGGER_TEST_ONLY: JSON.stringify({ cwd: realPath(cwd) ?? cwd, ...text }) };
}

function matching({ test, file, isInner }: Extract<TestSelection, { kind: 'matching' }>, cwd: string) {
  const path = file === undefined ? undefined : realPath(resolve(cwd, file));
  return {
    ...(test === undefined ? {} : { test }),
    ...(isInner ? { isInner } : {}),
    // The name of a file or folder that is there means it alone, and not `shopping-cart.test.ts` for `cart.test.ts`.
    ...(path === undefined ? {} : { path }),
    ...(path === undefined && file !== undefined ? { file: file.replace(/^\.\//, '') } : {}),
  };
}

/** Undefined when nothing is there. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
