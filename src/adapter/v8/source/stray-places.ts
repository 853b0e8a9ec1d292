import type { AnyNode } from 'acorn';
import { linesOfScript } from '../../../files/text-lines.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import { isFunction, nodesAround } from './source-structure.ts';

/** The remark on a line at which a breakpoint cannot stand. */
export const NO_CODE = 'no code there';

/**
 * The reason why a breakpoint may not stand at V8's place: V8 goes on to the next code that it has, be that in another function,
 * behind the block that was meant or, past the end of a function that it dropped, anywhere. Undefined if the place is in the
 * block that was asked for, behind the wanted place; also if the text does not parse as JavaScript.
 *
 * Places are 0-based, in the script's own text.
 */
export function strayReason(text: string, asked: GeneratedPosition, at: GeneratedPosition): string | undefined {
  const from = nodesAround(text, asked.lineNumber + 1, columnOfCode(text, asked));
  const to = nodesAround(text, at.lineNumber + 1, at.columnNumber);
  if (!from || !to || isWithin(from, to, asked)) return undefined;
  return leftOut(from.nodes.find((node) => isUnused(node, text) && !contains(node, to.offset)));
}

/**
 * The reason why V8 has no place at all for a breakpoint. Of a function that it dropped, V8 says so now and then, and goes on to
 * other code else.
 */
export function noPlaceReason(text: string, asked: GeneratedPosition): string {
  const nodes = nodesAround(text, asked.lineNumber + 1, columnOfCode(text, asked))?.nodes ?? [];
  // Other modules name what is exported.
  const isExported = nodes.some(({ type }) => type.startsWith('Export'));
  return leftOut(isExported ? undefined : nodes.find((node) => isUnused(node, text)));
}

function leftOut(unused: AnyNode | undefined): string {
  const name = unused && isFunction(unused) ? unused.id?.name : undefined;
  return name === undefined ? NO_CODE : `${NO_CODE}: ${name}() is never used, V8 left it out`;
}

type Place = NonNullable<ReturnType<typeof nodesAround>>;

function isWithin(from: Place, to: Place, asked: GeneratedPosition): boolean {
  if (to.offset < from.offset) return false;
  const block = from.nodes.findLast((node) => isBlock(node) && node.start < from.offset && from.offset < node.end - 1);
  if (block && !contains(block, to.offset)) return false;
  const home = from.nodes.findLast(isFunction);
  const reached = to.nodes.findLast(isFunction);
  // The first line of a function stands for its body.
  return isSame(home, reached) || reached?.loc?.start.line === asked.lineNumber + 1;
}

/** Functions that nothing names are not compiled at all. */
function isUnused(node: AnyNode, text: string): boolean {
  if (node.type !== 'FunctionDeclaration' || !node.id) return false;
  const name = node.id.name.replaceAll('$', '\\$');
  return !new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text.slice(0, node.start) + text.slice(node.end));
}

function isBlock({ type }: AnyNode): boolean {
  return /^(BlockStatement|StaticBlock|ClassBody|SwitchStatement)$/.test(type);
}

function contains(node: AnyNode, offset: number): boolean {
  return node.start <= offset && offset < node.end;
}

/** Two readings of one text have nodes of their own. */
function isSame(a: AnyNode | undefined, b: AnyNode | undefined): boolean {
  return a?.start === b?.start && a?.end === b?.end;
}

/** The column of the first code of a line: the blanks in front of it belong to nothing. */
function columnOfCode(text: string, { lineNumber, columnNumber }: GeneratedPosition): number {
  if (columnNumber > 0) return columnNumber;
  const line = linesOfScript(text)[lineNumber] ?? '';
  return Math.max(0, line.search(/\S/));
}
