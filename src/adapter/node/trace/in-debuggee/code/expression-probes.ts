import { type AnyNode, isFunction } from '../../../../v8/source/syntax-tree.ts';
import { engineText, oneLine, UNNAMED } from './call-text.ts';
import type { SiteList } from './site-list.ts';

type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>;

/** Puts probes into expressions: calls with arguments and results, conditions, awaits and yields. Inner functions are left alone. */
export class ExpressionProbes {
  readonly #sites: SiteList;
  /** Nodes that V8 names in the text of an error about what is around them. */
  readonly #named = new Set<AnyNode>();
  /** The offsets at which V8 reports errors about the code around the nodes. */
  readonly #targets = new Map<AnyNode, number>();
  /** Chains that V8 has no words for where they stand, and templates around which nothing can be put. */
  readonly #unnamed = new Set<AnyNode>();
  readonly #bare = new Set<AnyNode>();
  #statement = 0;

  constructor(sites: SiteList) {
    this.#sites = sites;
  }

  /** Probes in an expression, or in whatever else holds some. */
  visit(node: AnyNode | null | undefined): void {
    if (!node || isFunction(node) || node.type === 'ClassBody') return;
    for (const each of namedParts(node)) {
      this.#named.add(each);
      if (each.type === 'ChainExpression' && node.type !== 'YieldExpression') this.#unnamed.add(each);
      if (node.type === 'SpreadElement' && each.type === 'TaggedTemplateExpression')
        this.#targets.set(each, reportedAt(each));
      if (node.type === 'NewExpression') this.#bare.add(each);
    }
    switch (node.type) {
      case 'ChainExpression':
        this.#chain(node.expression, node);
        return;
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node, node);
        return;
      case 'TaggedTemplateExpression':
        this.#tagged(node);
        return;
      case 'MemberExpression':
        this.#member(node);
        return;
      case 'UnaryExpression':
        // What is deleted must stay a reference.
        if (node.operator === 'delete' && node.argument.type === 'ChainExpression')
          this.#deleted(node.argument.expression);
        else this.#children(node);
        return;
      case 'ConditionalExpression':
        this.condition(node.test);
        this.visit(node.consequent);
        this.visit(node.alternate);
        return;
      case 'AwaitExpression':
        this.#await(node);
        return;
      case 'YieldExpression':
        this.#yield(node);
        return;
      case 'VariableDeclarator':
        if (node.init) this.within(node.init.start);
        this.#children(node);
        return;
      default:
        this.#children(node);
        return;
    }
  }

  /** The value of what V8 names when it cannot be iterated. */
  visitNamed(node: AnyNode): void {
    this.within(node.start);
    for (const each of chainOf(node)) this.#named.add(each);
    this.#targets.set(node, reportedAt(node));
    this.visit(node);
  }

  /** A probe around what V8 names when it cannot be iterated asynchronously. */
  aroundNamed(kind: 'passing', node: AnyNode): void {
    this.within(node.start);
    this.#targets.set(node, reportedAt(node));
    this.around(this.#sites.add({ kind, plain: engineText(node) }, node.start), node, '', true);
  }

  /** A test that decides which way is taken. */
  condition(test: AnyNode): void {
    const site = this.#sites.add({ kind: 'branch', text: oneLine(this.#sites.textOf(test)) }, test.start);
    this.around(site, test);
    this.visit(test);
  }

  /**
   * A probe that is passed the value of an expression. `more` are further values. Where V8 would name it in the text of an error,
   * it is called in a way that tells it from others; elsewhere in one after which V8 reports the same columns.
   */
  around(site: number, node: AnyNode, more = '', isNamed = false): void {
    const isList = node.type === 'SequenceExpression';
    const called = isNamed ? `${this.#sites.probe(site)}(` : `${this.#sites.passing(site)},`;
    this.#sites.edits.wrap(
      node.start,
      node.end,
      `${called}${isList ? '(' : ''}`,
      `${isList ? ')' : ''}${more})`,
      isNamed ? (this.#targets.get(node) ?? node.start) : this.#statement,
    );
  }

  /** V8 notes a column for few expressions: an unknown name is reported for the statement, or what stands for one. */
  within(start: number): void {
    this.#statement = start;
  }

  #children(node: AnyNode): void {
    for (const value of Object.values(node)) {
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) this.visit(each);
    }
  }

  #chain(node: AnyNode, whole: AnyNode): void {
    for (const each of namedParts(node)) this.#named.add(each);
    if (node.type === 'CallExpression') {
      this.#call(node, whole);
      return;
    }
    if (!innerCalls(node).some(mayBeSkipped)) {
      this.#insideChain(node, []);
      return;
    }
    const inner: number[] = [];
    const plain = this.#unnamed.has(whole) ? UNNAMED : engineText(whole);
    this.around(this.#sites.add({ kind: 'chain', inner, plain }, node.start), whole, '', this.#named.has(whole));
    this.#insideChain(node, inner);
  }

  /** V8 reports what is read of a template's value elsewhere than what is read of a call's. */
  #member(node: Extract<AnyNode, { type: 'MemberExpression' }>): void {
    if (node.object.type === 'TaggedTemplateExpression') this.#bare.add(node.object);
    this.#children(node);
  }

  #deleted(node: AnyNode): void {
    if (node.type === 'MemberExpression') {
      this.#deleted(node.object);
      if (node.computed) this.visit(node.property);
    } else if (node.type === 'CallExpression') {
      this.#deleted(node.callee);
      for (const argument of node.arguments) this.visit(argument);
    } else this.visit(node);
  }

  /**
   * The parts of a chain cannot have probes around them, from its first `?.` on: what follows them would no longer be skipped with
   * them. A call among them is known by its start; `inner` takes the sites of these.
   */
  #insideChain(node: AnyNode, inner: number[]): void {
    if (!mayBeSkipped(node)) this.#callee(node);
    else if (node.type === 'MemberExpression') {
      this.#insideChain(node.object, inner);
      if (node.computed) this.visit(node.property);
    } else if (node.type === 'CallExpression') {
      const before: number[] = [];
      const site = this.#callSite(node, engineText(node), before, true);
      this.#insideChain(node.callee, before);
      this.#arguments(node, site);
      inner.push(...before, site);
    } else this.visit(node);
  }

  #call(node: Call, whole: AnyNode): void {
    // Node reads the text of such a call, to show it.
    if (/(^|\.)assert(\.ok)?$/.test(this.#sites.textOf(node.callee))) return;
    const inner: number[] = [];
    const site = this.#callSite(node, this.#unnamed.has(whole) ? UNNAMED : engineText(whole), inner);
    this.around(site, whole, '', this.#named.has(whole));
    if (whole === node) this.#callee(node.callee);
    else this.#insideChain(node.callee, inner);
    this.#arguments(node, site);
  }

  #callSite(node: Call, plain: string, inner: readonly number[], isInsideChain = false): number {
    const text = oneLine(`${node.type === 'NewExpression' ? 'new ' : ''}${this.#sites.textOf(node.callee)}`);
    const args = node.arguments.map((each) => this.#argumentText(each));
    const isBegunApart = args.every((each) => each !== null) || node.arguments.at(-1)?.type === 'SpreadElement';
    const site = this.#sites.add(
      { kind: 'result', text, args, plain, inner, isBegunApart, ...(isInsideChain ? { isInsideChain } : {}) },
      nameStart(node),
    );
    if (isBegunApart) this.#begin(node, site);
    return site;
  }

  #arguments(node: Call, site: number): void {
    node.arguments.forEach((argument, index) => {
      if (this.#argumentText(argument) === null) {
        this.around(
          this.#sites.add({ kind: 'argument', of: site, index, plain: engineText(argument) }, argument.start),
          argument,
        );
      }
      this.visit(argument.type === 'SpreadElement' ? argument.argument : argument);
    });
  }

  /** A probe when all that is passed is known: at the list that is spread last, or in place of one without items. */
  #begin(node: Call, of: number): void {
    const last = node.arguments.at(-1);
    const begun = this.#sites.add({ kind: 'calling', of, plain: last ? engineText(last) : '' }, nameStart(node));
    if (last?.type === 'SpreadElement') {
      this.around(begun, last.argument, '', this.#named.has(last.argument));
      return;
    }
    const list = this.#sites.noItems(begun);
    if (!this.#hasBrackets(node)) this.#sites.edits.probe(node.end, `(${list})`);
    else {
      const end = this.#sites.tokenEndBefore(node.end - 1);
      const comma = last === undefined || this.#sites.textAt(end - 1) === ',' ? '' : ',';
      this.#sites.edits.probe(end, comma + list);
    }
  }

  /** `new Some` has no list of arguments. */
  #hasBrackets(node: Call): boolean {
    return node.type === 'CallExpression' || this.#sites.source.slice(node.callee.end, node.end).includes('(');
  }

  /** A template is given its texts, and what is put between them. */
  #tagged(node: Extract<AnyNode, { type: 'TaggedTemplateExpression' }>): void {
    if (this.#bare.has(node)) {
      this.#children(node);
      return;
    }
    const { expressions } = node.quasi;
    const text = oneLine(this.#sites.textOf(node.tag));
    const args = [oneLine(this.#sites.textOf(node.quasi)), ...expressions.map(() => null)];
    const plain = engineText(node);
    const hasValues = expressions.length > 0 ? { isBegunApart: false } : {};
    const site = this.#sites.add({ kind: 'result', text, args, plain, ...hasValues }, node.start);
    this.around(site, node, '', this.#named.has(node));
    this.#callee(node.tag);
    expressions.forEach((each, at) => {
      this.around(
        this.#sites.add({ kind: 'argument', of: site, index: at + 1, plain: engineText(each) }, each.start),
        each,
      );
      this.visit(each);
    });
  }

  /** Keeps a method's callee a member of its object. */
  #callee(callee: AnyNode): void {
    if (callee.type !== 'MemberExpression') {
      this.visit(callee);
      return;
    }
    if (callee.object.type === 'TaggedTemplateExpression') this.#bare.add(callee.object);
    this.visit(callee.object);
    if (callee.computed) this.visit(callee.property);
  }

  /** The text in place of an argument that needs no probe, or must not have one: functions would lose their names. */
  #argumentText(node: AnyNode): string | null {
    if (node.type === 'SpreadElement') return oneLine(this.#sites.textOf(node));
    if (!isFunction(node) && node.type !== 'ClassExpression') return null;
    const text = this.#sites.textOf(node);
    const body = 'body' in node && !Array.isArray(node.body) && node.body ? node.body.start - node.start : text.length;
    const head = oneLine(text.slice(0, body));
    return node.type === 'ArrowFunctionExpression' ? `${head} …` : head;
  }

  #await(node: Extract<AnyNode, { type: 'AwaitExpression' }>): void {
    this.waits(node);
    this.visit(node.argument);
  }

  #yield(node: Extract<AnyNode, { type: 'YieldExpression' }>): void {
    this.waits(node);
    this.visit(node.argument);
  }

  /** Probes before and after a wait. */
  waits(node: Extract<AnyNode, { type: 'AwaitExpression' | 'YieldExpression' }>): void {
    const { argument } = node;
    const plain = UNNAMED;
    this.around(this.#sites.add({ kind: 'resumed', plain }, node.start), node, '', this.#named.has(node));
    const kind = node.type === 'AwaitExpression' ? 'awaiting' : 'yielding';
    const site = this.#sites.add({ kind, plain: argument ? engineText(argument) : plain }, node.start);
    if (argument) this.around(site, argument);
    else this.#sites.edits.append(node.end, ` ${this.#sites.passing(site)},void 0)`);
  }
}

