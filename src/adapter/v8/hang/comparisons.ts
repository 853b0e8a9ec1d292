import type { LoopTest } from '../../hang-evidence.ts';
import type { AnyNode } from '../source/syntax-tree.ts';

/** A comparison in source text, before its sides have values. */
export interface TestText {
  readonly operator: LoopTest['operator'];
  readonly left: string;
  readonly right?: string;
}

type Operator = TestText['operator'];

const OPERATORS: Readonly<Record<string, Operator>> = {
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '!=': '!=',
  '!==': '!=',
  '==': '==',
  '===': '==',
};

const OPPOSITES: Readonly<Record<Operator, Operator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '!=': '==',
  '==': '!=',
  truth: 'truth',
};

/**
 * The comparisons that a condition is made of.
 *
 * @param goesOn Whether the loop goes on when the condition is true; else it ends then.
 */
export function testsOf(source: string, node: AnyNode, goesOn: boolean): TestText[] {
  switch (node.type) {
    case 'LogicalExpression':
      return [...testsOf(source, node.left, goesOn), ...testsOf(source, node.right, goesOn)];
    case 'UnaryExpression':
      if (node.operator === '!') return testsOf(source, node.argument, !goesOn);
      break;
    case 'ParenthesizedExpression':
      return testsOf(source, node.expression, goesOn);
    case 'BinaryExpression': {
      const operator = OPERATORS[node.operator];
      if (!operator) break;
      const left = valueText(source, node.left);
      const right = valueText(source, node.right);
      return [{ operator: goesOn ? operator : OPPOSITES[operator], left, right }];
    }
  }
  return [{ operator: 'truth', left: valueText(source, node) }];
}

/** An assignment or a count is not done again to be read: what it has changed is. */
function valueText(source: string, node: AnyNode): string {
  if (node.type === 'AssignmentExpression') return valueText(source, node.left);
  if (node.type === 'UpdateExpression') return valueText(source, node.argument);
  if (node.type === 'AwaitExpression') return valueText(source, node.argument);
  if (node.type === 'ParenthesizedExpression') return valueText(source, node.expression);
  return source.slice(node.start, node.end);
}
