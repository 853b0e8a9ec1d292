import { basename } from 'node:path';
import type { ExceptionInfo, UndecidedThrow, UnstoppedException } from '../../model/stop-outcome.ts';

const MAX_MESSAGE_CHARS = 120;
const MAX_VALUES = 8;
const MAX_VALUE_CHARS = 80;

/** Name and message of an exception in one line. */
export function errorText({ name, message }: Pick<ExceptionInfo, 'name' | 'message'>): string {
  return `${name}: ${message}`.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARS);
}

/** Names the exception that ended the program, its place, and the reason why the program did not stop there. */
export function unstoppedText(exception: UnstoppedException): string {
  const { path, line } = exception.location;
  return `${errorText(exception)} at ${basename(path)}:${line} did not stop it: ${reasonOf(exception)}`;
}

const AT_ALL = 'exceptions "all" stops there.';

function reasonOf({ because }: UnstoppedException): string {
  switch (because.kind) {
    case 'condition':
      return mutedReason("where a breakpoint's condition was false", because.breakpointId);
    case 'record':
      return mutedReason('where a breakpoint logs or collects', because.breakpointId);
    case 'undecided':
      return `it rejected a promise that might have been handled. ${valuesText(because.thrown)} ${AT_ALL}`;
    case 'limit':
      return `after ${because.count} exceptions that were caught, V8's own word for what is caught was taken. ${AT_ALL}`;
    case 'overflow':
      return 'V8 stops at no stack overflow. A breakpoint with a condition stops before it.';
    case 'unforeseen':
      return `V8 took it for caught. ${AT_ALL}`;
  }
}

function mutedReason(where: string, breakpointId: number): string {
  return `V8 passes over what a statement throws itself ${where}. Remove breakpoint ${breakpointId} and launch again to stop there.`;
}

/** The variables of the function that threw. */
function valuesText({ functionName, variables }: UndecidedThrow): string {
  const shown = variables
    .filter(({ type, value }) => type !== 'function' && value !== '[global]')
    .slice(0, MAX_VALUES)
    .map(
      ({ name, value }) =>
        `${name} = ${value.length > MAX_VALUE_CHARS ? `${value.slice(0, MAX_VALUE_CHARS)}…` : value}`,
    );
  return shown.length === 0 ? `Thrown in ${functionName}.` : `In ${functionName} then: ${shown.join(', ')}.`;
}
