import { boundNames } from '../../../../v8/source/declared-names.ts';
import type { AnyNode } from '../../../../v8/source/syntax-tree.ts';
import type { Edits } from './edits.ts';
import type { FoundFunction, FunctionNode } from './functions.ts';
import type { ProgramText } from './program.ts';
import { SiteList } from './site-list.ts';
import { StatementProbes } from './statement-probes.ts';
import { type CodeTable, RECORDER } from './table.ts';
import { assignedOutside, blockProblem, hoistedNames, usesThis } from './variables.ts';
import type { WrittenPlaces } from './written-places.ts';

/** Settings of the code that is written around a function. */
export interface FrameOptions {
  readonly key: number;
  /** A name that the text does not hold. */
  readonly variable: string;
  /** An expression that decides whether a call is the wanted one. */
  readonly condition: string | undefined;
  /**
   * True if errors are caught and thrown again, so that they are known. Elsewhere they only pass: thrown again, an error that
   * is not caught would be reported for another line than in a plain run.
   */
  readonly catches: boolean;
}

/** A text that is looked at. */
export interface CodeText {
  readonly text: ProgramText;
  readonly written: WrittenPlaces;
  readonly edits: Edits;
}

/** Makes a function report everything that happens in it; a sentence why that cannot be. */
export function frameCode(code: CodeText, found: FoundFunction, options: FrameOptions): CodeTable | string {
  const { node } = found;
  const { text, written, edits } = code;
  const { variable, key } = options;
  const sites = new SiteList(text, written, edits, variable);
  const probes = new StatementProbes(sites, variable);
  const params = node.params.flatMap(boundNames);
  const outer = assignedOutside(text.program, node);
  const scope = [
    ...(usesThis(node) && !found.isDerivedConstructor && !found.mayLackThis ? [probes.slot('this', true)] : []),
    ...new Set([...params, ...hoistedNames(node.body)]),
  ].map((each) => (typeof each === 'number' ? each : probes.slot(each, true)));
  if (usesThis(node) && found.isDerivedConstructor) probes.thisAfterSuper();
  const catches = options.catches || node.async === true;
  // Of a constructor it is empty, or not there yet; an arrow function is not passed one.
  const isGiven = !found.isConstructor && node.type !== 'ArrowFunctionExpression';
  const self = usesThis(node) && isGiven ? ['this'] : [];
  const begin = beginning(options, [...self, ...params], outer);
  const end = ending(variable, catches);
  if (node.body.type === 'BlockStatement') {
    const { body } = node.body;
    const problem = blockProblem(body, node);
    if (problem !== undefined) return problem;
    const directives = body.filter((each) => 'directive' in each && each.directive !== undefined);
    const last = directives.at(-1);
    edits.probe(last ? last.end : node.body.start + 1, `;${begin}`);
    probes.list(body.slice(directives.length), scope, node.body.end - 1, 'end');
    edits.endBody(node.body.end - 1, `;${end}`);
  } else {
    arrowBody(sites, probes, { node, scope, begin, end });
  }
  const { line, endLine, path, name } = placeOf(text, written, node, found.name);
  const shared = { key, kind: 'frame' as const, expressions: [], catches };
  return {
    ...shared,
    name,
    path,
    line,
    endLine,
    params: [...self, ...params],
    outer,
    slots: probes.slots,
    loops: sites.loopLines,
    sites: sites.sites,
  };
}

/**
 * Makes the top level of a module report what happens in it. Nothing stands around its code, which must stay the top level: it
 * ends with its last statement, or with the process.
 */
export function topLevelCode({ text, written, edits }: CodeText, { key, variable }: FrameOptions): CodeTable {
  const sites = new SiteList(text, written, edits, variable);
  const probes = new StatementProbes(sites, variable);
  const { program } = text;
  const directives = program.body.filter((each) => 'directive' in each && each.directive !== undefined);
  const first = program.body[directives.length];
  const scope = hoistedNames(program).map((name) => probes.slot(name, true));
  const begin = `const ${variable}=${RECORDER}(${key},[],[]),${variable}p=${variable}.passed;`;
  edits.probe(directives.at(-1)?.end ?? first?.start ?? 0, `;${begin}`);
  probes.list(program.body.slice(directives.length), scope, text.source.length, 'end');
  edits.probe(text.tokenEndBefore(text.source.length), `;${variable}.left();`);
  const start = written.at(1, 0);
  const place = { name: '(top level)', path: start.path, line: 1, endLine: text.positionOf(text.source.length).line };
  const rest = { params: [], outer: [], expressions: [], catches: false, isTop: true };
  return { key, kind: 'frame', ...place, ...rest, slots: probes.slots, loops: sites.loopLines, sites: sites.sites };
}

function arrowBody(
  sites: SiteList,
  probes: StatementProbes,
  arrow: { node: FunctionNode; scope: readonly number[]; begin: string; end: string },
): void {
  const { node, scope, begin, end } = arrow;
  const close = sites.edits.reserve(node.end);
  const text = probes.expressionBody(node.body, scope);
  sites.edits.probe(arrowStart(sites, node), `{${begin}${text}`);
  close(`${probes.passedAfter(scope)});${end}}`);
}

/** Behind the arrow, in front of brackets around the body. */
export function arrowStart(sites: SiteList, node: FunctionNode): number {
  let offset = sites.tokenEndBefore(node.body.start);
  while (sites.textAt(offset - 1) === '(') offset = sites.tokenEndBefore(offset - 1);
  return offset;
}

function beginning(
  { key, variable, condition }: FrameOptions,
  params: readonly string[],
  outer: readonly string[],
): string {
  const readers = outer.map((name) => `()=>${name}`).join(',');
  const test = condition === undefined ? '' : `,()=>(${condition})`;
  const recorder = `${RECORDER}(${key},[${params.join(',')}],[${readers}]${test})`;
  return `const ${variable}=${recorder},${variable}p=${variable}.passed;try{`;
}

function ending(variable: string, catches: boolean): string {
  const caught = catches ? `catch(${variable}e){${variable}.threw(${variable}e);throw ${variable}e}` : '';
  return `}${caught}finally{${variable}.left()}`;
}

/** The written place of a function. */
export function placeOf(text: ProgramText, written: WrittenPlaces, node: AnyNode, name: string) {
  const start = text.positionOf(node.start);
  const end = text.positionOf(node.end);
  const place = written.at(start.line, start.column);
  const endLine = Math.max(place.line, written.at(end.line, Math.max(0, end.column - 1)).line);
  return { path: place.path, line: place.line, endLine, name: name === '' ? '(anonymous)' : name };
}
