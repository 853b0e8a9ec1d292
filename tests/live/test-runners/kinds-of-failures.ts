import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolFolder } from '../../support/run-modes/tools.ts';
import { oneOfEach, TIER } from '../../support/tier.ts';

/** A runner's result for one kind of failure: a line as TestProject.summary has it, without the name. */
type Seen = string;

/** One runner in one version, with the tests of its folder in tests/programs/test-runners/kinds. */
export interface Runner {
  readonly name: string;
  /** Folder of its tests. */
  readonly tests: string;
  readonly command: string;
  readonly node?: number;
  readonly tools?: ToolFolder;
  readonly env?: Readonly<Record<string, string>>;
  /** `passed failed skipped todo` */
  readonly counts: string;
  /** The runner's own last lines. */
  readonly printed?: readonly string[];
  readonly ids: readonly string[];
  readonly failures: Readonly<Record<string, Seen>>;
}

const THROWN = 'thrown shop.cjs @thrown | line={title: "chair", price: -1} problem="negative price: chair"';
const STRING = 'thrown shop.cjs @string | words="sold out for good"';
const UNDEFINED = 'thrown shop.cjs @undefined | left=0';
const OBJECT = 'thrown shop.cjs @object | code=42';
const REJECTION = 'thrown shop.cjs @rejection | waitMs=1 reason="no stock"';
const HOOK = 'thrown shop.cjs @hook | database="database"';
const OWN = { thrown: THROWN, string: STRING, undefined: UNDEFINED, object: OBJECT, rejection: REJECTION };
const NO_FILE = { 'missing.test.mjs': 'not loaded', 'syntax.test.mjs': 'not loaded' };

