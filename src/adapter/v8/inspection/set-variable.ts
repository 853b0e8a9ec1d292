import { DebugError } from '../../../model/debug-error.ts';
import { isSingleExpression } from '../source/expressions.ts';

/**
 * The expression that assigns a value to a variable of a frame, or to a property below one. The assignment runs as the
 * program's own would: a `const` refuses, a setter is called.
 *
 * Sloppy code would make a global of an unknown name, so a bare name is read before it is assigned to, which throws then.
 *
 * @throws DebugError `invalid_argument` when either does not parse
 */
export function assignmentOf(name: string, expression: string): string {
  if (isSingleExpression(name) && isSingleExpression(expression)) {
    // In parentheses only what can be assigned to parses: not `a ? b : c`, whose last part would take the value.
    const assignment = `(${name}) = (${expression}\n)`;
    return isBareName(name) ? `(${name}, ${assignment})` : `(${assignment})`;
  }
  throw new DebugError('invalid_argument', `"${name} = ${expression}" is not an assignment.`, {
    advice: 'Give a variable or a path below one (order.lines[0].price), and one expression for its new value.',
    details: { argument: 'value' },
  });
}

/** True if a variable is assigned to, and not a property of something. */
export function isBareName(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name.trim());
}

/** The error for an assignment that the program refused. */
export function assignmentError(name: string, why: string): DebugError {
  return new DebugError('invalid_argument', `${name} could not be set: ${why}.`, {
    advice: [{ action: 'variables' }, ' lists the variables of the frame.'],
    details: { argument: 'name' },
  });
}
