import { delimiter, dirname } from 'node:path';
import { runnerFile } from '../runner-files.ts';
import type { TestRunner } from './runner.ts';

const PLUGIN = 'mcp_debugger_pytest';

/** pytest, also where pytest-xdist runs it in several processes. */
export const pytest: TestRunner = {
  id: 'pytest',
  commands: ['pytest', 'py.test'],
  install: 'python -m pip install pytest',
  seesFailures: true,
  environment: (_launch, { PYTEST_ADDOPTS = '', PYTHONPATH }) => ({
    PYTEST_ADDOPTS: `${PYTEST_ADDOPTS} -p ${PLUGIN}`.trim(),
    PYTHONPATH: [dirname(runnerFile(`${PLUGIN}.py`)), ...(PYTHONPATH ? [PYTHONPATH] : [])].join(delimiter),
  }),
};
