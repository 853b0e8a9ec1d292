import { boundNames } from '../../../../v8/source/declared-names.ts';
import { type AnyNode, isFunction, walk } from '../../../../v8/source/syntax-tree.ts';
import { ExpressionProbes } from './expression-probes.ts';
import { arrowStart, type CodeText, placeOf } from './frame-code.ts';
import type { FoundFunction } from './functions.ts';
import { SiteList } from './site-list.ts';
import { type CodeTable, RECORDER } from './table.ts';
import { blockProblem } from './variables.ts';

/** Settings of a function's outline. */
export interface OutlineOptions {
  readonly key: number;
  readonly kind: 'calls' | 'pointFunction';
  /** A name that the text does not hold. */
  readonly variable: string;
  readonly catches: boolean;
  readonly expressions: readonly string[];
  readonly condition: string | undefined;
  readonly point?: number;
  readonly isRoot?: boolean;
}

/** Makes a function report its calls: arguments, how each ends, and where it waits. A sentence why that cannot be. */
export function outlineCode(code: CodeText, found: FoundFunction, options: OutlineOptions): CodeTable | string {
  const { node, name } = found;
  const { text, written, edits } = code;
  const { key, kind, variable, expressions, condition } = options;
  const sites = new SiteList(text, written, edits, variable);
  const params = node.params.flatMap(boundNames);
  const catches = options.catches || node.async === true;
  const readers = expressions.map((each) => `()=>(${each})`).join(',');
  const test = condition === undefined ? '' : `,()=>(${condition})`;
  const recorder = `${RECORDER}(${key},[${params.join(',')}],[${readers}]${test})`;
  const begin = `const ${variable}=${recorder},${variable}p=${variable}.passed;try{`;
  const caught = catches ? `catch(${variable}e){${variable}.threw(${variable}e);throw ${variable}e}` : '';
  const end = `}${caught}finally{${variable}.left()}`;
  if (node.body.type === 'BlockStatement') {
    const { body } = node.body;
    const problem = blockProblem(body, node);
    if (problem !== undefined) return problem;
    const last = body.filter((each) => 'directive' in each && each.directive !== undefined).at(-1);
    edits.probe(last ? last.end : node.body.start + 1, `;${begin}`);
    endings(sites, node.body, variable);
    const ended = sites.add({ kind: 'end' }, node.body.end - 1);
    edits.endBody(node.body.end - 1, `;${sites.passing(ended)});${end}`);
  } else {
    const site = sites.add({ kind: 'return' }, node.body.start);
    edits.probe(arrowStart(sites, node), `{${begin}return ${sites.passing(site)},`);
    edits.append(node.end, `);${end}}`);
    waits(new ExpressionProbes(sites), node.body);
  }
  const place = placeOf(text, written, node, name);
  const rest = { params, outer: [], slots: [], loops: [], sites: sites.sites, expressions: [], catches };
  const point = options.point === undefined ? {} : { point: options.point };
  return { key, kind, ...point, ...(options.isRoot ? { isRoot: true } : {}), ...place, ...rest };
}

/** Probes at what ends a call, and at what makes it wait. */
function endings(sites: SiteList, body: AnyNode, variable: string): void {
  const probes = new ExpressionProbes(sites);
  walk(body, (node, ancestors) => {
    if (isFunction(node) || node.type === 'ClassBody') return 'skip';
    if (node.type === 'ForOfStatement' && node.await) waitsInLoop(sites, probes, node, ancestors);
    if (node.type === 'ReturnStatement' || node.type === 'ThrowStatement') {
      probes.within(node.start);
      const kind = node.type === 'ReturnStatement' ? 'return' : 'throw';
      const site = sites.add({ kind }, node.start);
      if (node.argument) probes.around(site, node.argument);
      else sites.edits.probe(node.start + 6, ` ${sites.passing(site)},void 0)`);
    }
    if (node.type === 'CatchClause') caughtIn(sites, node, variable);
    if (node.type === 'TryStatement' && node.finalizer) {
      const { start, end } = node.finalizer;
      const site = sites.add({ kind: 'finally' }, start);
      sites.edits.probe(start + 1, `;${sites.passing(site)},0);`);
      const ended = sites.add({ kind: 'finallyEnd', of: site }, end - 1);
      sites.edits.probe(sites.tokenEndBefore(end - 1), `;${sites.passing(ended)},0);`);
    }
    waiting(probes, node);
    return undefined;
  });
}

/** Records the error that a clause has caught by its name; a clause without a name is given one. */
function caughtIn(sites: SiteList, node: Extract<AnyNode, { type: 'CatchClause' }>, variable: string): void {
  const { param, body } = node;
  const name = param ? (param.type === 'Identifier' ? param.name : undefined) : `${variable}c`;
  if (!param) sites.edits.probe(sites.tokenEndBefore(body.start), `(${name})`);
  const site = sites.add({ kind: name === undefined ? 'caughtParts' : 'caught' }, node.start);
  sites.edits.probe(body.start + 1, `;${sites.passing(site)},${name ?? 0});`);
}

/** Each pass of `for await` waits before it begins, and so does what ends the loop; what follows goes on. */
function waitsInLoop(
  sites: SiteList,
  probes: ExpressionProbes,
  node: Extract<AnyNode, { type: 'ForOfStatement' }>,
  ancestors: readonly AnyNode[],
): void {
  const { body, right } = node;
  const { edits } = sites;
  const labels = ancestors.slice(ancestors.findLastIndex(({ type }) => type !== 'LabeledStatement') + 1);
  const start = labels[0]?.start ?? node.start;
  const passed = (kind: 'passing' | 'resumed') => `${sites.passing(sites.add({ kind }, node.start))},0);`;
  // Before what is put at the end of the body, which may be the same place.
  edits.probe(sites.tokenEndBefore(start), '{');
  edits.endBlock(node.end, `;${passed('resumed')}}`);
  probes.aroundNamed('passing', right);
  const begin = `;${passed('resumed')}try{`;
  const end = `;}finally{${passed('passing')}}`;
  if (body.type === 'BlockStatement') {
    edits.probe(body.start + 1, begin);
    edits.endBody(body.end - 1, end);
    return;
  }
  edits.probe(sites.tokenEndBefore(body.start), `{${begin}`);
  edits.endBlock(body.end, `${end}}`);
}

function waits(probes: ExpressionProbes, body: AnyNode): void {
  walk(body, (node) => {
    if (isFunction(node) || node.type === 'ClassBody') return 'skip';
    waiting(probes, node);
    return undefined;
  });
}

function waiting(probes: ExpressionProbes, node: AnyNode): void {
  if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') probes.waits(node);
}
