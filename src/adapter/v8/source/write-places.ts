import { isOwner, resolve } from './captured-variables.ts';
import { isFunction } from './source-structure.ts';
import { type AnyNode, walk } from './syntax-tree.ts';
import { mayThrow } from './throws/throwing-code.ts';
import type { WriteSite, WrittenVariable } from './write-sites.ts';

/** A place where V8 can stop, in the text that it runs. */
export interface StopPlace {
  readonly offset: number;
  /** A function is about to return there. */
  readonly isReturn: boolean;
}

/** The relation of a place where V8 can stop to the writes of a variable. All lists are of numbers of sites. */
export interface WritePlace<T extends StopPlace = StopPlace> {
  readonly stop: T;
  /** Statements with these sites begin there. */
  readonly opens: readonly number[];
  /** A write of these may have been made when it is come by. */
  readonly checks: readonly number[];
  /** The sites whose statement is over there. */
  readonly closes: readonly number[];
  /** The variable begins to exist there, so that one that was watched before is gone. */
  readonly begins: boolean;
  /** The function that the variable belongs to returns there. */
  readonly returns: boolean;
  /** The variable can be named there. */
  readonly isVisible: boolean;
  /** True for code that initialises a class or the fields of an object. */
  readonly isInitialiser: boolean;
  /** An exception may be thrown in what begins there. */
  readonly mayThrow: boolean;
}

/** A stretch of a text. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** The stretches of the text in which it must be known where V8 can stop, none in another one. */
export function rangesOf(written: WrittenVariable): readonly SourceRange[] {
  const regions = new Set(written.sites.flatMap(({ path }) => [regionOf(path), ...aroundClass(path)]));
  if (!written.isShared) regions.add(written.owner);
  const isInner = (node: AnyNode) =>
    [...regions].some((other) => other !== node && other.start <= node.start && node.end <= other.end);
  return [...regions].filter((region) => !isInner(region)).map(({ start, end }) => ({ start, end }));
}

/**
 * The places at which to look whether a variable has been written: wherever V8 can stop next after one of its sites, on whatever
 * way. A place too many costs a look; with one too few, a write is seen too late.
 *
 * @param stops The places at which V8 can stop in the ranges of {@link rangesOf}.
 */
export function writePlaces<T extends StopPlace>(written: WrittenVariable, stops: readonly T[]): WritePlace<T>[] {
  const places = new Map<T, Roles>();
  const sorted = [...stops].sort((a, b) => a.offset - b.offset);
  const initialisers = new Set<T>();
  const at = (stop: T): Roles => {
    const known = places.get(stop) ?? { opens: [], checks: new Set(), closes: [], begins: false, returns: false };
    places.set(stop, known);
    return known;
  };
  const ownStops = new Map<AnyNode, readonly T[]>();
  const stopsOf = (region: AnyNode): readonly T[] => {
    const own = ownStops.get(region) ?? stopsIn(region, sorted);
    ownStops.set(region, own);
    if (region.type === 'ClassBody') for (const stop of own) initialisers.add(stop);
    return own;
  };
  /** The stops behind a place at which another variable has the local's name, so that the local cannot be read there. */
  const stopsBehindShadow = (stop: T): readonly T[] => {
    const path = pathTo(written.program, stop);
    const scope = resolve(written.name, path);
    if (written.isShared || !scope || scope === written.scope) return [];
    const depth = path.lastIndexOf(scope);
    const region = regionOf(path.slice(0, depth));
    return [...stopsBehind(path.slice(0, depth + 1), region, stopsOf(region))].flatMap((each) => [
      each,
      ...(each.offset > stop.offset ? stopsBehindShadow(each) : []),
    ]);
  };
  for (const [number, site] of written.sites.entries()) {
    const { path } = site;
    const region = regionOf(path);
    const unit = unitOf(path);
    const [first, ...others] = stopsOf(region).filter(({ offset }) => isWithin(unit, offset));
    for (const stop of first ? [first, ...others] : []) at(stop).opens.push(number);
    const write = path.at(-2);
    for (const stop of others) if (!write || !isWithin(write, stop.offset)) at(stop).checks.add(number);
    const behind = [
      ...stopsBehind(path.slice(0, unit.depth + 1), region, stopsOf(region)),
      // V8 may stop nowhere between the end of a static block and what follows the class.
      ...aroundClass(path).flatMap((outer) => [
        ...stopsBehind(path.slice(0, path.indexOf(region)), outer, stopsOf(outer)),
      ]),
    ];
    for (const stop of new Set(behind.flatMap((each) => [each, ...stopsBehindShadow(each)]))) {
      at(stop).checks.add(number);
      at(stop).closes.push(number);
    }
  }
  if (!written.isShared) noteLife(written, stopsOf(written.owner), at);
  return [...places].map(([stop, { checks, ...roles }]) => {
    const isVisible = isVisibleAt(written, stop);
    const isInitialiser = initialisers.has(stop);
    return { stop, ...roles, checks: [...checks], isVisible, isInitialiser, mayThrow: mayThrowAt(written, stop) };
  });
}

