import { pythonPath } from '../../../adapter/commands/python-path.ts';
import { runnerFolder } from '../runner-files.ts';
import type { TestRunner } from './runner.ts';

/** The module that reports its tests. */
export const PYTEST_PLUGIN = 'mcp_debugger_pytest';

/** pytest, also where pytest-xdist runs it in several processes. */
export const pytest: TestRunner = {
  id: 'pytest',
  commands: ['pytest', 'py.test'],
  linesBy: 'runner',
  install: 'python -m pip install pytest',
  exitCodes: { 3: 'an internal error of pytest', 4: 'a usage error of pytest', 5: 'pytest found no tests' },
  language: 'python',
  seesFailures: true,
  recordsAtOnce: true,
  environment: (_launch, { PYTEST_ADDOPTS = '', PYTHONPATH }) => ({
    PYTEST_ADDOPTS: `${PYTEST_ADDOPTS} -p ${PYTEST_PLUGIN}`.trim(),
    PYTHONPATH: pythonPath(PYTHONPATH, [runnerFolder(`${PYTEST_PLUGIN}.py`)]),
  }),
};
