import { pythonPath } from '../../../adapter/commands/python-path.ts';
import { runnerFolder } from '../runner-files.ts';
import type { TestRunner } from './runner.ts';

/** unittest, however it is started: its hook is loaded as soon as a program imports it. */
export const unittest: TestRunner = {
  id: 'unittest',
  commands: ['unittest'],
  linesBy: 'runner',
  language: 'python',
  seesFailures: true,
  recordsAtOnce: true,
  environment: (_launch, { PYTHONPATH }) => ({
    PYTHONPATH: pythonPath(PYTHONPATH, ['python-tests/sitecustomize.py', 'mcp_debugger_failures.py'].map(runnerFolder)),
  }),
};