function mayThrowAt({ program }: WrittenVariable, stop: StopPlace): boolean {
  const path = pathTo(program, stop);
  if (stop.isReturn || /^(Break|Continue|Debugger)Statement$/.test(path.at(-1)?.type ?? '')) return false;
  const { depth } = unitOf(path);
  const unit = path[depth];
  return unit === undefined || mayThrow(unit, path.slice(0, depth));
}

/** True if the variable is what its name means at a place. */
export function isVisibleAt({ name, program, scope }: WrittenVariable, stop: StopPlace): boolean {
  return resolve(name, pathTo(program, stop)) === scope;
}

/** The sites whose statements are under way where a frame is at a place. */
export function begunAt({ sites }: WrittenVariable, offset: number): readonly number[] {
  return [...sites.entries()].flatMap(([number, { path }]) => {
    const { start, end } = unitOf(path);
    return isWithin({ start, end }, offset) ? number : [];
  });
}

/** True if a site's statement may be under way without having been seen to begin: it was before the watch, or V8 stops nowhere in it. */
export function mayBeginUnseen({ path }: WriteSite, number: number, places: readonly WritePlace[]): boolean {
  const unit = path[unitOf(path).depth];
  let waits = false;
  if (unit)
    walk(unit, (node) => {
      waits ||= node.type === 'AwaitExpression' || node.type === 'YieldExpression' || node.type === 'ForOfStatement';
      return waits || isFunction(node) ? 'skip' : undefined;
    });
  return waits || places.every(({ opens }) => !opens.includes(number));
}

/** True if something of a site's statement runs after the write, which may throw. */
export function isFollowed({ path }: WriteSite): boolean {
  const [statement, write] = path.slice(-3);
  if (write?.type === 'VariableDeclarator') return false;
  const isWhole = /^(ExpressionStatement|ReturnStatement|ForStatement|ArrowFunctionExpression)$/;
  return !(write && /^(Assignment|Update)Expression$/.test(write.type) && statement && isWhole.test(statement.type));
}

interface Roles {
  readonly opens: number[];
  readonly checks: Set<number>;
  readonly closes: number[];
  begins: boolean;
  returns: boolean;
}

function noteLife<T extends StopPlace>(
  { scope, owner }: WrittenVariable,
  own: readonly T[],
  at: (stop: T) => Roles,
): void {
  for (const stop of own) if (stop.isReturn) at(stop).returns = true;
  if (owner.type === 'Program' && scope === owner) return;
  const start = isFunction(scope) ? scope.body.start : scope.start;
  const first = own.find(({ offset }) => offset >= start);
  if (!first || first.offset > scope.end) return;
  // The head of a loop is come by again while the variable lives; that of a loop over values makes a new one each time.
  const isAgain = pathTo(scope, first).some(
    (node) => isLoop(node) && (node !== scope || node.type === 'ForStatement') && isRepeated(node, first),
  );
  if (!isAgain) at(first).begins = true;
}

/** True if a loop comes by a place again. */
function isRepeated(loop: Loop, { offset }: StopPlace): boolean {
  return !(loop.type === 'ForStatement' && loop.init && offset <= loop.init.end);
}

/** The function, class or program whose own code a path ends in. The fields of a class are initialised by functions without a text. */
function regionOf(path: readonly AnyNode[]): AnyNode {
  const index = path.findLastIndex(isOwner);
  const owner = path[index] ?? path[0];
  const isInClass = owner?.type === 'PropertyDefinition' || owner?.type === 'StaticBlock';
  const region = isInClass ? path[index - 1] : owner;
  if (region) return region;
  throw new RangeError('a site has no program around it');
}

/** The region around the class that a path initialises as it ends; none for the fields of its objects. */
function aroundClass(path: readonly AnyNode[]): readonly AnyNode[] {
  const index = path.findLastIndex(isOwner);
  const owner = path[index];
  const isStatic = owner?.type === 'StaticBlock' || (owner?.type === 'PropertyDefinition' && owner.static);
  return isStatic ? [regionOf(path.slice(0, index - 1))] : [];
}

