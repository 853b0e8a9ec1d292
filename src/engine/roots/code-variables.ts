/** Variables whose value is code for the interpreter, the shell or the tool that reads them. */
const IS_CODE = /^(PERL5DB|LUA_INIT\w*|PROMPT_COMMAND|npm_config_call|GIT_\w*(COMMAND|EDITOR))$/i;
/** A function that a shell takes from its environment. */
const SHELL_FUNCTION = /^BASH_FUNC_/;
/** A shell puts in what these would have it compute. */
const IS_EXPANDED = /^(BASH_ENV|ENV|PS4)$/;
const COMPUTED = /\$\(|`/;
/** `--eval=…` */
const MAKE_FLAGS = /^(MAKEFLAGS|GNUMAKEFLAGS)$/;
const EVALUATES = /--eval|-E/;
/** As a word, an option, or the value of either. */
const CODE_URL = /(^|[=\s"'\\])data:/i;
/** Characters that URL parsers leave out. */
const IGNORED_IN_URLS = /[\t\r\n]/g;

/**
 * Names the variable whose value is code that the call itself holds, as the beginning of a sentence; undefined if there is none.
 */
export function codeVariable(env: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(env)) {
    if (SHELL_FUNCTION.test(name)) return `The function in env.${name}`;
    const isCode =
      IS_CODE.test(name) ||
      (IS_EXPANDED.test(name) && COMPUTED.test(value)) ||
      (MAKE_FLAGS.test(name) && EVALUATES.test(value));
    if (isCode) return `The code in env.${name}`;
    if (isCodeUrl(value)) return 'A data: URL in env';
  }
  return undefined;
}

/** True if a text has a `data:` URL in it, which is code where a module is meant. */
export function isCodeUrl(text: string): boolean {
  return CODE_URL.test(text.replace(IGNORED_IN_URLS, ''));
}
