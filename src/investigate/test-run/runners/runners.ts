import { ava } from './ava.ts';
import { borp } from './borp.ts';
import { django } from './django.ts';
import { jasmine } from './jasmine.ts';
import { jest } from './jest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { playwright } from './playwright.ts';
import { pytest } from './pytest.ts';
import type { TestRunner } from './runner.ts';
import { tap } from './tap.ts';
import { tape } from './tape.ts';
import { unittest } from './unittest.ts';
import { uvu } from './uvu.ts';
import { vitest } from './vitest.ts';

/** All test runners that are known. */
export const TEST_RUNNERS: readonly TestRunner[] = [
  ...[jest, mocha, vitest, nodeTest, pytest, unittest, django],
  // What tap prints may be what one of the others before it prints.
  ...[jasmine, ava, tape, uvu, tap, borp, playwright],
];