const JEST = {
  tests: 'jest',
  counts: '3 9 1 1',
  ids: ['jest'],
  failures: {
    ...OWN,
    assertion: 'thrown kinds.test.js @assertion | total=3',
    timeout: 'timeout',
    'hooks > hook': HOOK,
    snapshot: 'before kinds.test.js @snapshot | shown={count: 2}',
    'missing.test.js': 'thrown missing.test.js @missing',
    'syntax.test.js': 'not loaded',
  },
};
const JEST_TYPESCRIPT = {
  ...JEST,
  tests: 'jest-typescript',
  counts: '2 9 1 1',
  failures: {
    ...OWN,
    assertion: 'thrown kinds.test.ts @assertion | total=3',
    timeout: 'timeout',
    'hooks > hook': HOOK,
    snapshot: 'before kinds.test.ts @snapshot | shown={count: 2}',
    'missing.test.ts': 'not loaded',
    'syntax.test.ts': 'not loaded',
  },
};
const VITEST = {
  tests: 'vitest',
  command: 'npx vitest run',
  counts: '3 9 1 1',
  ids: ['vitest'],
  failures: {
    ...OWN,
    ...NO_FILE,
    assertion: 'thrown kinds.test.mjs @assertion | total=3',
    timeout: 'timeout',
    'hooks > hook': HOOK,
    snapshot: 'thrown kinds.test.mjs @snapshot | shown={count: 2}',
  },
};
const MOCHA = {
  tests: 'mocha',
  command: 'npx mocha kinds.spec.cjs',
  counts: '2 8 2 0',
  ids: ['mocha'],
  failures: {
    ...OWN,
    assertion: 'thrown kinds.spec.cjs @assertion | total=3',
    timeout: 'timeout',
    'hooks > "before all" hook for "hook"': HOOK,
  },
};
const NODE_TEST = {
  tests: 'node-test',
  command: 'node --test --test-timeout=5000 kinds.test.mjs missing.test.mjs syntax.test.mjs',
  counts: '1 9 1 1',
  ids: ['node-test'],
  failures: {
    ...OWN,
    ...NO_FILE,
    assertion: 'thrown kinds.test.mjs @assertion | total=3',
    timeout: 'timeout',
    hooks: HOOK,
    // Node fails it for the sake of the hook.
    'hooks > hook': 'not thrown',
  },
};
const JASMINE = {
  tests: 'jasmine',
  command: 'npx jasmine kinds.spec.js',
  counts: '1 8 2 0',
  ids: ['jasmine'],
  failures: {
    ...OWN,
    // An expectation throws nothing.
    assertion: 'before kinds.spec.js @assertion | total=3',
    timeout: 'timeout',
    'hooks > hook': HOOK,
  },
};
const AVA = {
  tests: 'ava',
  command: 'npx ava',
  counts: '2 8 1 1',
  ids: ['ava'],
  failures: {
    ...OWN,
    ...NO_FILE,
    assertion: 'before kinds.test.mjs @assertion | total=3',
    timeout: 'timeout',
    'before hook': HOOK,
  },
};
const TAPE = {
  tests: 'tape',
  command: 'npx tape kinds.test.cjs',
  counts: '1 5 0 1',
  ids: ['tape'],
  failures: {
    thrown: THROWN,
    rejection: REJECTION,
    assertion: 'before kinds.test.cjs @assertion | total=3',
    'around > within': 'before kinds.test.cjs @within | left=[1]',
    plan: 'timeout',
  },
};
const UVU = {
  tests: 'uvu',
  tools: 'test-runners/newest',
  ids: ['uvu'],
  counts: '1 6 1 0',
  failures: {
    thrown: THROWN,
    rejection: REJECTION,
    assertion: 'thrown kinds.test.mjs @assertion | total=3',
    snapshot: 'thrown kinds.test.mjs @snapshot | shown="two"',
    'cart > in a suite': 'thrown kinds.test.mjs @suite | left=[1]',
    hook: HOOK,
  },
} as const;
const PYTHON = {
  thrown: "thrown shop.py @thrown | line={'title': 'chair', 'price': -1} problem='negative price: chair'",
  rejection: "thrown shop.py @rejection | wait_s=0.001 reason='no stock'",
  hook: "thrown shop.py @hook | database='database'",
};
const PYTEST = {
  tests: 'pytest',
  ids: ['pytest'],
  counts: '5 12 2 0',
  printed: ['10 failed', '5 passed', '1 skipped', '1 xfailed', '2 errors', '1 subtests passed', '1 rerun'],
  failures: {
    test_assertion: 'thrown test_kinds.py @assertion | total=3',
    test_thrown: PYTHON.thrown,
    test_rejection: PYTHON.rejection,
    'test_parameter[3]': 'thrown test_kinds.py @parameter | number=3 rest=1',
    'TestClass > test_method': 'thrown test_kinds.py @method | self=TestClass(prepared=True)',
    test_property: 'thrown test_kinds.py @property | value=7',
    test_fixture: PYTHON.hook,
    test_teardown: 'thrown test_kinds.py @teardown | opened=1',
    test_exit: 'thrown test_kinds.py @exit | code=3',
    'test_parts > (number=3)': 'thrown test_kinds.py @part | number=3',
    test_passes_unexpectedly: 'not thrown',
    'priced.half': 'thrown priced.py 3',
  },
};
const UNITTEST = {
  'Kinds > test_assertion': 'thrown test_kinds.py @assertion | self=Kinds(prepared=1) total=3',
  'Kinds > test_thrown': PYTHON.thrown,
  'Kinds > test_parts > (number=3)': 'thrown test_kinds.py @part | self=Kinds(prepared=1) number=3',
  'Kinds > test_passes_unexpectedly': 'not thrown',
  'Async > test_rejection': PYTHON.rejection,
  'Closing > test_teardown': 'thrown test_kinds.py @teardown',
};
const DJANGO = {
  tests: 'django',
  ids: ['django'],
  counts: '1 3 1 0',
  failures: {
    'Totals > test_assertion': "thrown tests.py @assertion | answer='15'",
    'Totals > test_thrown': expectedRequest('thrown urls.py @thrown'),
    'setUpClass (shop.tests.Stored)': 'thrown tests.py @hook | cls=<class Stored>',
  },
};

function expectedRequest(place: string): string {
  const request =
    "WSGIRequest(method='GET', path='/total/0', content_type='', content_params={}, COOKIES={}, csrf_processing_done=True)";
  return `${place} | request=${request} count=0 price=5`;
}

