import { boundNames } from '../../../../v8/source/declared-names.ts';
import type { AnyNode, Statement } from '../../../../v8/source/syntax-tree.ts';
import { oneLine } from './call-text.ts';
import { ExpressionProbes } from './expression-probes.ts';
import type { SiteList } from './site-list.ts';
import type { Site } from './table.ts';
import { lexicalNames } from './variables.ts';

type Loop = Extract<
  AnyNode,
  { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement' }
>;

/**
 * The variables that exist at a place and have a value there: indices into the slots, outer ones first. `~index`: from there on
 * it cannot be seen.
 */
type Scope = readonly number[];

const JUMPS = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']);
/** Statements of which only the parts are events. */
const SILENT = new Set(['BlockStatement', 'EmptyStatement', 'FunctionDeclaration', 'TryStatement', 'LabeledStatement']);
const MODULE_PARTS = /^(Import|ExportAll|ExportDefault)/;
/** Values passed by one probe. */
const MAX_VALUES = 40;

/** Puts probes before statements and into them. */
export class StatementProbes {
  readonly slots: { readonly name: string; readonly silent: boolean }[] = [];
  readonly #sites: SiteList;
  readonly #expressions: ExpressionProbes;
  readonly #variable: string;
  /** The site for `this` of a derived constructor, until `this` is there. */
  #laterThis: number | undefined;

  constructor(sites: SiteList, variable: string) {
    this.#sites = sites;
    this.#expressions = new ExpressionProbes(sites);
    this.#variable = variable;
  }

  /** A variable. `silent`: the value it has at first is no change. */
  slot(name: string, silent: boolean): number {
    return this.slots.push({ name, silent }) - 1;
  }

  /** `this` of a derived constructor. */
  thisAfterSuper(): void {
    this.#laterThis = this.slot('this', true);
  }

  /** An expression that is a whole body. */
  expressionBody(node: AnyNode, scope: Scope): string {
    const site = this.#sites.add({ kind: 'return', ...this.#values(scope) }, node.start);
    const line = this.#sites.add({ kind: 'line', ...this.#values(scope) }, node.start);
    this.#expressions.within(node.start);
    this.#expressions.visit(node);
    return `${this.#sites.probe(line)}(${this.#passed(scope)});return ${this.#sites.passing(site)},`;
  }

  /** The code after the value of an expression body. */
  passedAfter(scope: Scope): string {
    const passed = this.#passed(scope);
    return passed === '' ? '' : `,${passed}`;
  }

  /** The statements of a body or block. `flush`: also what the last one changed is looked at. */
  list(statements: readonly AnyNode[], outer: Scope, end: number, flush: Site['kind'] = 'flush'): Scope {
    let scope = this.#withoutHidden(outer, statements);
    for (const statement of statements) {
      this.#before(statement, scope);
      this.statement(statement, scope);
      scope = this.#after(statement, scope);
    }
    const last = statements.at(-1);
    // A body that has no statement ends by itself, too: else it would seem to have thrown.
    const goesOn = last ? !JUMPS.has(last.type) : flush === 'end';
    if (goesOn) this.#flush(scope, end, flush);
    return scope;
  }

  /** A statement's parts. */
  statement(node: AnyNode, scope: Scope): void {
    this.#expressions.within(node.start);
    switch (node.type) {
      case 'BlockStatement':
        this.list(node.body, scope, node.end - 1);
        return;
      case 'IfStatement':
        this.#expressions.condition(node.test);
        this.#body(node.consequent, scope);
        if (node.alternate) this.#body(node.alternate, scope);
        return;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.#loop(node, scope);
        return;
      case 'ReturnStatement':
        this.#return(node, scope);
        return;
      case 'ThrowStatement':
        this.#expressions.around(this.#sites.add({ kind: 'throw' }, node.start), node.argument);
        this.#expressions.visit(node.argument);
        return;
      case 'TryStatement':
        this.#try(node, scope);
        return;
      case 'SwitchStatement':
        this.#switch(node, scope);
        return;
      case 'LabeledStatement':
        this.statement(node.body, scope);
        return;
      case 'FunctionDeclaration':
        return;
      default:
        if (!MODULE_PARTS.test(node.type)) this.#expressions.visit(node);
    }
  }

  #before(node: AnyNode, scope: Scope): void {
    const inner = node.type === 'LabeledStatement' ? node.body : node;
    if (SILENT.has(inner.type) || MODULE_PARTS.test(inner.type)) return;
    if (inner.type === 'ExportNamedDeclaration' && inner.declaration?.type !== 'VariableDeclaration') return;
    if (inner.type === 'VariableDeclaration' && inner.kind === 'var' && inner.declarations.every(({ init }) => !init))
      return;
    const site = this.#sites.add({ kind: 'line', ...this.#values(scope) }, inner.start);
    const offset = this.#sites.tokenEndBefore(node.start);
    this.#sites.edits.probe(Math.min(offset, node.start), `;${this.#sites.probe(site)}(${this.#passed(scope)});`);
  }

  #after(node: AnyNode, scope: Scope): Scope {
    const declaration = node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration : node;
    if (declaration.type === 'VariableDeclaration' && declaration.kind !== 'var') {
      return [...scope, ...this.#declared(declaration.declarations.flatMap(({ id }) => boundNames(id)))];
    }
    if (declaration.type === 'ClassDeclaration' && declaration.id)
      return [...scope, ...this.#declared([declaration.id.name])];
    if (this.#laterThis !== undefined && isSuperCall(node)) {
      const now = [...scope, this.#laterThis];
      this.#laterThis = undefined;
      return now;
    }
    return scope;
  }

  #declared(names: readonly string[]): number[] {
    return names.map((name) => this.slot(name, false));
  }

  /** The body of an `if` or a loop becomes a block where it is a single statement. */
  #body(node: Statement, scope: Scope, begin?: string): void {
    if (node.type === 'BlockStatement') {
      if (begin) this.#sites.edits.probe(node.start + 1, begin);
      this.list(node.body, scope, node.end - 1);
      return;
    }
    this.#sites.edits.probe(this.#sites.tokenEndBefore(node.start), `{${begin ?? ''}`);
    const flush = JUMPS.has(node.type) ? '' : this.#flushText(scope, node.end, 'flush');
    // Before those of the bodies in it, which may end at the same place.
    this.#sites.edits.endBlock(node.end, `;${flush}}`);
    this.#before(node, scope);
    this.statement(node, scope);
  }

  #loop(node: Loop, outer: Scope): void {
    const declaration =
      node.type === 'ForStatement'
        ? node.init
        : 'left' in node && node.left.type === 'VariableDeclaration'
          ? node.left
          : undefined;
    if (node.type === 'ForStatement') this.#expressions.visit(node.init);
    if (node.type === 'ForOfStatement') this.#expressions.visitNamed(node.right);
    else if ('right' in node) this.#expressions.visit(node.right);
    const names =
      declaration?.type === 'VariableDeclaration' && declaration.kind !== 'var'
        ? declaration.declarations.flatMap(({ id }) => boundNames(id))
        : [];
    const scope = [...outer, ...this.#declared(names)];
    this.#sites.inLoop(node.start, (loop) => {
      if ('test' in node && node.test) this.#loopTest(node.test, loop, outer);
      if (node.type === 'ForStatement') this.#expressions.visit(node.update);
      const pass = this.#sites.add({ kind: 'pass', loop, ...this.#values(scope) }, node.start);
      this.#body(node.body, scope, `;${this.#sites.probe(pass)}(${this.#passed(scope)});`);
    });
  }

  /** Behind a test that is false: what the head changed when it ran last is not the body's. Its own variables are gone then. */
  #loopTest(test: AnyNode, loop: number, outer: Scope): void {
    const text = oneLine(this.#sites.textOf(test));
    this.#expressions.within(test.start);
    const site = this.#sites.add({ kind: 'loopTest', text, loop, ...this.#values(outer) }, test.start);
    const left = `${this.#sites.passing(site)},0${this.passedAfter(outer)})`;
    this.#sites.edits.wrap(test.start, test.end, '(', `)||${left}`);
    this.#expressions.visit(test);
  }

  #return(node: Extract<AnyNode, { type: 'ReturnStatement' }>, scope: Scope): void {
    const site = this.#sites.add({ kind: 'return', ...this.#values(scope) }, node.start);
    const more = this.passedAfter(scope);
    if (node.argument) this.#expressions.around(site, node.argument, more);
    else this.#sites.edits.probe(node.start + 6, ` ${this.#sites.passing(site)},void 0${more})`);
    this.#expressions.visit(node.argument);
  }

  #try(node: Extract<AnyNode, { type: 'TryStatement' }>, scope: Scope): void {
    this.statement(node.block, scope);
    const { handler } = node;
    if (handler) {
      const names = handler.param ? boundNames(handler.param) : [];
      const error =
        handler.param?.type === 'Identifier' ? handler.param.name : handler.param ? '' : `${this.#variable}c`;
      if (!handler.param) {
        const at = this.#sites.tokenEndBefore(handler.body.start);
        this.#sites.edits.probe(at, `(${error})`);
      }
      const site = this.#sites.add({ kind: 'caught' }, handler.start);
      this.#sites.edits.probe(handler.body.start + 1, `;${this.#sites.probe(site)}(${error});`);
      this.list(handler.body.body, [...scope, ...names.map((name) => this.slot(name, true))], handler.body.end - 1);
    }
    if (node.finalizer) this.#finally(node.finalizer, scope);
  }

  /** Puts the call's pending end aside while a `finally` runs: the call may end otherwise. */
  #finally(node: Extract<AnyNode, { type: 'BlockStatement' }>, scope: Scope): void {
    const site = this.#sites.add({ kind: 'finally' }, node.start);
    this.#sites.edits.probe(node.start + 1, `;${this.#sites.probe(site)}();`);
    this.list(node.body, scope, node.end - 1);
    const end = this.#sites.add({ kind: 'finallyEnd', of: site }, node.end - 1);
    this.#sites.edits.probe(this.#sites.tokenEndBefore(node.end - 1), `;${this.#sites.probe(end)}();`);
  }

  #switch(node: Extract<AnyNode, { type: 'SwitchStatement' }>, scope: Scope): void {
    const site = this.#sites.add({ kind: 'switch' }, node.start);
    this.#expressions.around(site, node.discriminant);
    this.#expressions.visit(node.discriminant);
    const inner = this.#withoutHidden(
      scope,
      node.cases.flatMap(({ consequent }) => consequent),
    );
    node.cases.forEach((each, index) => {
      const text = each.test ? `case ${oneLine(this.#sites.textOf(each.test))}` : 'default';
      const taken = this.#sites.add({ kind: 'case', of: site, text }, each.start);
      const first = each.consequent[0];
      const colon = first ? this.#sites.tokenEndBefore(first.start) : each.end;
      this.#sites.edits.probe(colon, `;${this.#sites.probe(taken)}();`);
      if (each.test) this.#expressions.visit(each.test);
      const next = node.cases[index + 1];
      this.list(each.consequent, inner, next ? next.start : node.end - 1);
    });
  }

  #flush(scope: Scope, end: number, kind: Site['kind']): void {
    const text = this.#flushText(scope, end, kind);
    this.#sites.edits.probe(this.#sites.tokenEndBefore(end), `;${text}`);
  }

  #flushText(scope: Scope, end: number, kind: Site['kind']): string {
    const site = this.#sites.add({ kind, ...this.#values(scope) }, Math.max(0, end - 1));
    return `${this.#sites.probe(site)}(${this.#passed(scope)});`;
  }

  #values(scope: Scope): Pick<Site, 'slots' | 'alive'> {
    return { slots: this.#visible(scope), alive: scope.filter((slot) => slot >= 0).sort((a, b) => a - b) };
  }

  #passed(scope: Scope): string {
    return this.#visible(scope)
      .map((slot) => this.slots[slot]?.name)
      .join(',');
  }

  /** The innermost of each name. */
  #visible(scope: Scope): number[] {
    const byName = new Map<string | undefined, number>();
    for (const slot of scope) {
      if (slot >= 0) byName.set(this.slots[slot]?.name, slot);
      else byName.delete(this.slots[~slot]?.name);
    }
    return [...byName.values()].slice(-MAX_VALUES);
  }

  /** In a block, a name that it declares is its own from the start on, when it cannot be read yet. */
  #withoutHidden(scope: Scope, statements: readonly AnyNode[]): Scope {
    const names = new Set(statements.flatMap(lexicalNames));
    const hidden = this.#visible(scope).filter((slot) => names.has(this.slots[slot]?.name ?? ''));
    return [...scope, ...hidden.map((slot) => ~slot)];
  }
}

function isSuperCall(node: AnyNode): boolean {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return false;
  return node.expression.callee.type === 'Super';
}
