import type { FailureSince, TestName, TestsSince } from '../../model/tests/tests-since.ts';
import { seconds } from '../evaluate.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';

const MAX_NAMES = 2;
const MAX_NAME_CHARS = 32;
const MAX_LINE_CHARS = 120;

/** The outcome for the failures of the run before, in a line: `Since the last run, 12 s ago: 1 fixed (cart > total), 2 still failing.` */
export function sinceLine({ agoMs, fixed, skipped, gone, failures }: TestsSince, context: PathContext): string {
  const count = (...kinds: readonly FailureSince['kind'][]) =>
    failures.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
    named(fixed, 'fixed', context),
    counted(
      count('same', 'other values', 'other place'),
      'still failing',
      otherwise(count('other values', 'other place')),
    ),
    counted(count('new'), 'newly failing'),
    counted(count('added'), 'failing that did not run then'),
    named(skipped, 'skipped now that failed then', context),
    named(gone, 'gone that failed then', context),
  ];
  return `Since the last run, ${seconds(agoMs)} ago: ${parts.filter((part) => part !== '').join(', ')}.`;
}

/** Compares a failure with the run before; undefined if there is nothing to say. */
export function failureSinceLine(since: FailureSince): string | undefined {
  switch (since.kind) {
    case 'same':
      return 'As in the last run.';
    case 'other values':
      return since.before === '' ? `New in its message: ${line(since.now)}` : `In the last run: ${line(since.before)}`;
    case 'other place': {
      const where = since.statement === undefined ? '' : ` at \`${line(since.statement)}\``;
      return `In the last run it failed otherwise: ${line(since.before)}${where}`;
    }
    case 'new':
      return 'It passed in the last run.';
    case 'added':
      return undefined;
  }
}

function otherwise(count: number): string {
  return count === 0 ? '' : ` (${count} otherwise)`;
}

function counted(count: number, what: string, more = ''): string {
  return count === 0 ? '' : `${count} ${what}${more}`;
}

function named(tests: readonly TestName[], what: string, context: PathContext): string {
  if (tests.length === 0) return '';
  const names = tests.slice(0, MAX_NAMES).map(({ name, file }) => {
    return oneLine(name === file ? displayPath(name, context) : name, MAX_NAME_CHARS);
  });
  return `${tests.length} ${what} (${names.join('; ')}${tests.length > MAX_NAMES ? '; …' : ''})`;
}

function line(text: string): string {
  return oneLine(text, MAX_LINE_CHARS);
}