const EVERY_RUNNER: readonly Runner[] = [
  {
    ...JEST,
    name: 'jest 29, workers',
    command: 'npx jest',
    tools: 'test-runners/older',
    failures: { ...JEST.failures, 'missing.test.js': `${JEST.failures['missing.test.js']} | this={}` },
  },
  { ...JEST, name: 'jest 30, one process', command: 'npx jest -i', node: 24 },
  {
    ...JEST_TYPESCRIPT,
    name: 'jest 30, ts-jest',
    command: 'npx jest --config ts-jest.config.json',
    node: 20,
    failures: {
      ...JEST_TYPESCRIPT.failures,
      'missing.test.ts': 'thrown missing.test.ts @missing | not_there_cjs_1=undefined',
    },
  },
  { ...JEST_TYPESCRIPT, name: 'jest 30, swc', command: 'npx jest --config swc.config.json', node: 22 },
  {
    ...JEST_TYPESCRIPT,
    name: 'jest 30, babel',
    command: 'npx jest --config jest-babel.config.json',
    node: 24,
    failures: {
      ...JEST_TYPESCRIPT.failures,
      'missing.test.ts': 'thrown missing.test.ts @missing | nothing=undefined',
    },
  },
  {
    ...JEST_TYPESCRIPT,
    name: 'jest 30, ES modules',
    command: 'node --experimental-vm-modules node_modules/jest/bin/jest.js --config modules.config.json',
    node: 24,
  },
  {
    ...VITEST,
    name: 'vitest 1',
    tools: 'test-runners/older',
    failures: { ...VITEST.failures, assertion: 'before kinds.test.mjs @assertion | total=3' },
  },
  { ...VITEST, name: 'vitest 2', tools: 'test-runners/vitest-2' },
  { ...VITEST, name: 'vitest 3', tools: 'vitest-3' },
  { ...VITEST, name: 'vitest 4, threads', command: 'npx vitest run --pool=threads', node: 24 },
  { ...VITEST, name: 'vitest 5', tools: 'test-runners/newest', node: 24 },
  {
    ...VITEST,
    name: 'vitest 4, projects',
    tests: 'vitest-projects',
    counts: '4 2 1 0',
    node: 22,
    failures: { thrown: THROWN, assertion: 'thrown kinds.test.ts @assertion | total=3' },
  },
  { ...MOCHA, name: 'mocha 9', tools: 'test-runners/older' },
  { ...MOCHA, name: 'mocha 11, parallel', command: 'npx mocha --parallel kinds.spec.cjs', node: 22 },
  { ...MOCHA, name: 'mocha 12', tools: 'test-runners/newest', node: 24 },
  { ...NODE_TEST, name: 'node:test of Node 20' },
  {
    ...NODE_TEST,
    name: 'node:test of Node 24, TypeScript',
    node: 24,
    command: `${NODE_TEST.command} typed.test.ts`,
    counts: '1 10 1 1',
    failures: { ...NODE_TEST.failures, typed: 'thrown typed.test.ts @typed | line={price: 3}' },
  },
  {
    ...NODE_TEST,
    name: 'borp',
    tools: 'test-runners/newest',
    node: 24,
    command: 'npx borp kinds.test.mjs missing.test.mjs syntax.test.mjs',
    ids: ['borp'],
  },
  { ...JASMINE, name: 'jasmine 4', tools: 'test-runners/older' },
  { ...JASMINE, name: 'jasmine 7', tools: 'test-runners/newest', node: 24 },
  {
    ...JASMINE,
    name: 'jasmine 7, parallel',
    tools: 'test-runners/newest',
    node: 24,
    command: 'npx jasmine --parallel=2 kinds.spec.js',
    failures: {
      ...OWN,
      assertion: JASMINE.failures.assertion,
      timeout: 'timeout',
      'hooks hook': HOOK,
    },
  },
  { ...AVA, name: 'ava 5, threads', tools: 'test-runners/older', env: { CI: '' } },
  { ...AVA, name: 'ava 5, in CI', tools: 'test-runners/older', env: { CI: 'true' } },
  {
    ...AVA,
    name: 'ava 7, processes, in CI',
    tools: 'test-runners/newest',
    node: 24,
    env: { CI: 'true' },
    command: 'npx ava --no-worker-threads',
  },
  { ...TAPE, name: 'tape 5', tools: 'test-runners/newest', node: 24 },
  {
    ...TAPE,
    name: 'tape 4',
    tools: 'test-runners/older',
    // It knows no promises: the rejected one ends its process.
    counts: '1 2 0 0',
    failures: { assertion: TAPE.failures.assertion, rejection: REJECTION },
  },
  { ...TAPE, name: 'tape 5, started by Node', tools: 'test-runners/newest', command: 'node kinds.test.cjs' },
  { ...UVU, name: 'uvu', command: 'npx uvu . test.mjs', node: 24 },
  {
    ...UVU,
    name: 'uvu, started by Node',
    command: 'node hooks.test.mjs',
    counts: '0 1 0 0',
    failures: { hook: HOOK },
  },
  {
    name: 'tap',
    tests: 'tap',
    tools: 'test-runners/newest',
    node: 24,
    command: 'npx tap --disable-coverage --allow-empty-coverage kinds.test.mjs',
    ids: ['tap'],
    counts: '1 7 1 1',
    failures: { ...OWN, assertion: 'before kinds.test.mjs @assertion | total=3', 'hooks > hook': HOOK },
  },
  {
    name: 'Playwright',
    tests: 'playwright',
    tools: 'test-runners/newest',
    node: 24,
    command: 'npx playwright test kinds',
    ids: ['playwright'],
    counts: '3 7 1 0',
    failures: {
      thrown: THROWN,
      string: STRING,
      rejection: REJECTION,
      assertion: 'thrown kinds.spec.mjs @assertion | total=3',
      soft: 'before kinds.spec.mjs @soft | soft=5',
      timeout: 'timeout',
      'hooks > hook': HOOK,
    },
  },
  { ...PYTEST, name: 'pytest', command: 'python -m pytest -q test_kinds.py priced.py --doctest-modules' },
  { ...PYTEST, name: 'pytest-xdist', command: 'python -m pytest -q -n 2 test_kinds.py priced.py --doctest-modules' },
  {
    name: 'pytest, files that do not load',
    tests: 'pytest',
    ids: ['pytest'],
    command: 'python -m pytest -q test_load.py test_syntax.py',
    counts: '0 0 0 0',
    failures: { 'test_load.py': "thrown test_load.py @load | wanted={'a': 1}", 'test_syntax.py': 'not loaded' },
  },
  {
    name: 'unittest',
    tests: 'unittest',
    ids: ['unittest'],
    command: 'python -m unittest',
    counts: '1 7 2 0',
    failures: {
      ...UNITTEST,
      'setUpClass (test_kinds.Hooked)': PYTHON.hook,
      'test_load.py': "thrown test_load.py @load | wanted={'a': 1}",
      'test_syntax.py': 'not loaded',
    },
  },
  {
    name: 'unittest, as a program',
    tests: 'unittest',
    ids: ['unittest'],
    command: 'python test_kinds.py',
    counts: '1 7 2 0',
    failures: { ...UNITTEST, 'setUpClass (__main__.Hooked)': PYTHON.hook },
  },
  {
    name: 'unittest, a file that does not load',
    tests: 'unittest',
    ids: ['unittest'],
    command: 'python -m unittest test_syntax',
    counts: '0 0 0 0',
    failures: { 'test_syntax.py': 'not loaded' },
  },
  { ...DJANGO, name: 'Django', command: 'python manage.py test' },
  { ...DJANGO, name: 'Django, parallel', command: 'python manage.py test --parallel 2' },
];

/** The ways in which runners tell of their tests: a reporter, a hook in each process, what is printed, a plugin. */
const USUAL = ['jest', 'mocha', 'node-test', 'pytest', 'unittest', 'vitest'];

/** All that a run of each is to come to; where not all are asked for, one of each that is most in use. */
export const RUNNERS = oneOfEach(EVERY_RUNNER, ({ ids }) => ids.join()).filter(
  ({ ids }) => TIER === 'all' || USUAL.includes(ids.join()),
);

/** The folder of the Python that has the runners. */
export const PYTHON_FOLDER = dirname(
  fileURLToPath(new URL('../../../.cache/test-runners/python/bin/python', import.meta.url)),
);
