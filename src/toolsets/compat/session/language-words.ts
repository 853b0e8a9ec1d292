import type { ExceptionInfo } from '../../../model/stop-outcome.ts';
import type { Variable } from '../../../model/variable.ts';

/** Names that every program of a language has, so that they say nothing about this one, by the adapter's id. */
const SPECIAL_NAMES: Readonly<Record<string, RegExp>> = {
  // Debugpy may list such names in groups, each as one entry.
  python: /^(?:__\w+__|_pydev\w*|special variables|function variables|class variables)$/,
  node: /^(?:this|arguments|new\.target|__proto__|\[\[.*\]\])$/,
};

/** True if a variable is one of those. @param language The adapter's id. */
export function isSpecial(language: string, name: string): boolean {
  return SPECIAL_NAMES[language]?.test(name) ?? false;
}

/** The meaning of an exception for the expression that threw it, by the exception's class. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['NameError', 'Name not found'],
  ['ReferenceError', 'Name not found'],
  ['SyntaxError', 'Syntax error in expression'],
  ['TypeError', 'Type error'],
]);

/** Words an expression's exception as clients compare such texts: with the interpreter's own report, if there is any. */
export function thrownText({ name, message, trace }: ExceptionInfo): string {
  const text = message === '' ? name : `${name}: ${message}`;
  return `${KINDS.get(name) ?? 'Evaluation failed'}: ${trace ?? text}`;
}

/** The name of a child: of an element its position. */
export function childName({ name, isElement }: Variable): string {
  return isElement ? name.slice(1, -1) : name;
}

/** Expressions for special names that a scope does not list, by the adapter's id: of every function, and of a file's top level. */
const UNLISTED: Readonly<Record<string, { readonly always: readonly string[]; readonly inModule: readonly string[] }>> =
  {
    node: { always: ['this'], inModule: [] },
    python: { always: [], inModule: ['__name__', '__file__', '__doc__', '__package__', '__spec__', '__builtins__'] },
  };

/** Special names that may mean something where the program is paused, and are not among the variables of the scope. */
export function unlistedNames(language: string, functionName: string, listed: readonly Variable[]): string[] {
  const { always = [], inModule = [] } = UNLISTED[language] ?? {};
  const wanted = functionName === '<module>' ? [...always, ...inModule] : always;
  return wanted.filter((name) => !listed.some((each) => each.name === name));
}
