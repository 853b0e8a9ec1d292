import { type AnyNode, isFunction, type Statement, walk } from '../../../../v8/source/syntax-tree.ts';
import { oneLine } from './call-text.ts';
import type { CodeText } from './frame-code.ts';
import type { FoundFunction, FunctionNode } from './functions.ts';
import { LinePlaces } from './line-places.ts';
import type { TextKind } from './program.ts';
import { type CodeTable, RECORDER } from './table.ts';

/** Settings of the code that counts. */
export interface LineOptions {
  readonly key: number;
  /** A name that the text does not hold: that of the counters. */
  readonly variable: string;
  readonly kind: TextKind;
  /** All functions of the text that were written. */
  readonly functions: readonly FoundFunction[];
  /** True if what stands there is counted. @param path Of the written file. */
  isWanted(node: AnyNode, path: string): boolean;
}

type Loop = Extract<
  AnyNode,
  { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement' }
>;

/** Statements of which only the parts run. */
const SILENT = new Set(['BlockStatement', 'EmptyStatement', 'FunctionDeclaration', 'TryStatement', 'LabeledStatement']);
/** Kinds of nodes that hold statements, or branch. */
const COUNTED = new Set([
  ...[
    'Program',
    'BlockStatement',
    'StaticBlock',
    'SwitchCase',
    'IfStatement',
    'SwitchStatement',
    'ConditionalExpression',
  ],
  ...['CatchClause', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'],
]);
const LEAVES = /^(Return|Break|Continue|Throw)Statement$|^YieldExpression$/;
const MODULE_PARTS = /^(Import|ExportAll|ExportDefault)/;
/** After so many calls, or passes of a loop, of one kind, the recorder may look at the clock. A power of two. */
const CALLS_PER_TICK = 64;

/**
 * Makes the code of a text count each statement, when it begins, and each way that is taken. Counts are exact, also where an
 * error leaves a block: nothing is concluded from what ran before. Undefined where nothing of the text is counted.
 */
export function lineCode(code: CodeText, options: LineOptions): CodeTable | undefined {
  const probes = new LineProbes(code, options);
  probes.visit(code.text.program);
  const lines = probes.places.table();
  if (lines.files.length === 0) return undefined;
  const { key } = options;
  const [first] = lines.files;
  const place = { name: '(top level)', path: first?.path ?? '', line: 1, endLine: 1 };
  const none = { params: [], outer: [], slots: [], loops: [], sites: [], expressions: [], catches: false };
  return { key, kind: 'lines', ...place, ...none, lines };
}

/** Puts counters into a text. Outer ones come first: `Edits` keeps them outside. */
class LineProbes {
  readonly places: LinePlaces;
  readonly #code: CodeText;
  readonly #options: LineOptions;
  readonly #functions: ReadonlyMap<AnyNode, FoundFunction>;
  /** Nodes that share the counter of a way that leads to them and nowhere else. */
  readonly #shared = new Map<AnyNode, number>();
  /** Nodes that may be left, without an error, for something else than the next statement. */
  readonly #leaving = new Set<AnyNode>();
  /** The text of a module as a test runner runs it: a function around all of it. */
  readonly #wrapper: AnyNode | undefined;

  constructor(code: CodeText, options: LineOptions) {
    this.#code = code;
    this.#options = options;
    this.#functions = new Map(options.functions.map((each) => [each.node, each]));
    this.places = new LinePlaces(code, options.isWanted);
    this.#wrapper = options.kind === 'script' ? wrapperOf(code.text.program) : undefined;
  }

  visit(program: AnyNode): void {
    this.#head(program);
    walk(program, (node, ancestors) => {
      if (LEAVES.test(node.type)) this.#leaves([...ancestors, node]);
      return undefined;
    });
    walk(program, (node, ancestors) => {
      if (isFunctionNode(node)) this.#function(node, ancestors);
      if (!COUNTED.has(node.type) || !this.#isInReach(node, ancestors)) return undefined;
      if (node.type === 'IfStatement') this.#if(node);
      else if (node.type === 'SwitchStatement') this.#switch(node);
      else if (node.type === 'ConditionalExpression') this.#conditional(node, ancestors.at(-1));
      else if (node.type === 'CatchClause') this.#catch(node);
      else if (isLoop(node)) this.#loop(node);
      this.#statements(statementsOf(node));
      return undefined;
    });
  }

  /** Records that the nodes around are left, without an error, for something else than the next statement. */
  #leaves(ancestors: readonly AnyNode[]): void {
    for (let at = ancestors.length - 1; at >= 0; at--) {
      const around = ancestors[at];
      if (around === undefined || isFunction(around)) return;
      this.#leaving.add(around);
    }
  }

  /** The counters of a module or CommonJS text; a module's functions may be called before its first line has run. */
  #head(program: AnyNode): void {
    const { kind, variable } = this.#options;
    if (kind === 'script' || program.type !== 'Program') return;
    const first = program.body[0];
    if (first === undefined) return;
    const last = directivesOf(program.body).at(-1);
    const word = kind === 'module' ? `var ${variable}=${variable}??` : `const ${variable}=`;
    this.#code.edits.probe(last?.end ?? first.start, `;${word}${this.#counters()};`);
  }

  #counters(): string {
    const { key } = this.#options;
    return `${RECORDER}.counts(${key})`;
  }

  /** True if the counters are there when the code runs. */
  #isInReach(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
    const { kind } = this.#options;
    if (kind === 'commonjs') return true;
    return isInBody(node, ancestors) || (kind === 'module' && !ancestors.some(isFunctionNode));
  }

  #function(node: FunctionNode, ancestors: readonly AnyNode[]): void {
    const found = this.#functions.get(node);
    const begin = this.#functionBegin(node, ancestors);
    const isCounted = found !== undefined && node !== this.#wrapper;
    const counter = isCounted ? this.places.addFunction(node, found.name) : undefined;
    const text = begin + (counter === undefined ? '' : this.#tick(counter));
    if (text === '') return;
    const { edits } = this.#code;
    if (node.body.type === 'BlockStatement') {
      const { body } = node.body;
      const directives = directivesOf(body);
      edits.probe(directives.at(-1)?.end ?? node.body.start + 1, `;${text}`);
      if (counter !== undefined) this.#share(body[directives.length], counter);
      return;
    }
    if (counter !== undefined) this.places.addStatement(node.body, counter);
    // Expressions around it may end where it does.
    edits.wrap(this.#arrowStart(node), node.end, `{${text}return (`, ');}');
  }

  /** The code to insert at a function's start, if the counters are not in reach from outside. */
  #functionBegin(node: AnyNode, ancestors: readonly AnyNode[]): string {
    const { kind, variable } = this.#options;
    if (kind === 'commonjs' || isInBody(node, ancestors)) return '';
    return kind === 'module' ? `${variable}??=${this.#counters()};` : `const ${variable}=${this.#counters()};`;
  }

  #arrowStart(node: FunctionNode): number {
    const { text } = this.#code;
    let offset = text.tokenEndBefore(node.body.start);
    while (text.source[offset - 1] === '(') offset = text.tokenEndBefore(offset - 1);
    return offset;
  }

  #statements(list: readonly AnyNode[]): void {
    let before: { readonly node: AnyNode; readonly counter: number } | undefined;
    for (const node of list) {
      const counter = this.#statement(node);
      if (counter !== undefined && before !== undefined && !this.#leaving.has(before.node))
        this.places.addSequence(before.node, before.counter, counter);
      if (counter !== undefined) before = { node, counter };
      // What lies between could be left, too.
      else if (node.type !== 'FunctionDeclaration') before = undefined;
    }
  }

  /** Adds a statement. Returns its counter, unless it has none. */
  #statement(node: AnyNode): number | undefined {
    const inner = node.type === 'LabeledStatement' ? node.body : node;
    if (isSilent(inner)) return undefined;
    const shared = this.#shared.get(node);
    if (shared !== undefined) return this.places.addStatement(inner, shared);
    const counter = this.places.addStatement(inner);
    if (counter === undefined) return undefined;
    const offset = this.#code.text.tokenEndBefore(node.start);
    this.#code.edits.probe(Math.min(offset, node.start), `;${this.#count(counter)}`);
    return counter;
  }

  #if(node: Extract<AnyNode, { type: 'IfStatement' }>): void {
    const what = `if (${this.#textOf(node.test)})`;
    const [yes, no] = this.places.addBranch(node, what, ['true', 'false']) ?? [];
    if (node.alternate) this.#body(node.alternate, no);
    else if (no !== undefined) this.#code.edits.endBlock(node.end, `else{${this.#count(no)}}`);
    this.#body(node.consequent, yes, node.alternate ? undefined : no);
  }

  #loop(node: Loop): void {
    const head = this.#code.text.source.slice(node.start, node.body.start);
    const what = node.type === 'DoWhileStatement' ? `do … while (${this.#textOf(node.test)})` : oneLine(head);
    const [passes] = this.places.addBranch(node, what, ['passes']) ?? [];
    this.#body(node.body, passes, undefined, true);
  }

  /** The body of an `if` or loop: counted as a way, and made a block where it is a single statement. */
  #body(node: Statement, counter: number | undefined, other?: number, isLoop = false): void {
    const { edits, text } = this.#code;
    const count = counter === undefined ? '' : isLoop ? this.#tick(counter) : this.#count(counter);
    if (node.type === 'BlockStatement') {
      edits.probe(node.start + 1, count);
      if (counter !== undefined) this.#share(node.body[0], counter);
      return;
    }
    // Also where only the `else` that follows needs it.
    if (counter === undefined && other === undefined) return;
    edits.probe(text.tokenEndBefore(node.start), `{${count}`);
    edits.endBlock(node.end, '}');
    if (counter === undefined) return;
    const inner = node.type === 'LabeledStatement' ? node.body : node;
    if (!isSilent(inner)) this.places.addStatement(inner, counter);
  }

  #share(node: AnyNode | undefined, counter: number): void {
    if (node) this.#shared.set(node, counter);
  }

  #switch(node: Extract<AnyNode, { type: 'SwitchStatement' }>): void {
    const names = node.cases.map(({ test }) => (test ? `case ${this.#textOf(test)}` : 'default'));
    const what = `switch (${this.#textOf(node.discriminant)})`;
    const counters = this.places.addBranch(node, what, names) ?? [];
    node.cases.forEach((each, index) => {
      const counter = counters[index];
      if (counter === undefined) return;
      const [first] = each.consequent;
      const colon = first ? this.#code.text.tokenEndBefore(first.start) : each.end;
      this.#code.edits.probe(colon, this.#count(counter));
      this.#share(first, counter);
    });
  }

  #conditional(node: Extract<AnyNode, { type: 'ConditionalExpression' }>, parent: AnyNode | undefined): void {
    if (isNamedPart(node, parent)) return;
    const [yes, no] = this.places.addBranch(node, `${this.#textOf(node.test)} ?`, ['true', 'false']) ?? [];
    for (const [part, counter] of [[node.consequent, yes] as const, [node.alternate, no] as const]) {
      if (counter === undefined) continue;
      this.#code.edits.wrap(part.start, part.end, `(${this.#options.variable}[${counter}]++,`, ')');
    }
  }

  #catch(node: Extract<AnyNode, { type: 'CatchClause' }>): void {
    const what = node.param ? `catch (${this.#textOf(node.param)})` : 'catch';
    const [caught] = this.places.addBranch(node, what, ['caught']) ?? [];
    if (caught === undefined) return;
    this.#code.edits.probe(node.body.start + 1, this.#count(caught));
    this.#share(node.body.body[0], caught);
  }

  #count(counter: number): string {
    return `${this.#options.variable}[${counter}]++;`;
  }

  #tick(counter: number): string {
    return `++${this.#options.variable}[${counter}]&${CALLS_PER_TICK - 1}||${RECORDER}.tick();`;
  }

  #textOf(node: AnyNode): string {
    return oneLine(this.#code.text.textOf(node));
  }
}

