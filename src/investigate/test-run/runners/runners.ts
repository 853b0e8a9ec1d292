import { jest } from './jest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { pytest } from './pytest.ts';
import type { TestRunner } from './runner.ts';
import { vitest } from './vitest.ts';

/** All test runners that are known. */
export const TEST_RUNNERS: readonly TestRunner[] = [jest, mocha, vitest, nodeTest, pytest];
