import { extname } from 'node:path';
import { type AnyNode, type Program, parse } from 'acorn';
import { readText } from '../../../files/read-file.ts';
import { offsetIn } from './source-lines.ts';

/** Longer sources are not parsed: generated bundles would cost more than the hint is worth. */
const MAX_SOURCE_LENGTH = 1_000_000;

/** A function of a source text. Lines are 1-based, columns 0-based as acorn counts them. */
export interface FunctionSpan {
  /** `total`, `Cart.total`, `(anonymous)`. */
  readonly name: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  /** The column of the function's last character. */
  readonly endColumn: number;
  /** The start of the function's body: a breakpoint set there slides to its first statement. */
  readonly body: { readonly line: number; readonly column: number };
}

/** The functions of a JavaScript source, outer before inner; empty when it does not parse as JavaScript. */
export function functionsIn(source: string): FunctionSpan[] {
  const program = parseSource(source);
  if (!program) return [];
  const spans: FunctionSpan[] = [];
  walk(program, [], (node, parents) => {
    if (!isFunction(node) || !node.loc || !node.body.loc) return;
    const name = functionName(node, parents);
    const body = {
      line: node.body.loc.start.line,
      column: node.body.loc.start.column + (node.body.type === 'BlockStatement' ? 1 : 0),
    };
    spans.push({
      name,
      startLine: node.loc.start.line,
      startColumn: node.loc.start.column,
      endLine: node.loc.end.line,
      endColumn: node.loc.end.column - 1,
      body,
    });
  });
  return spans;
}

/**
 * Warns that a breakpoint that V8 moved may not be the one that was meant: it left the function it was asked for, or slid into a
 * function that runs only when it is called. Undefined if it stays in the same function, or if the source cannot be read.
 */
export function moveWarning(path: string, fromLine: number, toLine: number): string | undefined {
  const source = readSource(path);
  return source === undefined ? undefined : moveWarningIn(source, fromLine, toLine);
}

/** The same for a text that is known. */
function moveWarningIn(source: string, fromLine: number, toLine: number): string | undefined {
  return moveWarningAmong(functionsIn(source), fromLine, toLine);
}

/** The same among functions that are known. */
export function moveWarningAmong(
  spans: readonly Pick<FunctionSpan, 'name' | 'startLine' | 'endLine'>[],
  fromLine: number,
  toLine: number,
): string | undefined {
  const from = innermost(spans, fromLine);
  const to = innermost(spans, toLine);
  if (from === to) return undefined;
  if (to)
    return `that line is inside ${to.name === '(anonymous)' ? 'an anonymous function' : `${to.name}()`}, which runs only when it is called`;
  return `that line is outside ${from?.name ?? 'the function'}()`;
}

/**
 * The syntax nodes around a place (1-based line, 0-based column), outermost first; undefined when the source does not parse as
 * JavaScript.
 */
export function nodesAround(source: string, line: number, column: number): PlaceInTree | undefined {
  const program = parseSource(source);
  if (!program) return undefined;
  const offset = offsetIn(source, { lineNumber: line - 1, columnNumber: column });
  const isAround = ({ start, end }: AnyNode) => start <= offset && offset < end;
  const nodes: AnyNode[] = [];
  // No other branch is looked at: of a long source, that would cost each step more than all else.
  for (let node: AnyNode | undefined = program; node; node = childrenOf(node).findLast(isAround)) nodes.push(node);
  return { offset, nodes };
}

/** A place in a syntax tree. */
export interface PlaceInTree {
  /** 0-based, in UTF-16 units. */
  readonly offset: number;
  readonly nodes: readonly AnyNode[];
}

/** A source file's text; undefined when it is missing or too long to be worth parsing. */
export function readSource(path: string): string | undefined {
  return readText(path, MAX_SOURCE_LENGTH);
}

/** True if a file is JavaScript that is short enough to be parsed: what a transpiler made of another language stays as it is. */
export function isPlainScript(path: string): boolean {
  return ['.js', '.cjs', '.mjs', ''].includes(extname(path)) && readSource(path) !== undefined;
}

function innermost<T extends Pick<FunctionSpan, 'startLine' | 'endLine'>>(
  spans: readonly T[],
  line: number,
): T | undefined {
  return spans.filter((span) => span.startLine <= line && line <= span.endLine).at(-1);
}

interface KeptSource {
  readonly source: string;
  readonly program: Program | undefined;
}

