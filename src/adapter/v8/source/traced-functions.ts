import { type FunctionSpan, functionsIn } from './source-structure.ts';
import { type AnyNode, isFunction, type Options, type Program, parse, walk } from './syntax-tree.ts';
import { type UnseenReturn, unseenReturns } from './unseen-returns.ts';

/** Longer texts are bundles, of which it is not asked what ran. */
const MAX_TEXT_LENGTH = 1_000_000;
const STATEMENT = /(Statement|VariableDeclaration)$/;
const LOOP = /^(For|While|DoWhile)/;

/** A function as it is followed: offsets are 0-based, in UTF-16 units. */
export interface TracedFunctionSpan extends FunctionSpan {
  readonly start: number;
  readonly end: number;
  /** The offset at or behind which the function's first code lies. */
  readonly bodyStart: number;
  /** The names that the function's parameters have inside of it. */
  readonly parameters: readonly string[];
  /** True if the function may wait and go on later: an async function or a generator. */
  readonly isPausing: boolean;
  /** Its first statement is a loop, whose head is come by again. */
  readonly beginsWithLoop: boolean;
  /** The function's own statements, by where they begin and end. */
  readonly statements: readonly { readonly start: number; readonly end: number }[];
  /** Its returns that V8 does not stop at. */
  readonly unseenReturns: readonly UnseenReturn[];
}

/** The functions of a text, outer before inner, with what is needed to follow their calls; empty when it does not parse as JavaScript. */
export function tracedFunctionsIn(source: string): TracedFunctionSpan[] {
  const program = source.length > MAX_TEXT_LENGTH ? undefined : parsed(source);
  if (!program) return [];
  const named = new Map(functionsIn(source).map((each) => [`${each.startLine}:${each.startColumn}`, each]));
  const { returns } = unseenReturns(source);
  const found: Omit<TracedFunctionSpan, 'unseenReturns'>[] = [];
  walk(program, (node) => {
    const at = node.loc?.start;
    const span = at && isFunctionNode(node) ? named.get(`${at.line}:${at.column}`) : undefined;
    if (span && isFunctionNode(node)) found.push({ ...span, ...partsOf(node) });
    return undefined;
  });
  return found.map((each) => ({ ...each, unseenReturns: returns.filter((one) => ownerOf(found, one) === each) }));
}

/** The innermost function around a place. */
function ownerOf<T extends { readonly start: number; readonly end: number }>(
  functions: readonly T[],
  { start }: UnseenReturn,
) {
  return functions.findLast((each) => each.start <= start && start < each.end);
}

type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

function isFunctionNode(node: AnyNode): node is FunctionNode {
  return isFunction(node);
}

function partsOf(node: FunctionNode) {
  const { body, params, start, end } = node;
  const isBlock = body.type === 'BlockStatement';
  const first = isBlock ? body.body[0] : undefined;
  return {
    start,
    end,
    bodyStart: body.start,
    parameters: params.flatMap((each) => namesOf(each)),
    isPausing: node.async || node.generator,
    beginsWithLoop: first !== undefined && LOOP.test(first.type),
    statements: isBlock ? statementsIn(body) : [{ start: body.start, end: body.end }],
  };
}

/** The statements of a body, without those of functions in it. */
function statementsIn(body: AnyNode): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  walk(body, (node) => {
    if (isFunction(node) || /^(ClassDeclaration|ClassExpression)$/.test(node.type)) return 'skip';
    const isOne = STATEMENT.test(node.type) && node.type !== 'BlockStatement' && node.type !== 'EmptyStatement';
    if (isOne) found.push({ start: node.start, end: node.end });
    return undefined;
  });
  return found;
}

/** The names of a parameter, which may be a pattern. */
function namesOf(pattern: AnyNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? namesOf(each) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesOf(each.type === 'Property' ? each.value : each.argument));
    default:
      return [];
  }
}

function parsed(source: string): Program | undefined {
  const shared: Options = {
    ecmaVersion: 'latest',
    locations: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
  };
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(source, { ...shared, sourceType, allowAwaitOutsideFunction: sourceType === 'module' });
    } catch {
      // Not of this type.
    }
  }
  return undefined;
}
