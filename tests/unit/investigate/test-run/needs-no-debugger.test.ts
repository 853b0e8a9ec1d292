import { expect, test } from 'vitest';
import { needsNoDebugger } from '../../../../src/investigate/test-run/needs-no-debugger.ts';

const launchOf = (program: string) => ({ program, args: [], cwd: '/nowhere', env: {}, stopOnEntry: false });

test.for([
  'pytest',
  'python -m pytest -q tests',
  '/venv/bin/python3 -m unittest',
  'cd app && python manage.py test',
  'FLASK_ENV=test pytest -q | tail -5',
])('a runner that sees by itself what fails needs no debugger: %s', (program) => {
  expect(needsNoDebugger(launchOf(program))).toBe(true);
});

test.for([
  'npm test',
  'make test',
  'npx vitest run',
  'pytest && npx vitest run',
  'python -m pytest -q; npm test',
  'mocha --exit && python -m unittest',
])('a runner that does not, or that nobody knows yet, needs one: %s', (program) => {
  expect(needsNoDebugger(launchOf(program))).toBe(false);
});