function isWithin({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** The stops in a region and not in a function inside of it, which has its own. */
function stopsIn<T extends StopPlace>(region: AnyNode, stops: readonly T[]): readonly T[] {
  const inner: AnyNode[] = [];
  const classes: AnyNode[] = [];
  walk(region, (node, ancestors) => {
    if (node === region) return undefined;
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') classes.push(node);
    const isField = node.type === 'PropertyDefinition' || node.type === 'StaticBlock';
    const isOwnField = isField && region.type === 'ClassBody' && ancestors.at(-1) === region;
    if ((!isFunction(node) && !isField) || isOwnField) return undefined;
    inner.push(node);
    return 'skip';
  });
  // A function's declaration is a stop before it; the return of an expression stands behind its last character. Those of a class that has no
  // constructor stand where it begins and ends.
  const isInner = ({ offset, isReturn }: T) =>
    inner.some(({ start, end }) => start < offset && (offset < end || (isReturn && offset === end))) ||
    (isReturn && classes.some(({ start, end }) => offset === start || offset === end));
  return stops.filter((stop) => region.start <= stop.offset && stop.offset <= region.end && !isInner(stop));
}

interface Unit extends SourceRange {
  /** The depth of the node in the path. */
  readonly depth: number;
}

/** The stretch around a site that runs as one: a statement without others in it, or the part of a head. */
function unitOf(path: readonly AnyNode[]): Unit {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const [node, parent] = [path[depth], path[depth - 1]];
    const range = node && parent && rangeOf(node, parent);
    if (range) return { ...range, depth };
  }
  return { start: 0, end: 0, depth: 0 };
}

const SIMPLE = /^(Expression|Return|Throw)Statement$|^VariableDeclaration$|^(Class|ExportDefault)Declaration$/;

function rangeOf(node: AnyNode, parent: AnyNode): SourceRange | undefined {
  const { start, end } = node;
  switch (parent.type) {
    case 'ForStatement':
      return node === parent.body ? simple(node) : { start, end };
    case 'ForInStatement':
    case 'ForOfStatement':
      return node === parent.body ? simple(node) : { start: parent.start, end: parent.body.start - 1 };
    case 'IfStatement':
    case 'WhileStatement':
      return node === parent.test ? { start: parent.start, end } : simple(node);
    case 'DoWhileStatement':
    case 'SwitchCase':
      return node === parent.test ? { start, end } : simple(node);
    case 'SwitchStatement':
      return node === parent.discriminant ? { start: parent.start, end } : undefined;
    case 'PropertyDefinition':
      return node === parent.value ? { start, end } : undefined;
    default:
      return isFunction(parent) ? partOf(node, parent) : simple(node);
  }
}

/** A parameter, or the expression that an arrow function returns. */
function partOf(node: AnyNode, { type }: AnyNode): SourceRange | undefined {
  if (node.type === 'BlockStatement') return undefined;
  return { start: node.start, end: type === 'ArrowFunctionExpression' ? node.end : node.end - 1 };
}

function simple(node: AnyNode): SourceRange | undefined {
  return SIMPLE.test(node.type) ? { start: node.start, end: node.end - 1 } : undefined;
}

/** The first stops of V8 after the end of a path: behind it and all around it, and where loops and `try` lead. */
function stopsBehind<T extends StopPlace>(path: readonly AnyNode[], region: AnyNode, own: readonly T[]): Set<T> {
  const found = new Set(own.filter(({ isReturn }) => isReturn));
  const addFrom = (offset: number | undefined) => {
    const stop = offset === undefined ? undefined : own.find((each) => each.offset >= offset);
    // What of a statement is evaluated first need not be what is written first.
    if (stop && !found.has(stop)) for (const each of stopsBeside(stop, region, own)) found.add(each);
  };
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const node = path[depth];
    if (!node || node === region) break;
    addFrom(node.end);
    if (node.type === 'TryStatement') {
      if (path[depth + 1] === node.block) addFrom(node.handler?.body.start);
      addFrom(node.finalizer?.start);
    }
    if (!isLoop(node)) continue;
    addFrom(node.body.start);
    for (const head of headsOf(node)) for (const stop of own) if (isWithin(head, stop.offset)) found.add(stop);
  }
  return found;
}

/** The stops of the statement, or part of a head, that one is in. */
function stopsBeside<T extends StopPlace>(stop: T, region: AnyNode, own: readonly T[]): readonly T[] {
  const unit = unitOf(pathTo(region, stop));
  const beside = own.filter(({ offset }) => isWithin(unit, offset));
  return beside.includes(stop) ? beside : [stop];
}

type Loop = Extract<
  AnyNode,
  { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement' }
>;

function isLoop(node: AnyNode): node is Loop {
  return /^(For|ForIn|ForOf|While|DoWhile)Statement$/.test(node.type);
}

/** The ranges that a loop passes in each of its rounds. */
function headsOf(loop: Loop): readonly SourceRange[] {
  switch (loop.type) {
    case 'ForStatement':
      return [loop.test, loop.update].flatMap((each) => each ?? []);
    case 'ForInStatement':
    case 'ForOfStatement':
      return [{ start: loop.start, end: loop.body.start - 1 }];
    default:
      return [loop.test];
  }
}

/** The nodes around a place, outermost first. Where an expression is returned, V8 stands behind its last character. */
function pathTo(root: AnyNode, { offset, isReturn }: StopPlace): readonly AnyNode[] {
  let path: readonly AnyNode[] = [];
  walk(root, (node, ancestors) => {
    const isAtEnd = isReturn && offset === node.end && (isFunction(node) || node.type === 'Program');
    if (offset < node.start || (node.end <= offset && !isAtEnd)) return 'skip';
    path = [...ancestors, node];
    return undefined;
  });
  return path;
}
