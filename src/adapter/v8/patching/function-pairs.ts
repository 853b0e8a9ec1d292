import { type FunctionNode, isFunction } from '../source/source-structure.ts';
import { type AnyNode, parse, type Token, walk } from '../source/syntax-tree.ts';

/** A text as a program. */
export interface ParsedText {
  readonly text: string;
  readonly program: AnyNode;
  readonly tokens: readonly Token[];
}

/** A function of two texts whose own code differs: its parameters or its body, without the functions inside it. */
export interface FunctionPair {
  readonly old: FunctionNode;
  readonly new: FunctionNode;
  /** The start of the function's parameters in the old text: V8's place of the function. */
  readonly oldStart: number;
  readonly newStart: number;
  /** True if a call around the function, or a new instance of its class, makes another function object of it. */
  readonly isMadeAnew: boolean;
}

/** @throws SyntaxError what the parser says */
export function parseText(text: string, sourceType: 'module' | 'commonjs'): ParsedText {
  const tokens: Token[] = [];
  const program = parse(text, {
    ecmaVersion: 'latest',
    sourceType,
    allowHashBang: true,
    onToken: tokens,
    locations: true,
  });
  return { text, program, tokens };
}

/**
 * The outermost functions that differ between two texts of a program; `outside` where anything differs outside of functions.
 * Blanks and comments do not count.
 */
export function differingFunctions(old: ParsedText, now: ParsedText): readonly FunctionPair[] | 'outside' {
  const pairs = differencesIn(
    { ...old, node: old.program, start: old.program.start, isMadeAnew: false },
    { ...now, node: now.program, start: now.program.start, isMadeAnew: false },
  );
  return pairs === 'own' ? 'outside' : pairs;
}

/** A program, or a function from its parameters on. */
interface Region extends ParsedText {
  readonly node: AnyNode;
  readonly start: number;
  readonly isMadeAnew: boolean;
}

function differencesIn(old: Region, now: Region): readonly FunctionPair[] | 'own' {
  const [oldInner, newInner] = [innerFunctions(old), innerFunctions(now)];
  if (oldInner.length !== newInner.length || ownCode(old, oldInner) !== ownCode(now, newInner)) return 'own';
  return oldInner.flatMap((region, index) => {
    const other = newInner[index];
    if (!other) return [];
    const found = differencesIn(region, other);
    if (found !== 'own') return found;
    return {
      old: region.node,
      new: other.node,
      oldStart: region.start,
      newStart: other.start,
      isMadeAnew: region.isMadeAnew,
    };
  });
}

/** The functions directly in a region, in the order of the text. */
function innerFunctions(region: Region): (Region & { readonly node: FunctionNode })[] {
  const found: (Region & { readonly node: FunctionNode })[] = [];
  walk(region.node, (node, ancestors) => {
    if (node === region.node || !isFunction(node)) return undefined;
    const isOfInstance = ancestors.some((each) => each.type === 'PropertyDefinition' && !each.static);
    const isMadeAnew = isFunction(region.node) || isOfInstance;
    found.push({ ...region, node, start: parametersStart(node, region.tokens), isMadeAnew });
    return 'skip';
  });
  return found.sort((a, b) => a.start - b.start);
}

/** The start of a function's own text; its name and its kind belong to the code around it. */
function parametersStart(node: FunctionNode, tokens: readonly Token[]): number {
  const isArrow = node.type === 'ArrowFunctionExpression';
  const from = isArrow && node.async ? node.start + 1 : node.start;
  const first = tokenFrom(tokens, from);
  if (isArrow) return tokens[first]?.start ?? node.start;
  for (let index = first; index < tokens.length; index++) {
    if (tokens[index]?.type.label === '(') return tokens[index]?.start ?? node.start;
  }
  return node.start;
}

/** The tokens and the kinds of nodes of a region, with the functions inside it left out. */
function ownCode(region: Region, inner: readonly Region[]): string {
  const { text, tokens, node, start } = region;
  const parts: string[] = [];
  let holes = 0;
  for (let index = tokenFrom(tokens, start); index < tokens.length; index++) {
    const token = tokens[index];
    if (!token || token.start >= node.end) break;
    const hole = inner[holes];
    if (hole && token.start >= hole.start) {
      if (token.end >= hole.node.end) holes++;
      if (token.start === hole.start) parts.push('ƒ');
    } else parts.push(text.slice(token.start, token.end));
  }
  // A line end may be a statement's, with the same tokens around it.
  const kinds: string[] = [];
  walk(node, (each) => {
    if (each !== node && isFunction(each)) return 'skip';
    kinds.push(each.type);
    return undefined;
  });
  return `${parts.join('\n')}\n${kinds.join()}`;
}

/** The index of the first token that begins at an offset or behind it. */
function tokenFrom(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
