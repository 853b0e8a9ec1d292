import { basename, parse } from 'node:path';
import type { TracePlace, TracePoint, WantedTrace } from '../../../../../model/trace/trace-request.ts';
import type { AnyNode } from '../../../../v8/source/syntax-tree.ts';
import { type CodeText, frameCode, topLevelCode } from './frame-code.ts';
import { type FoundFunction, functionsOf, isNamed } from './functions.ts';
import { lineCode } from './line-code.ts';
import { outlineCode } from './outline-code.ts';
import { expressionProblem, pointCode } from './point-code.ts';
import type { TextKind } from './program.ts';
import type { CodeTable } from './table.ts';
import { watchCatches } from './watch-catches.ts';

/** The request for a text's probes. */
export interface WantedCode {
  readonly wanted: WantedTrace;
  /** Errors that leave a function are always caught, by a test runner. */
  readonly catches: boolean;
  /** The way in which the text is run. */
  readonly kind: TextKind;
  nextKey(): number;
  /** Records something that cannot be done, in a sentence. */
  note(text: string): void;
}

/** Gives a text the probes for what is wanted of it. */
export function wantedCode(code: CodeText, how: WantedCode): CodeTable[] {
  const { wanted } = how;
  if (wanted.kind === 'frame') return framesIn(code, wanted, how);
  if (wanted.kind === 'lines') return linesIn(code, wanted, how);
  if (wanted.kind === 'calls') {
    const calls = callsIn(code, wanted.below, how);
    if (calls.length > 0)
      watchCatches(
        code,
        writtenFunctions(code).map(({ node }) => node),
      );
    return calls;
  }
  const tables = wanted.points.flatMap((point) => pointsIn(code, point, how));
  if (tables.some(({ kind }) => kind === 'pointFunction')) watchCatches(code, probedFunctions(code, wanted.points));
  return tables;
}

function framesIn(code: CodeText, wanted: Extract<WantedTrace, { kind: 'frame' }>, how: WantedCode): CodeTable[] {
  const condition = wanted.call.kind === 'condition' ? wanted.call.expression : undefined;
  const problem = expressionProblem(condition === undefined ? [] : [condition]);
  const functions = wantedFunctions(code, wanted.place);
  if (problem !== undefined && functions.length > 0) how.note(`The condition cannot be used: ${problem}.`);
  const tables = functions.flatMap((found) => {
    const key = how.nextKey();
    const tested = problem === undefined ? condition : undefined;
    const options = { key, variable: freeName(code, key), condition: tested, catches: how.catches };
    return made(found, frameCode(code, found, options), how);
  });
  if (tables.length > 0)
    watchCatches(
      code,
      functions.map(({ node }) => node),
    );
  // What a program does with a value it often does outside of all functions.
  if (wanted.call.kind === 'value') return [...topLevelOf(code, how), ...tables];
  return tables.length > 0 || functions.length > 0 ? tables : topLevelAt(code, wanted.place, how);
}

/** The top level of the text, where a line is in no function of it. */
function topLevelAt(code: CodeText, place: TracePlace, how: WantedCode): CodeTable[] {
  const first = code.text.program.body[0];
  if (place.kind !== 'line' || first === undefined) return [];
  const { line, column } = code.text.positionOf(first.start);
  return code.written.at(line, column).path === place.path ? topLevelOf(code, how) : [];
}

function topLevelOf(code: CodeText, how: WantedCode): CodeTable[] {
  if (how.kind === 'script' || code.text.program.body.length === 0) return [];
  const key = how.nextKey();
  return [topLevelCode(code, { key, variable: freeName(code, key), condition: undefined, catches: how.catches })];
}

function callsIn(code: CodeText, below: TracePlace | undefined, how: WantedCode): CodeTable[] {
  const roots = below === undefined ? [] : wantedFunctions(code, below);
  return writtenFunctions(code).flatMap((found) => {
    const key = how.nextKey();
    const isRoot = roots.some((each) => each.node === found.node);
    const options = {
      key,
      kind: 'calls' as const,
      variable: freeName(code, key),
      expressions: [],
      condition: undefined,
    };
    return made(found, outlineCode(code, found, { ...options, catches: how.catches, isRoot }), how);
  });
}

