import type { AnyNode } from 'acorn';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import { nodesAround } from './source-structure.ts';

const STATEMENT = /Statement$|Declaration$|^Program$|^PropertyDefinition$|^StaticBlock$/;

/** True if two places of a source, both 0-based, belong to one statement; on one line where the source does not parse. */
export function isSameStatement(source: string, one: GeneratedPosition, other: GeneratedPosition): boolean {
  const first = statementAt(source, one);
  const second = statementAt(source, other);
  if (first === undefined || second === undefined) return one.lineNumber === other.lineNumber;
  return first.start === second.start && first.end === second.end;
}

/** The innermost statement; an arrow function's value without a block is a statement of its own. */
function statementAt(source: string, { lineNumber, columnNumber }: GeneratedPosition): AnyNode | undefined {
  const { nodes = [] } = nodesAround(source, lineNumber + 1, columnNumber) ?? {};
  return nodes.findLast((node, index) => STATEMENT.test(node.type) || isArrowBody(node, nodes[index - 1]));
}

function isArrowBody(node: AnyNode, parent: AnyNode | undefined): boolean {
  return parent?.type === 'ArrowFunctionExpression' && parent.body === node;
}