/** The calls that a chain begins with. */
function innerCalls(node: AnyNode): Call[] {
  if (node.type === 'MemberExpression') return innerCalls(node.object);
  return node.type === 'CallExpression' ? [node, ...innerCalls(node.callee)] : [];
}

/** True if a `?.` is a part of a chain, or of what it begins with. */
function mayBeSkipped(node: AnyNode): boolean {
  if (node.type === 'MemberExpression') return node.optional || mayBeSkipped(node.object);
  return node.type === 'CallExpression' && (node.optional || mayBeSkipped(node.callee));
}

/** The place of a call: of a chain over several lines, its own. */
function nameStart(node: Call): number {
  return node.callee.type === 'MemberExpression' ? node.callee.property.start : node.start;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The parts of a node that V8 prints in its errors: the callee, and the value that is iterated or taken apart. */
function namedParts(node: AnyNode): AnyNode[] {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      return chainOf(node.callee);
    case 'TaggedTemplateExpression':
      return chainOf(node.tag);
    case 'SpreadElement':
      return chainOf(node.argument);
    case 'YieldExpression':
      return node.argument ? chainOf(node.argument) : [];
    case 'VariableDeclarator':
      return node.init && node.id.type !== 'Identifier' ? chainOf(node.init) : [];
    case 'AssignmentExpression':
      return node.left.type === 'ObjectPattern' || node.left.type === 'ArrayPattern' ? chainOf(node.right) : [];
    default:
      return [];
  }
}

/** A node and what its text begins with. */
function chainOf(node: AnyNode): AnyNode[] {
  if (node.type === 'MemberExpression') return [node, ...chainOf(node.object)];
  if (node.type === 'CallExpression') return [node, ...chainOf(node.callee)];
  if (node.type === 'TaggedTemplateExpression') return [node, ...chainOf(node.tag)];
  return node.type === 'ChainExpression' ? [node, ...chainOf(node.expression)] : [node];
}

/** The place at which V8 reports that a value cannot be iterated: at the callee, if it is a call. */
function reportedAt(node: AnyNode): number {
  if (node.type === 'TaggedTemplateExpression') return node.quasi.start;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return node.start;
  return node.callee.computed ? node.callee.end : node.callee.property.start;
}
