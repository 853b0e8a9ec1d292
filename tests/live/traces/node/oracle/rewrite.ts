import { type AnyNode, type Expression, type Program, parse, type Statement } from 'acorn';
import { functionName } from './function-names.ts';
import type { Place, Places, Variable } from './places.ts';
import {
  assignedAround,
  blockNames,
  childrenOf,
  type FunctionNode,
  isFunctionNode,
  looksAtThis,
  namesIn,
  varNames,
} from './scopes.ts';

/** A text that is to be logged. */
export interface ProgramFile {
  readonly name: string;
  readonly text: string;
  readonly isModule: boolean;
  /** The source of the text, in the same folder. */
  readonly written: string;
  /** The written line of a line of the text, both from 1; 0 where nothing was written. */
  lineOf(line: number, column: number): number;
  /** The sources that it was compiled from, by names beside it: a map counts if they are there. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** A place at which expressions are to be logged. */
export interface OraclePoint {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly expressions: readonly string[];
  readonly condition?: string;
}

/** A call of a function, as its code sees it: the variable that holds its number, and the variables around it. */
interface Inside {
  readonly call: string;
  readonly outer: readonly Variable[];
}

type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>;
type Loop = Extract<
  AnyNode,
  { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement' }
>;
/** Declarations that exist, the outer ones first; null for a name that cannot be seen from there on. */
type Scope = readonly { readonly name: string; readonly variable: Variable | null }[];

const LOOPS = /^(For|ForIn|ForOf|While|DoWhile)Statement$/;
const LOG = '__oracle';

/**
 * Rewrites a program so that it logs what happens in all of its functions. Statements, calls and conditions are taken apart and
 * written again from the tree: nothing is put into the text, and lines are not kept.
 *
 * What is no event, by rule:
 * - defaults of parameters: the call begins when they are there;
 * - what stands in a class body: fields, computed keys and static blocks are code of their own;
 * - `import(…)`, which is no function, and `assert(…)`, whose text Node reads;
 * - what a call inside an optional chain gives that goes on behind it, from the first `?.` on: nothing can stand around a part of a
 *   chain;
 * - an error that a `catch` takes apart without a name for it;
 * - getters, operators and what they run: nothing is written there that is a call;
 * - the waits of `for await` and of a `return` in an async generator: nothing is written there, either.
 */
export class Rewriter {
  readonly #file: ProgramFile;
  readonly #places: Places;
  readonly #points: readonly OraclePoint[];
  readonly #program: Program;
  readonly #around: AnyNode[] = [];
  readonly #done = new Set<number>();

  constructor(file: ProgramFile, places: Places, points: readonly OraclePoint[]) {
    this.#file = file;
    this.#places = places;
    this.#points = points.filter((each) => each.file === file.name);
    this.#program = parse(file.text, {
      ecmaVersion: 'latest',
      sourceType: file.isModule ? 'module' : 'script',
      locations: true,
      allowReturnOutsideFunction: !file.isModule,
      allowHashBang: true,
    });
  }

  /** The whole text. */
  text(): string {
    return this.#write(this.#program, undefined);
  }

