import { isRecord } from './json.ts';

/** The name that an expression ends in: `password` of `user.password`. A pattern would search again from each place. */
export function lastName(expression: string): string {
  let end = expression.length;
  while (end > 0 && !/\w/.test(expression[end - 1] ?? '')) end--;
  let start = end;
  while (start > 0 && /[\w$]/.test(expression[start - 1] ?? '')) start--;
  while (expression[end] === '$') end++;
  return expression.slice(start, end);
}

/** The name of what a call asks the value of, where it does: the answer may hold the value without its name. */
export function askedName(args: unknown): string | undefined {
  const expression = expressionOf(args);
  return expression === undefined ? undefined : lastName(expression);
}

/** True if a call asks for the whole environment of the program. */
export function asksForEnvironment(args: unknown): boolean {
  return /^\s*(?:process\.env|(?:dict\()?os\.environ\)?)\s*$/.test(expressionOf(args) ?? '');
}

function expressionOf(args: unknown): string | undefined {
  if (!isRecord(args)) return undefined;
  const { expression } = args;
  return typeof expression === 'string' ? expression : undefined;
}