function isFunctionNode(node: AnyNode): node is FunctionNode {
  return isFunction(node);
}

/** True if a node stands in the body of a function, and not in its parameters. */
function isInBody(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  return ancestors.some((each) => isFunctionNode(each) && each.body.start <= node.start && node.end <= each.body.end);
}

function isLoop(node: AnyNode): node is Loop {
  return /^(For|ForIn|ForOf|While|DoWhile)Statement$/.test(node.type);
}

function statementsOf(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock')
    return node.body.slice(directivesOf(node.body).length);
  return node.type === 'SwitchCase' ? node.consequent : [];
}

function directivesOf(body: readonly AnyNode[]): AnyNode[] {
  return body.filter((each) => 'directive' in each && each.directive !== undefined);
}

function isSilent(node: AnyNode): boolean {
  if (SILENT.has(node.type) || MODULE_PARTS.test(node.type)) return true;
  if (node.type === 'ExportNamedDeclaration')
    return node.declaration?.type !== 'VariableDeclaration' && node.declaration?.type !== 'ClassDeclaration';
  return node.type === 'VariableDeclaration' && node.kind === 'var' && node.declarations.every(({ init }) => !init);
}

/** True if V8 would print the expression in the text of an error: it must stay as it is. */
function isNamedPart(node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node;
    case 'MemberExpression':
      return parent.object === node;
    case 'TaggedTemplateExpression':
    case 'SpreadElement':
    case 'ForOfStatement':
      return true;
    case 'VariableDeclarator':
      return parent.id.type !== 'Identifier';
    default:
      return false;
  }
}

/** The function that holds the whole of a script's text. */
function wrapperOf(program: AnyNode): AnyNode | undefined {
  if (program.type !== 'Program') return undefined;
  const [only, ...more] = program.body.filter((each) => !('directive' in each && each.directive !== undefined));
  if (only?.type !== 'ExpressionStatement' || more.length > 0) return undefined;
  let found: AnyNode | undefined;
  walk(only, (node) => {
    if (!isFunction(node)) return undefined;
    found ??= node;
    return 'skip';
  });
  return found;
}
