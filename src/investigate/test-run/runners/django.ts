import type { TestRunner } from './runner.ts';

/** Django's test command, which is unittest: the hook of that writes down its results, by this name. */
export const django: TestRunner = {
  id: 'django',
  commands: ['manage.py test', 'django-admin test', 'django test'],
  linesBy: 'runner',
  install: 'python -m pip install Django',
  language: 'python',
  seesFailures: true,
  recordsAtOnce: true,
};