  #source(node: { readonly start: number; readonly end: number }): string {
    return this.#file.text.slice(node.start, node.end);
  }

  #line(node: AnyNode): number {
    const { line = 0, column = 0 } = node.loc?.start ?? {};
    return this.#file.lineOf(line, column);
  }

  #place(node: AnyNode, place: Partial<Place> = {}): number {
    return this.#places.add({ line: this.#line(node), ...place });
  }

  /** A node with its parts rewritten. */
  #write(node: AnyNode, inside: Inside | undefined): string {
    if (isFunctionNode(node)) return this.#function(node);
    if (inside !== undefined && node.type !== 'ClassBody') {
      const own = this.#expression(node, inside);
      if (own !== undefined) return own;
    }
    return this.#parts(node, node.type === 'ClassBody' ? undefined : inside);
  }

  #parts(node: AnyNode, inside: Inside | undefined): string {
    let text = '';
    let from = node.start;
    this.#around.push(node);
    for (const child of childrenOf(node)) {
      const written = inside === undefined ? this.#pointsAt(child, node) : undefined;
      text += this.#file.text.slice(from, child.start) + (written ?? this.#write(child, inside));
      from = child.end;
    }
    this.#around.pop();
    return text + this.#file.text.slice(from, node.end);
  }

  /** A statement of the top level may be a point. */
  #pointsAt(child: AnyNode, parent: AnyNode): string | undefined {
    const isStatement =
      (parent.type === 'Program' || parent.type === 'BlockStatement') &&
      !/^(Import|Export|FunctionDecl|ClassDecl)/.test(child.type);
    const points = isStatement && !('directive' in child) ? this.#pointText(child) : '';
    return points === '' ? undefined : `${points}${this.#write(child, undefined)}`;
  }

  #function(node: FunctionNode): string {
    const name = functionName(node, this.#around) || '(anonymous)';
    // What a compiler added is no code of the program, nor is what it makes of `export`: `total: () => total`.
    const isExport = node.body.type === 'Identifier' && node.params.length === 0 && name.endsWith(node.body.name);
    if (this.#line(node) === 0 || isExport) return this.#parts(node, undefined);
    const params = node.params.flatMap(namesIn);
    const outer = assignedAround(this.#program, node).map((each) => this.#places.variable(each, true, true));
    const isConstructor = this.#around.at(-1)?.type === 'MethodDefinition' && /\bconstructor$/.test(name);
    const self = looksAtThis(node) && !isConstructor ? 'this' : undefined;
    const of = this.#places.addFunction({ name, file: this.#file.name, line: this.#line(node), params, outer, self });
    const inside: Inside = { call: `$oracle${of}`, outer };
    const given = [...(looksAtThis(node) ? ['this'] : []), ...new Set([...params, ...varNames(node.body)])];
    const scope = given.map((each) => ({ name: each, variable: this.#places.variable(each, true) }));
    const head = this.#headOf(node);
    const begin = `const ${inside.call}=${LOG}.enter(${of},[${[...params, self ?? 'void 0'].join()}],${this.#readers(inside.outer)});try{`;
    const end = `}catch($error){throw ${LOG}.threw(${inside.call},$error)}finally{${LOG}.left(${inside.call})}`;
    this.#around.push(node);
    const body = this.#bodyOf(node, inside, scope);
    this.#around.pop();
    return `${head}{${body.directives}${begin}${body.text}${end}}`;
  }

  /** Up to the body. Functions in it are looked into, too. */
  #headOf(node: FunctionNode): string {
    let text = '';
    let from = node.start;
    this.#around.push(node);
    for (const child of childrenOf(node).filter((each) => each !== node.body)) {
      text += this.#file.text.slice(from, child.start) + this.#write(child, undefined);
      from = child.end;
    }
    this.#around.pop();
    const rest = this.#file.text.slice(from, node.body.start);
    return text + (node.type === 'ArrowFunctionExpression' ? rest.slice(0, rest.indexOf('=>') + 2) : rest);
  }

  #bodyOf(node: FunctionNode, inside: Inside, scope: Scope): { directives: string; text: string } {
    const { body } = node;
    if (body.type !== 'BlockStatement') {
      const read = this.#seen(inside, scope);
      const line = this.#place(body, read);
      const value = `${LOG}.returns(${inside.call},${line},(${this.#write(body, inside)}),${this.#readers(read.read)})`;
      return { directives: '', text: `${this.#log('line', inside, line)}return ${value};` };
    }
    const directives = body.body.filter((each) => 'directive' in each);
    const list = this.#list(body.body.slice(directives.length), inside, scope);
    const end = this.#place(body, { ...this.#seen(inside, scope), line: 0 });
    return {
      directives: directives.map((each) => `${this.#source(each)};`).join(''),
      text: list + this.#log('ends', inside, end),
    };
  }

  /** The statements of a block; what the last one changed is looked at when it ends. */
  #list(statements: readonly AnyNode[], inside: Inside, outer: Scope): string {
    let scope: Scope = [...outer, ...blockNames(statements).map((name) => ({ name, variable: null }))];
    let text = '';
    for (const each of statements) {
      text += `${this.#before(each, inside, scope)}${this.#statement(each, inside, scope)}\n`;
      scope = [...scope, ...this.#declared(each)];
    }
    return text + this.#log('look', inside, this.#places.add({ line: 0, ...this.#seen(inside, scope) }));
  }

  #declared(statement: AnyNode): Scope {
    if (statement.type === 'FunctionDeclaration') return [];
    return blockNames([statement]).map((name) => ({ name, variable: this.#places.variable(name, false) }));
  }

  /** A statement of its own, where there is no block. */
  #single(node: Statement, inside: Inside, scope: Scope): string {
    return node.type === 'BlockStatement' ? this.#list(node.body, inside, scope) : this.#list([node], inside, scope);
  }

  #before(node: AnyNode, inside: Inside, scope: Scope): string {
    const inner = node.type === 'LabeledStatement' ? node.body : node;
    // What only holds statements, or does nothing when it is reached.
    if (/^(BlockStatement|EmptyStatement|FunctionDeclaration|TryStatement|LabeledStatement)$/.test(inner.type))
      return '';
    if (inner.type === 'VariableDeclaration' && inner.kind === 'var' && inner.declarations.every(({ init }) => !init))
      return '';
    const points = this.#pointText(inner);
    return this.#log('line', inside, this.#place(inner, this.#seen(inside, scope))) + points;
  }

  /** The first statement on the line of a point. */
  #pointText(node: AnyNode): string {
    const line = this.#line(node);
    const found = this.#points.filter((each) => each.line === line && !this.#done.has(each.id));
    return found
      .map(({ id, expressions, condition }) => {
        this.#done.add(id);
        const test = condition === undefined ? 'undefined' : `()=>(${condition})`;
        return `${LOG}.at(${id},[${expressions.map((each) => `()=>(${each})`).join()}],${test});`;
      })
      .join('');
  }

  #statement(node: AnyNode, inside: Inside, scope: Scope): string {
    this.#around.push(node);
    const text = this.#statementText(node, inside, scope);
    this.#around.pop();
    return text;
  }

  #statementText(node: AnyNode, inside: Inside, scope: Scope): string {
    switch (node.type) {
      case 'BlockStatement':
        return `{${this.#list(node.body, inside, scope)}}`;
      case 'IfStatement': {
        const other = node.alternate ? `else{${this.#single(node.alternate, inside, scope)}}` : '';
        return `if(${this.#condition(node.test, inside)}){${this.#single(node.consequent, inside, scope)}}${other}`;
      }
      case 'LabeledStatement':
        return LOOPS.test(node.body.type)
          ? this.#statement(node.body, inside, [...scope]).replace('try{', `try{${node.label.name}:`)
          : `${node.label.name}:${this.#statement(node.body, inside, scope)}`;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.#loop(node, inside, scope);
      case 'ReturnStatement': {
        const read = this.#seen(inside, scope);
        const value = node.argument ? `(${this.#write(node.argument, inside)})` : 'void 0';
        return `return ${LOG}.returns(${inside.call},${this.#place(node, read)},${value},${this.#readers(read.read)});`;
      }
      case 'TryStatement':
        return this.#try(node, inside, scope);
      case 'SwitchStatement':
        return this.#switch(node, inside, scope);
      case 'FunctionDeclaration':
        return this.#function(node);
      default:
        return `${this.#parts(node, inside)};`;
    }
  }

  #loop(node: Loop, inside: Inside, outer: Scope): string {
    const head = node.type === 'ForStatement' ? node.init : 'left' in node ? node.left : null;
    const scope = [...outer, ...(head ? this.#declared(head) : [])];
    const read = this.#seen(inside, scope);
    const pass = this.#place(node, read);
    const body = `{${this.#log('pass', inside, pass)}${this.#single(node.body, inside, scope)}}`;
    const test = 'test' in node && node.test ? this.#loopTest(pass, node.test, inside, this.#seen(inside, outer)) : '';
    const written = (part: AnyNode | null | undefined) => (part ? this.#write(part, inside) : '');
    let text: string;
    if (node.type === 'ForStatement') text = `for(${written(node.init)};${test};${written(node.update)})${body}`;
    else if (node.type === 'WhileStatement') text = `while(${test})${body}`;
    else if (node.type === 'DoWhileStatement') text = `do${body}while(${test});`;
    else {
      const word = node.type === 'ForInStatement' ? 'in' : 'of';
      text = `for${'await' in node && node.await ? ' await' : ''}(${written(node.left)} ${word} (${written(node.right)}))${body}`;
    }
    return `try{${text}}finally{${LOG}.loopEnd(${inside.call},${pass})}`;
  }

  /** Logs a loop's test: when it is false, the variables of the loop's head are gone. */
  #loopTest(pass: number, test: Expression, inside: Inside, read: Pick<Place, 'read' | 'alive'>): string {
    const loop = this.#places.places[pass]?.line ?? 0;
    const place = this.#place(test, { ...read, text: oneLine(this.#source(test)), loop, of: pass });
    return `${LOG}.test(${inside.call},${place},(${this.#write(test, inside)}),${this.#readers(read.read)})`;
  }

  #try(node: Extract<AnyNode, { type: 'TryStatement' }>, inside: Inside, scope: Scope): string {
    const { block, handler, finalizer } = node;
    let text = `try{${this.#list(block.body, inside, scope)}}`;
    if (handler) {
      const given = namesIn(handler.param ?? null).map((name) => ({
        name,
        variable: this.#places.variable(name, true),
      }));
      const take = handler.param ? `let ${this.#source(handler.param)}=$caught;` : '';
      const list = this.#list(handler.body.body, inside, [...scope, ...given]);
      text += `catch($caught){${LOG}.caught(${inside.call},${this.#place(handler, { isPattern: handler.param != null && handler.param.type !== 'Identifier' })},$caught);${take}{${list}}}`;
    }
    return finalizer ? `${text}finally{${this.#list(finalizer.body, inside, scope)}}` : text;
  }

  #switch(node: Extract<AnyNode, { type: 'SwitchStatement' }>, inside: Inside, outer: Scope): string {
    const of = this.#place(node);
    const all = node.cases.flatMap(({ consequent }) => consequent);
    const scope = [...outer, ...blockNames(all).map((name) => ({ name, variable: null }))];
    const cases = node.cases.map((each) => {
      const text = each.test ? `case ${oneLine(this.#source(each.test))}` : 'default';
      const taken = `${LOG}.chosen(${inside.call},${this.#place(each, { text, of })});`;
      const head = each.test ? `case ${this.#write(each.test, inside)}:` : 'default:';
      return `${head}${taken}${this.#list(each.consequent, inside, scope)}`;
    });
    return `switch(${LOG}.choose(${inside.call},${of},(${this.#write(node.discriminant, inside)}))){${cases.join('')}}`;
  }

  /** The logged form of an expression; undefined if only its parts are logged. */
  #expression(node: AnyNode, inside: Inside): string | undefined {
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, inside, node);
      case 'TaggedTemplateExpression':
        return this.#tagged(node, inside);
      case 'ChainExpression':
        return node.expression.type === 'CallExpression' && isOptional(node.expression)
          ? this.#call(node.expression, inside, node)
          : this.#chain(node.expression, inside);
      case 'ConditionalExpression':
        return `(${this.#condition(node.test, inside)}?${this.#value(node.consequent, inside)}:${this.#value(node.alternate, inside)})`;
      case 'AwaitExpression':
      case 'YieldExpression':
        return this.#wait(node, inside);
      default:
        return undefined;
    }
  }

  #value(node: AnyNode, inside: Inside): string {
    return `(${this.#write(node, inside)})`;
  }

  #condition(test: Expression, inside: Inside): string {
    const place = this.#place(test, { text: oneLine(this.#source(test)) });
    return `${LOG}.branch(${inside.call},${place},${this.#value(test, inside)})`;
  }

  #call(node: Call, inside: Inside, whole: AnyNode): string {
    const callee = this.#source(node.callee);
    if (/(^|\.)assert(\.ok)?$/.test(callee)) return this.#parts(node, inside);
    const { place, given } = this.#given(node, inside);
    const target = whole === node ? this.#callee(node.callee, inside) : this.#chain(node.callee, inside);
    const dot = node.type === 'CallExpression' && node.optional ? '?.' : '';
    const text = node.type === 'NewExpression' ? `new (${target})${given}` : `${target}${dot}${given}`;
    return `${LOG}.result(${inside.call},${place},${text})`;
  }

  /** The list of what a call is given. */
  #given(node: Call, inside: Inside, how: Partial<Place> = {}): { readonly place: number; readonly given: string } {
    const text = oneLine(`${node.type === 'NewExpression' ? 'new ' : ''}${this.#source(node.callee)}`);
    const at = node.callee.type === 'MemberExpression' ? node.callee.property : node;
    const place = this.#place(at, { text, written: node.arguments.map((each) => this.#written(each)), ...how });
    const lists = node.arguments.map((each) => `[${this.#write(each, inside)}]`);
    return { place, given: `(...${LOG}.given(${inside.call},${place},[${lists.join()}]))` };
  }

  /** A template's function is given its texts as they are written, and the values. */
  #tagged(node: Extract<AnyNode, { type: 'TaggedTemplateExpression' }>, inside: Inside): string {
    const { tag, quasi } = node;
    const written = [oneLine(this.#source(quasi)), ...quasi.expressions.map(() => undefined)];
    const place = this.#place(node, { text: oneLine(this.#source(tag)), written });
    const last = quasi.expressions.at(-1);
    const parts = quasi.quasis.map((each, at) => {
      const value = quasi.expressions[at];
      const text = this.#source(each);
      if (value === undefined) return text;
      return `${text}\${${LOG}.part(${inside.call},${place},${at},${this.#value(value, inside)},${value === last})}`;
    });
    const begin = last === undefined ? `${LOG}.part(${inside.call},${place},-1,undefined,true)` : 'undefined';
    return `(${begin},${LOG}.result(${inside.call},${place},${this.#callee(tag, inside)}\`${parts.join('')}\`))`;
  }

  /** Writes a callee, which stays a member of its object. */
  #callee(node: AnyNode, inside: Inside): string {
    if (node.type === 'MemberExpression') return this.#member(node, (object) => this.#write(object, inside), inside);
    const text = this.#write(node, inside);
    return node.type === 'Identifier' || node.type === 'Super' ? text : `(${text})`;
  }

  /** A part of an optional chain: what stands before its first `?.` is a value like others. */
  #chain(node: AnyNode, inside: Inside): string {
    if (!isOptional(node)) return this.#callee(node, inside);
    if (node.type === 'MemberExpression') return this.#member(node, (object) => this.#chain(object, inside), inside);
    if (node.type !== 'CallExpression') return this.#write(node, inside);
    const { given } = this.#given(node, inside, { isInsideChain: true });
    return `${this.#chain(node.callee, inside)}${node.optional ? '?.' : ''}${given}`;
  }

  #member(
    node: Extract<AnyNode, { type: 'MemberExpression' }>,
    write: (object: AnyNode) => string,
    inside: Inside,
  ): string {
    const object = node.object.type === 'Super' ? 'super' : write(node.object);
    const isBare = /^[\w$]+$/.test(object) && !/^\d/.test(object);
    const start = isBare || isOptional(node.object) ? object : `(${object})`;
    if (node.computed) return `${start}${node.optional ? '?.' : ''}[${this.#write(node.property, inside)}]`;
    return `${start}${node.optional ? '?.' : '.'}${this.#source(node.property)}`;
  }

  /** Functions and spread lists are shown as they are written. */
  #written(node: AnyNode): string | undefined {
    if (node.type === 'SpreadElement') return oneLine(this.#source(node));
    if (node.type === 'ClassExpression') return oneLine(this.#file.text.slice(node.start, node.body.start));
    if (!isFunctionNode(node)) return undefined;
    const head = oneLine(this.#file.text.slice(node.start, node.body.start));
    return node.type === 'ArrowFunctionExpression' ? `${head} …` : head;
  }

  #wait(node: Extract<AnyNode, { type: 'AwaitExpression' | 'YieldExpression' }>, inside: Inside): string {
    const what = node.type === 'AwaitExpression' ? 'await' : 'yield';
    const place = this.#place(node, { what });
    const value = node.argument ? this.#value(node.argument, inside) : 'void 0';
    const star = node.type === 'YieldExpression' && node.delegate ? '*' : '';
    return `${LOG}.resumes(${inside.call},${place},(${what}${star} ${LOG}.waits(${inside.call},${place},${value})))`;
  }

  #seen(inside: Inside, scope: Scope): Pick<Place, 'read' | 'alive'> {
    const byName = new Map(scope.map(({ name, variable }) => [name, variable]));
    const visible = [...byName.values()].filter((each) => each !== null);
    const alive = scope.flatMap(({ variable }) => (variable ? [variable.id] : []));
    return { read: [...visible, ...inside.outer], alive: new Set(alive) };
  }

  #readers(read: readonly Variable[]): string {
    return `[${read.map(({ name }) => `()=>${name}`).join()}]`;
  }

  #log(name: string, inside: Inside, place: number): string {
    return `;${LOG}.${name}(${inside.call},${place},${this.#readers(this.#places.places[place]?.read ?? [])});`;
  }
}

/** True if a part of a chain may be skipped: there is a `?.` in it. */
function isOptional(node: AnyNode): boolean {
  if (node.type === 'MemberExpression') return node.optional || isOptional(node.object);
  return node.type === 'CallExpression' && (node.optional || isOptional(node.callee));
}

/** The first 60 characters of source text on one line, without the spaces around dots. */
function oneLine(source: string): string {
  const line = source
    .split(/\s+/)
    .join(' ')
    .replace(/ ?(\?\.|(?<!\.)\.(?!\.)) ?/g, '$1')
    .trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
