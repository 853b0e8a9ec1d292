import { callText } from '../../../cdp/function-text.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { ScopeKind } from '../../../model/variable.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { createOwnGlobals } from './in-debuggee/own-globals.ts';

/** A scope as it is shown: one or several of V8's, merged. */
export interface ScopeGroup {
  readonly kind: ScopeKind;
  readonly name: string;
  /** CDP ids of the scope objects, innermost first: an inner variable hides an outer one of its name. */
  readonly objectIds: readonly string[];
  /** The frame whose scopes they are, if it is another one: that of the module's top level. */
  readonly frame?: PausedFrame;
}

const TITLES: Record<ScopeKind, string> = { local: 'Local', closure: 'Closure', module: 'Module', global: 'Global' };

/**
 * V8 gives each block, each enclosing function and the module a scope of its own. They are shown as four: what is local, what
 * is closed over, what belongs to the module, what is global.
 */
export function scopeGroups(frame: PausedFrame): ScopeGroup[] {
  const groups = new Map<ScopeKind, string[]>();
  const chain = frame.callFrame.scopeChain;
  // Blocks further out than the function's own scope are those of the functions around it.
  const own = chain.findIndex(({ type }) => type === 'local');
  const ownIndex = own === -1 ? chain.length : own;
  for (const [index, scope] of frame.callFrame.scopeChain.entries()) {
    const objectId = scope.object.objectId;
    if (objectId === undefined) continue;
    const kind =
      index > ownIndex && isBlock(scope) ? 'closure' : kindOf(scope, index === 0 ? undefined : groups, frame);
    groups.set(kind, [...(groups.get(kind) ?? []), objectId]);
  }
  return [...groups].map(([kind, objectIds]) => ({ kind, name: TITLES[kind], objectIds }));
}

/**
 * The same with all variables of the module, if its top level is still running. What a function sees of the module are only those
 * variables that functions use: the others live in the frame of the top level.
 *
 * @param stack The frame and those around it, innermost first.
 */
export function withTopLevel(frame: PausedFrame, stack: readonly PausedFrame[]): ScopeGroup[] {
  const groups = scopeGroups(frame);
  const { scriptId } = frame.callFrame.location;
  const callers = frame.name === MODULE_FRAME ? [] : stack.slice(stack.indexOf(frame) + 1);
  const top = callers.find(({ name, callFrame }) => name === MODULE_FRAME && callFrame.location.scriptId === scriptId);
  const local = top && scopeGroups(top).find(({ kind }) => kind === 'local');
  if (!top || !local) return groups;
  const whole: ScopeGroup = { ...local, kind: 'module', name: TITLES.module, frame: top };
  const inner = groups.filter(({ kind }) => kind === 'local' || kind === 'closure');
  return [...inner, whole, ...groups.filter(({ kind }) => kind === 'global')];
}

type CdpScope = PausedFrame['callFrame']['scopeChain'][number];

function kindOf(scope: CdpScope, outer: ReadonlyMap<ScopeKind, unknown> | undefined, frame: PausedFrame): ScopeKind {
  switch (scope.type) {
    case 'global':
    case 'script':
      return 'global';
    case 'module':
      // At the top level of a module its variables are the locals.
      return outer === undefined || onlyBlocksInside(frame) ? 'local' : 'module';
    case 'closure':
      return isModuleWrapper(scope) ? 'module' : 'closure';
    default:
      return 'local';
  }
}

function onlyBlocksInside(frame: PausedFrame): boolean {
  const inner = frame.callFrame.scopeChain.slice(
    0,
    frame.callFrame.scopeChain.findIndex(({ type }) => type === 'module'),
  );
  return inner.every(isBlock);
}

function isBlock({ type }: CdpScope): boolean {
  return type === 'block' || type === 'catch' || type === 'with';
}

/** The function that Node wraps around a CommonJS module: nameless, and it begins with the file. */
function isModuleWrapper(scope: CdpScope): boolean {
  const start = scope.startLocation;
  return !scope.name && start?.lineNumber === 0 && (start.columnNumber ?? 0) === 0;
}

const WRAPPER_NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];

/** The variables without the five that every CommonJS module has: they are no news. */
export function withoutWrapperNames<T extends { readonly name: string }>(variables: readonly T[]): readonly T[] {
  const names = new Set(variables.map(({ name }) => name));
  if (!WRAPPER_NAMES.every((name) => names.has(name))) return variables;
  return variables.filter(({ name }) => !WRAPPER_NAMES.includes(name));
}

/** Globals that Node defines as enumerable. */
const BUILT_IN_GLOBALS = [
  ...['global', 'globalThis', 'process', 'Buffer', 'queueMicrotask', 'structuredClone', 'atob', 'btoa', 'performance'],
  ...[
    'clearImmediate',
    'setImmediate',
    'clearInterval',
    'clearTimeout',
    'setInterval',
    'setTimeout',
    'fetch',
    'crypto',
  ],
  ...['navigator', 'localStorage', 'sessionStorage', 'Storage', 'console'],
  // Of a text that was given on the command line.
  ...WRAPPER_NAMES,
];

/** The function that collects the globals which the program itself made, to be called on the summariser. */
export const COLLECT_OWN_GLOBALS = callText(createOwnGlobals, BUILT_IN_GLOBALS);