/** The sources that were parsed last: each step asks for those of all functions on the stack, a small one's, too. */
let kept: readonly KeptSource[] = [];
const MAX_KEPT = 20;
/** The most characters of all sources that are kept. */
const MAX_KEPT_LENGTH = 3 * MAX_SOURCE_LENGTH;

/** A syntax tree, kept for the next one who asks; undefined when the text does not parse as JavaScript, or is too long. */
export function parseSource(source: string): Program | undefined {
  if (source.length > MAX_SOURCE_LENGTH) return undefined;
  const known = kept.find((each) => each.source === source);
  if (known && known === kept[0]) return known.program;
  const wanted = known ?? { source, program: parseAnew(source) };
  kept = withinBounds([wanted, ...kept.filter((each) => each !== known)]);
  return wanted.program;
}

function withinBounds(sources: readonly KeptSource[]): readonly KeptSource[] {
  let length = 0;
  return sources.filter((each, index) => {
    length += each.source.length;
    return index < MAX_KEPT && length <= MAX_KEPT_LENGTH;
  });
}

function parseAnew(source: string): Program | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(source, {
        ecmaVersion: 'latest',
        sourceType,
        locations: true,
        allowHashBang: true,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: sourceType === 'module',
      });
    } catch {
      // Not of this type; TypeScript is of neither.
    }
  }
  return undefined;
}

/** A node for which {@link isFunction} is true. */
export type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

/** True if a node is a function with a text of its own. */
export function isFunction(node: AnyNode): node is FunctionNode {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

function functionName(node: FunctionNode, parents: readonly AnyNode[]): string {
  if (node.id) return node.id.name;
  const parent = parents.at(-1);
  switch (parent?.type) {
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return `${className(parents.at(-3), parents.at(-4))}${keyName(parent.key)}`;
    case 'Property':
      return `${objectName(parents.at(-3))}${keyName(parent.key)}`;
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '(anonymous)';
    case 'AssignmentExpression':
      return memberName(parent.left);
    case 'CallExpression': {
      // What esbuild makes of `const twice = …`, so that the function keeps its name: `const twice = __name(…, "twice")`.
      const [made, kept] = parent.arguments;
      if (made !== node || kept?.type !== 'Literal') return '(anonymous)';
      const name = functionName(node, parents.slice(0, -1));
      return name.split('.').at(-1) === kept.value ? name : '(anonymous)';
    }
    default:
      return '(anonymous)';
  }
}

function className(node: AnyNode | undefined, parent: AnyNode | undefined): string {
  const isClass = node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';
  return isClass && node.id ? `${node.id.name}.` : objectName(parent);
}

function objectName(node: AnyNode | undefined): string {
  return node?.type === 'VariableDeclarator' && node.id.type === 'Identifier' ? `${node.id.name}.` : '';
}

function memberName(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return '(anonymous)';
  // What is put on a prototype is a method of its class.
  const isPrototype = node.object.type === 'MemberExpression' && keyName(node.object.property) === 'prototype';
  const object = isPrototype && node.object.type === 'MemberExpression' ? node.object.object : node.object;
  return `${object.type === 'Identifier' ? `${object.name}.` : ''}${keyName(node.property)}`;
}

function keyName(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  return node.type === 'Literal' ? String(node.value) : '(anonymous)';
}

/** Visits a node and everything below it, parents first. */
export function walk(
  node: AnyNode,
  parents: readonly AnyNode[],
  visit: (node: AnyNode, parents: readonly AnyNode[]) => void,
): void {
  visit(node, parents);
  const below = [...parents, node];
  for (const child of childrenOf(node)) walk(child, below, visit);
}

function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) children.push(each);
  }
  return children;
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}

/** A variable that an expression names. */
interface NamedVariable {
  readonly name: string;
  /** The start of the name in the expression; 0-based. */
  readonly start: number;
  /** `{ name }`: it names a property, too. */
  readonly isShorthand: boolean;
}

/** The variables that an expression names, in its order; empty when it does not parse. */
export function identifiersIn(expression: string): NamedVariable[] {
  const program = parseSource(`(${expression}\n)`);
  if (!program) return [];
  const found = new Map<number, NamedVariable>();
  walk(program, [], (node, parents) => {
    if (node.type !== 'Identifier') return;
    const parent = parents.at(-1);
    const isProperty = parent?.type === 'MemberExpression' && !parent.computed && parent.property === node;
    const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand;
    if (isProperty || isKey) return;
    const isShorthand = parent?.type === 'Property' && parent.shorthand;
    found.set(node.start, { name: node.name, start: node.start - 1, isShorthand });
  });
  return [...found.values()].sort((a, b) => a.start - b.start);
}
