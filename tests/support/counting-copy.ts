import { parse } from 'acorn';

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const UNCOUNTED = ['BlockStatement', 'EmptyStatement', 'FunctionDeclaration', 'TryStatement', 'LabeledStatement'];
const LOOPS = ['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'];

/**
 * A copy of a program that counts its own lines: what a tracer says of the program is compared with what the copy says. It writes
 * `{"<line>": <count>}` into a file when it ends. Nothing here is the tracer's.
 */
export function countingCopy(text: string, kind: 'cjs' | 'mjs', file: string): string {
  const added: { readonly at: number; readonly text: string; readonly order: number }[] = [];
  const lines = new Set<number>();
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const count = (node: Syntax) => {
    lines.add(lineOf(node.start));
    return `__own(${lineOf(node.start)},${node.start});`;
  };
  const statement = (node: Syntax): void => {
    const inner = node.type === 'LabeledStatement' && isSyntax(node.body) ? node.body : node;
    if (!isCounted(inner)) return;
    added.push({ at: node.start, text: count(inner), order: 1 });
  };
  const asBlock = (node: unknown): void => {
    if (!isSyntax(node) || node.type === 'BlockStatement') return;
    added.push({ at: node.start, text: '{', order: 0 });
    statement(node);
    added.push({ at: node.end, text: '}', order: -node.start });
  };
  const visit = (node: Syntax): void => {
    if (node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock') {
      syntaxIn(node.body)
        .filter((each) => each.directive === undefined)
        .forEach(statement);
    }
    if (node.type === 'SwitchCase') syntaxIn(node.consequent).forEach(statement);
    if (node.type === 'IfStatement') {
      asBlock(node.consequent);
      asBlock(node.alternate);
    }
    if (LOOPS.includes(node.type)) asBlock(node.body);
    if (FUNCTIONS.includes(node.type) && node.expression === true && isSyntax(node.body)) {
      const arrow = text.indexOf('=>', node.start);
      const last = text.slice(0, node.body.start).lastIndexOf('=>');
      added.push({ at: Math.max(arrow, last) + 2, text: `{${count(node.body)}return (`, order: 0 });
      added.push({ at: node.end, text: ')}', order: -node.start });
    }
    for (const value of Object.values(node)) syntaxIn(value).forEach(visit);
  };
  const program: unknown = parse(text, { ecmaVersion: 'latest', sourceType: kind === 'mjs' ? 'module' : 'script' });
  if (isSyntax(program)) visit(program);
  return `${prelude(kind, [...lines], file)}${inserted(text, added)}`;
}

/** On the line before the program's first: functions may be called before any other statement. */
function prelude(kind: 'cjs' | 'mjs', lines: readonly number[], file: string): string {
  const fs = kind === 'mjs' ? `process.getBuiltinModule?.('fs') ?? (await import('node:fs'))` : `require('node:fs')`;
  return [
    `{ const counts = {}, fs = ${fs}; let ended = false;`,
    `Object.defineProperty(globalThis, '__own', { value: (line, at) => { (counts[line] ??= {})[at] = (counts[line][at] ?? 0) + 1 } });`,
    `process.on('exit', () => fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ lines: ${JSON.stringify(lines)}, counts }))); }\n`,
  ].join('');
}

function inserted(
  text: string,
  added: readonly { readonly at: number; readonly text: string; readonly order: number }[],
) {
  let made = '';
  let from = 0;
  for (const each of [...added].sort((a, b) => a.at - b.at || a.order - b.order)) {
    made += text.slice(from, each.at) + each.text;
    from = each.at;
  }
  return made + text.slice(from);
}

function isCounted(node: Syntax): boolean {
  if (UNCOUNTED.includes(node.type) || /^(Import|ExportAll|ExportDefault)/.test(node.type)) return false;
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (!isSyntax(declaration) || declaration.type === 'FunctionDeclaration') return false;
  if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'var') return true;
  return syntaxIn(declaration.declarations).some(({ init }) => init !== null);
}

function syntaxIn(value: unknown): Syntax[] {
  return (Array.isArray(value) ? value : [value]).filter(isSyntax);
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}
