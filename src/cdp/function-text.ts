/** An expression that goes into the debuggee as it is written. */
class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A function that runs in the debuggee, whatever it takes. */
type DebuggeeFunction = (this: never, ...args: never) => unknown;

/** The arguments of a function, each as a value that JSON can carry or as an expression for the value. */
export type Given<A extends readonly unknown[]> = { readonly [K in keyof A]: A[K] | Verbatim };

/** Marks a text as an expression that is evaluated in the debuggee: the user's own, or one for something that is there. */
export function verbatim(text: string): Verbatim {
  return new Verbatim(text);
}

/**
 * An expression for a function of ours in the debuggee: its source text, so that it is written, typed and tested as what it is.
 * Such a function stands in a folder `in-debuggee` and refers to nothing but its parameters and JavaScript's globals. One that
 * needs others is sent with them, see {@link callBundled}.
 *
 * `__name` is a helper that loaders put into function bodies to keep names. A bundle that is minified must not ask for it (esbuild
 * `keepNames`), as there it goes by another name.
 *
 * @see CDP Runtime.evaluate, Runtime.callFunctionOn
 */
export function functionText(run: DebuggeeFunction): string {
  const text = String(run);
  return text.includes('__name') ? `((__name = (f) => f) => ${text})()` : `(${text})`;
}

/** An expression that calls a function of ours in the debuggee. */
export function callText<A extends readonly unknown[]>(
  run: (...args: A) => unknown,
  ...args: Given<NoInfer<A>>
): string {
  return `${functionText(run)}(${args.map(argumentText).join(', ')})`;
}

/**
 * An expression that calls a function of ours which imports others that run in the debuggee.
 *
 * @param text The function with all of them, as `import text from './in-debuggee/….ts?in-debuggee'` gives it.
 */
export function callBundled<F extends DebuggeeFunction>(text: string, ...args: Given<Parameters<F>>): string {
  return `${text}(${args.map(argumentText).join(', ')})`;
}

/** A string literal that makes little of a long text: quotes stay as they are. */
export function textLiteral(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``;
}

function argumentText(given: unknown): string {
  if (given instanceof Verbatim) return given.text;
  // Undefined is no JSON.
  return JSON.stringify(given) ?? 'undefined';
}
