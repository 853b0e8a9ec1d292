/** Names that every program of a language has, so that they say nothing about this one, by the adapter's id. */
const SPECIAL_NAMES: Readonly<Record<string, RegExp>> = {
  // Debugpy may list such names in groups, each as one entry.
  python: /^(?:__\w+__|_pydev\w*|special variables|function variables|class variables)$/,
  node: /^(?:this|arguments|new\.target|__proto__|\[\[.*\]\])$/,
};

/** Whether a variable is one of those. @param language The adapter's id. */
export function isSpecial(language: string, name: string): boolean {
  return SPECIAL_NAMES[language]?.test(name) ?? false;
}

/** What an exception says about the expression that threw it, by its class. */
const KINDS: Readonly<Record<string, string>> = {
  NameError: 'Name not found',
  ReferenceError: 'Name not found',
  SyntaxError: 'Syntax error in expression',
  TypeError: 'Type error',
};

/**
 * What an expression threw, in words that clients compare: in Python with the traceback that its users know.
 *
 * @param language The adapter's id.
 */
export function thrownText(language: string, name: string, message: string): string {
  const text = message === '' ? name : `${name}: ${message}`;
  const hasTraceback = language === 'python' && name !== 'SyntaxError';
  const traceback = `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n${text}\n`;
  return `${KINDS[name] ?? 'Evaluation failed'}: ${hasTraceback ? traceback : text}`;
}
