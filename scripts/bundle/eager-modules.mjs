import { parse } from 'acorn';

/**
 * Puts parentheses around the functions that esbuild makes of CommonJS modules: V8 takes them for functions that are called at once, and
 * compiles them without having looked through them for nothing before.
 *
 * @param {string} text A bundle that was made with `function` instead of arrows, for which V8 has no such sign.
 */
export function withEagerModules(text) {
  const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'script' });
  const modules = body
    .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init.arguments.slice(0, 1) : []))
    .filter(({ type }) => type === 'FunctionExpression');
  if (modules.length === 0) throw new Error('esbuild writes modules in another way now');
  return modules.reduceRight(
    (changed, { start, end }) => `${changed.slice(0, start)}(${changed.slice(start, end)})${changed.slice(end)}`,
    text,
  );
}
