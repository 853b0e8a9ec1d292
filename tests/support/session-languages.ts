import { pythonWith } from './pythons.ts';

/** The examples of the session toolset's reference in one language. */
export interface ExampleLanguage {
  readonly language: string;
  readonly executablePath?: string;
  /** The program that swaps wrongly, with its breakpoint on line 9. */
  readonly swap: string;
  readonly swapFunction: string;
  /** Line 9 of it and the two lines before and after, without indentation. */
  readonly swapLines: readonly string[];
  /** The name of the outermost frame, and the lines of `main` and of its call. */
  readonly module: string;
  /** The program with locals, and where the example stops in its `main`. */
  readonly locals: { readonly script: string; readonly line: number; readonly names: readonly string[] };
  /** A program that runs for ever, waiting most of the time, and the function that it runs then. */
  readonly ticking: { readonly file: string; readonly functionName: string };
  /** The line inside the function without locals. */
  readonly emptyLine: number;
  readonly scopeName: string;
  readonly numberType: string;
  /** An expression that makes a collection, what it is shown as, and its type. */
  readonly collection: readonly [expression: string, result: string, type: string];
  /** Expressions of `main`'s variables: before and after it has called. */
  readonly outerExpression: string;
  readonly tuple: string;
  /** The program's message when a name is not known. */
  readonly unknownName: RegExp;
  /** An expression whose function throws, and the error with the calls that led there. */
  readonly thrownInCall: readonly [expression: string, error: RegExp];
  /** A value with a property or key that looks like an element. */
  readonly likeAnElement: string;
  /** The properties that `includeSpecial` adds at the top level, and in the function that swaps. */
  readonly special: readonly (readonly string[])[];
  /** An expression that shows the variable SHOP and the working folder. */
  readonly environment: string;
  /** The warnings about the argument `sourceMaps`. */
  readonly launchWarnings: readonly string[] | undefined;
}

export const JAVASCRIPT: ExampleLanguage = {
  language: 'javascript',
  swap: 'swap_vars.js',
  swapFunction: 'swapVariables',
  swapLines: [
    'function swapVariables(a, b) {',
    '// This function is supposed to swap two variables.',
    "a = String(b); // Bug: loses original value of 'a'",
    "b = String(a); // Bug: 'b' gets the new value of 'a', not the original",
    'return [a, b];',
  ],
  module: '(module)',
  locals: { script: 'javascript_test_comprehensive.js', line: 40, names: ['x'] },
  ticking: { file: 'ticking.js', functionName: 'tick' },
  emptyLine: 4,
  scopeName: 'Local',
  numberType: 'number',
  collection: ['[0, 1, 2, 3, 4].map((i) => i * 2)', '[0, 2, 4, 6, 8]', 'array'],
  outerExpression: 'x + y',
  tuple: '[p, q]',
  unknownName: /^Name not found: ReferenceError: undefined_variable is not defined$/,
  thrownInCall: ['(() => { throw new RangeError("far"); })()', /^Evaluation failed: RangeError: far$/],
  likeAnElement: '({ "[0]": 1 })',
  special: [['this'], ['this']],
  environment: 'process.env.SHOP + " in " + process.cwd()',
  launchWarnings: ['dapLaunchArgs.sourceMaps has no effect for Node.js'],
};

export const PYTHON: ExampleLanguage = {
  language: 'python',
  executablePath: pythonWith('newest'),
  swap: 'swap_vars.py',
  swapFunction: 'swap_variables',
  swapLines: [
    'def swap_variables(a, b):',
    '"""This function is supposed to swap two variables."""',
    "a = b # Bug: loses original value of 'a'",
    "b = a # Bug: 'b' gets the new value of 'a', not the original",
    'return a, b',
  ],
  module: '<module>',
  locals: { script: 'python_test_comprehensive.py', line: 31, names: ['x', 'y'] },
  ticking: { file: 'ticking.py', functionName: 'tick' },
  emptyLine: 8,
  scopeName: 'Locals',
  numberType: 'int',
  collection: ['[i*2 for i in range(5)]', '[0, 2, 4, 6, 8]', 'list'],
  outerExpression: 'x + y',
  tuple: '(p, q)',
  unknownName:
    /^Name not found: Traceback \(most recent call last\):\n {2}File "<string>", line 1, in <module>\nNameError: name 'undefined_variable' is not defined\n$/,
  thrownInCall: [
    '(lambda: [][1])()',
    /^Evaluation failed: Traceback \(most recent call last\):\n {2}File "<string>", line 1, in <module>\n {2}File "<string>", line 1, in <lambda>\nIndexError: list index out of range\n$/,
  ],
  likeAnElement: '{"[0]": 1}',
  special: [['__name__', '__file__', '__doc__', '__package__', '__spec__', '__builtins__'], []],
  environment: '__import__("os").environ["SHOP"] + " in " + __import__("os").getcwd()',
  launchWarnings: undefined,
};
