import type { TracePoint } from '../../../../../model/trace/trace-request.ts';
import { type AnyNode, parse, walk } from '../../../../v8/source/syntax-tree.ts';
import type { CodeText } from './frame-code.ts';
import { functionsOf } from './functions.ts';
import { type CodeTable, RECORDER } from './table.ts';

/** The first invalid expression, with why; undefined when all can be put into the code. */
export function expressionProblem(expressions: readonly string[]): string | undefined {
  for (const each of expressions) {
    try {
      parse(`(()=>(${each}\n))`, { ecmaVersion: 'latest' });
    } catch (error) {
      return `${each} is no expression: ${error instanceof Error ? error.message : ''}`;
    }
    if (/\/[/*]|[\r\n]/.test(each)) return `${each} holds a comment or a line break`;
  }
  return undefined;
}

/** Has a statement that begins on a line of the written source be preceded by a look at the expressions. */
export function pointCode(code: CodeText, key: number, point: TracePoint): CodeTable | undefined {
  const { text, written, edits } = code;
  const { place, expressions, condition } = point;
  if (place.kind !== 'line') return undefined;
  const found = statementAt(code, place.path, place.line);
  if (found === undefined) return undefined;
  const { node, isBare } = found;
  const readers = expressions.map((each) => `()=>(${each})`).join(',');
  const test = condition === undefined ? '' : `,()=>(${condition})`;
  const look = `${RECORDER}(${key},[],[${readers}]${test});`;
  const before = text.tokenEndBefore(node.start);
  edits.probe(before, isBare ? `{${look}` : `;${look}`);
  if (isBare) edits.endBlock(node.end, '}');
  const { line, column } = text.positionOf(node.start);
  const at = written.at(line, column);
  const name = functionsOf(text.program).findLast(
    (each) => each.node.start <= node.start && node.end <= each.node.end,
  )?.name;
  const empty = { params: [], outer: [], slots: [], loops: [], sites: [], expressions: [], catches: false };
  return {
    key,
    kind: 'point',
    point: point.id,
    name: name ?? '',
    path: at.path,
    line: at.line,
    endLine: at.line,
    ...empty,
  };
}

/** The statement that begins on a line, or the innermost one that the line is in. `isBare`: it is a body without braces. */
function statementAt(code: CodeText, path: string, line: number): { node: AnyNode; isBare: boolean } | undefined {
  let first: { node: AnyNode; isBare: boolean } | undefined;
  let around: { node: AnyNode; isBare: boolean } | undefined;
  const writtenAt = (offset: number) => {
    const position = code.text.positionOf(offset);
    return code.written.at(position.line, position.column);
  };
  walk(code.text.program, (node, ancestors) => {
    const parent = ancestors.at(-1);
    const role = parent === undefined ? undefined : roleOf(node, parent);
    if (role === undefined || 'directive' in node || (role === 'listed' && node.type === 'EmptyStatement'))
      return undefined;
    const start = writtenAt(node.start);
    if (start.path !== path) return undefined;
    const found = { node, isBare: role === 'body' };
    if (start.line === line) first ??= found;
    else if (start.line < line && line <= writtenAt(node.end - 1).line && !/^(Function|Class)/.test(node.type))
      around = found;
    return undefined;
  });
  return first ?? around;
}

/** True if a statement stands in a list, or is the body of another one. */
function roleOf(node: AnyNode, parent: AnyNode): 'listed' | 'body' | undefined {
  if (/^(Import|ExportAll|FunctionDeclaration|BlockStatement)/.test(node.type)) return undefined;
  switch (parent.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return parent.body.some((each) => each === node) ? 'listed' : undefined;
    case 'SwitchCase':
      return parent.consequent.some((each) => each === node) ? 'listed' : undefined;
    case 'IfStatement':
      return parent.consequent === node || parent.alternate === node ? 'body' : undefined;
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return parent.body === node ? 'body' : undefined;
    default:
      return undefined;
  }
}
