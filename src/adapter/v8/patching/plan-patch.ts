import { messageOf } from '../../../model/debug-error.ts';
import { SourceLines } from '../source/source-lines.ts';
import { type FunctionNode, functionsIn } from '../source/source-structure.ts';
import { type AnyNode, walk } from '../source/syntax-tree.ts';
import { differingFunctions, type FunctionPair, type ParsedText, parseText } from './function-pairs.ts';
import { nameOfUse, outerUses } from './outer-variables.ts';

/** A part of a text. 0-based. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One function with its new text. */
export interface FunctionChange {
  /** The same for the same function of the new text, whatever runs. */
  readonly id: string;
  readonly name: string;
  /** In the new text, 1-based. */
  readonly line: number;
  /** From the parameters on, in the text that runs. */
  readonly span: Span;
  readonly text: string;
  /** True if calls around the function make objects of it again and again; else the present objects stay the only ones. */
  readonly isMadeAnew: boolean;
  /** V8 can restart no call of it. */
  readonly isAsync: boolean;
  /** The reason why V8 would not take the change, or would cut the program off. */
  readonly obstacle: string | undefined;
}

/** The consequences of a new program text for the functions of the running one. */
export type PatchPlan =
  | { readonly kind: 'refused'; readonly why: string; readonly restart: boolean }
  | { readonly kind: 'changes'; readonly changes: readonly FunctionChange[] };

/** V8 compares longer lines as a whole. */
const MAX_LINE_LENGTH = 790;
/** Longer texts are not parsed. */
const MAX_LENGTH = 1_000_000;

/** Compares the text of a program that runs with a new one. */
export function planPatch(running: string, wanted: string, sourceType: 'module' | 'commonjs'): PatchPlan {
  if (Math.max(running.length, wanted.length) > MAX_LENGTH)
    return { kind: 'refused', why: `the file is longer than ${MAX_LENGTH} characters`, restart: true };
  const old = parsed(running, sourceType);
  if (typeof old === 'string')
    return { kind: 'refused', why: `the text that runs could not be parsed: ${old}`, restart: true };
  const now = parsed(wanted, sourceType);
  if (typeof now === 'string') return { kind: 'refused', why: `the new text does not parse: ${now}`, restart: false };
  const pairs = differingFunctions(old, now);
  if (pairs === 'outside')
    return {
      kind: 'refused',
      why: 'the code outside of functions differs, which has run already (so do new functions, field initialisers and imports)',
      restart: true,
    };
  return { kind: 'changes', changes: changesOf(pairs, old, now) };
}

function parsed(text: string, sourceType: 'module' | 'commonjs'): ParsedText | string {
  try {
    return parseText(text, sourceType);
  } catch (error) {
    return messageOf(error).replace(
      / \((\d+):(\d+)\)$/,
      (_, line, column) => ` at line ${line}, column ${Number(column) + 1}`,
    );
  }
}

function changesOf(pairs: readonly FunctionPair[], old: ParsedText, now: ParsedText): FunctionChange[] {
  if (pairs.length === 0) return [];
  const spans = functionsIn(now.text);
  const obstacles = obstaclesOf(pairs, old, now);
  return pairs.map((pair) => {
    const { loc, end } = pair.new;
    const named = spans.find(
      ({ startLine, startColumn }) => startLine === loc?.start.line && startColumn === loc.start.column,
    );
    return {
      id: String(pair.newStart),
      name: named?.name ?? '(anonymous)',
      line: loc?.start.line ?? 1,
      span: { start: pair.oldStart, end: pair.old.end },
      text: now.text.slice(pair.newStart, end),
      isMadeAnew: pair.isMadeAnew,
      isAsync: pair.new.async || pair.new.generator,
      obstacle: obstacles.get(pair),
    };
  });
}

/** The pairs for which V8 would cut the program off; each is judged alone, as changes are made one by one. */
function obstaclesOf(
  pairs: readonly FunctionPair[],
  old: ParsedText,
  now: ParsedText,
): ReadonlyMap<FunctionPair, string> {
  const [before, after] = [outerUses(old.program), outerUses(now.program)];
  const found = new Map<FunctionPair, string>();
  for (const pair of pairs) {
    const isOld = (offset: number) => pair.old.start <= offset && offset < pair.old.end;
    const isNew = (offset: number) => pair.new.start <= offset && offset < pair.new.end;
    const gained = [...after].find(([key, places]) => !before.has(key) && places.some(isNew));
    const kept = (key: string) => before.get(key)?.some((offset) => !isOld(offset)) || after.get(key)?.some(isNew);
    const lost = [...before].find(([key, places]) => places.some(isOld) && !kept(key));
    const word = dynamicWord(pair.new) ?? dynamicWord(pair.old);
    if (hasLongEnd(pair.old, old.text) || hasLongEnd(pair.new, now.text))
      found.set(
        pair,
        `it ends on a line of more than ${MAX_LINE_LENGTH} characters, within which V8 does not look for it`,
      );
    else if (!pair.isMadeAnew && !isSameAtEnds(pair, old.text, now.text))
      found.set(
        pair,
        'it has another first or last character, which V8 takes for code around it (an arrow function needs braces)',
      );
    else if (classMembers(pair.old) !== classMembers(pair.new))
      found.set(pair, 'the fields or private members of a class inside it differ');
    else if (word !== undefined) found.set(pair, `${word} in it may refer to any variable`);
    else if (gained) found.set(pair, `it uses ${nameOfUse(gained[0])}, which no function of the file has used so far`);
    else if (lost)
      found.set(
        pair,
        `it no longer uses ${nameOfUse(lost[0])}, which no other function uses (keep a use of it in there)`,
      );
  }
  return found;
}

function isSameAtEnds(pair: FunctionPair, old: string, now: string): boolean {
  return old[pair.oldStart] === now[pair.newStart] && old[pair.old.end - 1] === now[pair.new.end - 1];
}

function hasLongEnd({ start, end }: FunctionNode, text: string): boolean {
  const lines = new SourceLines(text);
  return [start, end].some((offset) => {
    const range = lines.range(lines.positionOf(offset).lineNumber);
    return range !== undefined && range.end - range.start > MAX_LINE_LENGTH;
  });
}

/**
 * The members of classes inside of a function that V8 compiles without a place of their own. It takes them for one another when
 * their number changes, and cuts the program off.
 */
function classMembers(root: AnyNode): string {
  const found: string[] = [];
  walk(root, ({ type }) => {
    if (/^(ClassBody|PropertyDefinition|StaticBlock|PrivateIdentifier)$/.test(type)) found.push(type);
    return undefined;
  });
  return found.every((type) => type === 'ClassBody') ? '' : found.join();
}

/** The statement that makes every variable around a function one that it may use. */
function dynamicWord(root: AnyNode): string | undefined {
  let word: string | undefined;
  walk(root, (node) => {
    if (node.type === 'WithStatement') word = 'with';
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'eval')
      word = 'eval';
    return word === undefined ? undefined : 'skip';
  });
  return word;
}