function linesIn(code: CodeText, wanted: Extract<WantedTrace, { kind: 'lines' }>, how: WantedCode): CodeTable[] {
  const functions = writtenFunctions(code);
  const within = wanted.within === undefined ? undefined : wantedFunctions(code, wanted.within);
  if (within?.length === 0) return [];
  const key = how.nextKey();
  const isWanted = (node: AnyNode, path: string): boolean => {
    if (wanted.file !== undefined && path !== wanted.file) return false;
    return within?.some((each) => each.node.start <= node.start && node.end <= each.node.end) ?? true;
  };
  const table = lineCode(code, { key, variable: freeName(code, key), kind: how.kind, functions, isWanted });
  return table === undefined ? [] : [table];
}

function pointsIn(code: CodeText, point: TracePoint, how: WantedCode): CodeTable[] {
  const { condition, expressions } = point;
  const problem = expressionProblem(condition === undefined ? expressions : [...expressions, condition]);
  if (problem !== undefined) {
    how.note(`Point ${point.id} cannot be used: ${problem}.`);
    return [];
  }
  if (point.place.kind === 'line') {
    const table = pointCode(code, how.nextKey(), point);
    const { path, line } = point.place;
    if (table !== undefined && table.line !== line) how.note(elsewhere(point.id, line, table.line));
    if (table === undefined && isWrittenIn(code, path))
      how.note(`Point ${point.id} cannot be used: no code is around line ${line}.`);
    return table === undefined ? [] : [table];
  }
  return wantedFunctions(code, point.place).flatMap((found) => {
    const key = how.nextKey();
    const options = { key, kind: 'pointFunction' as const, variable: freeName(code, key), point: point.id };
    return made(found, outlineCode(code, found, { ...options, expressions, condition, catches: how.catches }), how);
  });
}

/** No statement begins on the line that was asked for. */
function elsewhere(point: number, line: number, found: number): string {
  return `Point ${point}: no statement begins on line ${line}; its values are those before the one on line ${found}, which it is in.`;
}

function isWrittenIn({ text, written }: CodeText, path: string): boolean {
  const first = text.program.body[0];
  if (first === undefined) return false;
  const { line, column } = text.positionOf(first.start);
  return written.at(line, column).path === path;
}

/** Their own probes see what they catch. */
function probedFunctions(code: CodeText, points: readonly TracePoint[]): AnyNode[] {
  return points.flatMap(({ place }) =>
    place.kind === 'function' ? wantedFunctions(code, place).map(({ node }) => node) : [],
  );
}

function made(found: FoundFunction, table: CodeTable | string, how: WantedCode): CodeTable[] {
  if (typeof table !== 'string') return [table];
  how.note(`${found.name} cannot be traced: ${table}.`);
  return [];
}

/** The functions of a text, without those that a compiler added. */
function writtenFunctions({ text, written }: Pick<CodeText, 'text' | 'written'>): FoundFunction[] {
  return functionsOf(text.program).flatMap((found) => {
    const { line, column } = text.positionOf(found.node.start);
    if (!written.isWritten(line, column)) return [];
    return found.name === 'module.exports' ? { ...found, name: moduleName(written.at(line, column).path) } : found;
  });
}

/** The name that others give a function that is all that a module exports: `parse` in parse.js, `qs` in qs/index.js. */
function moduleName(path: string): string {
  const { name, dir } = parse(path);
  return name === 'index' ? basename(dir) : name;
}

/** The functions of a place in this text. */
function wantedFunctions({ text, written }: Pick<CodeText, 'text' | 'written'>, place: TracePlace): FoundFunction[] {
  const all = writtenFunctions({ text, written });
  const writtenAt = (offset: number) => {
    const { line, column } = text.positionOf(offset);
    return written.at(line, column);
  };
  if (place.kind === 'function') {
    return all.filter((each) => {
      if (!isNamed(place.name, each.name)) return false;
      return place.path === undefined || writtenAt(each.node.start).path.endsWith(place.path);
    });
  }
  const around = all.filter(({ node }) => {
    const start = writtenAt(node.start);
    const end = writtenAt(node.end - 1);
    return start.path === place.path && start.line <= place.line && place.line <= end.line;
  });
  // The innermost is the last that begins before the line.
  const innermost = around.at(-1);
  return innermost ? [innermost] : [];
}

function freeName({ text }: CodeText, key: number): string {
  let name = `$mt${key}`;
  while (text.source.includes(name)) name = `$${name}`;
  return name;
}
