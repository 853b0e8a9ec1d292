import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import {
  COLLECT_OWN_GLOBALS,
  scopeGroups,
  withoutWrapperNames,
} from '../../../../../src/adapter/v8/inspection/frame-scopes.ts';
import type { PausedFrame } from '../../../../../src/adapter/v8/pauses/pause.ts';
import { captureIntrinsics } from '../../../../../src/adapter/v8/summary/in-debuggee/intrinsics.ts';

type ScopeType = PausedFrame['callFrame']['scopeChain'][number]['type'];

/** A frame whose scopes have their types as ids; `*` marks the function that Node wraps around a CommonJS module. */
function frame(...scopes: (ScopeType | 'closure*')[]): PausedFrame {
  const scopeChain = scopes.map((scope, index) => {
    const type = scope === 'closure*' ? ('closure' as const) : scope;
    const startLocation =
      scope === 'closure*'
        ? { scriptId: '1', lineNumber: 0, columnNumber: 0 }
        : { scriptId: '1', lineNumber: index + 1 };
    return { type, object: { type: 'object' as const, objectId: `${index}:${scope}` }, startLocation };
  });
  const location = { scriptId: '1', lineNumber: 1, columnNumber: 0 };
  const self = { type: 'undefined' } as const;
  return {
    callFrame: { callFrameId: 'f', functionName: 'f', location, url: '', scopeChain, this: self },
    script: {
      id: '1',
      url: 'file:///a.js',
      path: '/a.js',
      origin: 'program',
      isModule: false,
      sourceMapUrl: '',
      contextId: 1,
      loadedAtMs: undefined,
    },
    name: 'f',
    location: { path: '/a.js', line: 2, column: 1 },
    isWritten: true,
  };
}

function groups(...scopes: Parameters<typeof frame>): Record<string, readonly string[]> {
  return Object.fromEntries(scopeGroups(frame(...scopes)).map(({ kind, objectIds }) => [kind, objectIds]));
}

test('blocks belong to the locals, the wrapper of a CommonJS module is the module', () => {
  expect(groups('block', 'local', 'closure', 'closure*', 'script', 'global')).toEqual({
    local: ['0:block', '1:local'],
    closure: ['2:closure'],
    module: ['3:closure*'],
    global: ['4:script', '5:global'],
  });
});

test('on the top level of an ES module its variables are the locals', () => {
  expect(groups('module', 'global')).toEqual({ local: ['0:module'], global: ['1:global'] });
  expect(groups('block', 'module', 'global')).toEqual({ local: ['0:block', '1:module'], global: ['2:global'] });
  expect(groups('local', 'module', 'global')).toMatchObject({ local: ['0:local'], module: ['1:module'] });
});

test("the five names of Node's wrapper are left out, but only together", () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  const wrapper = ['exports', 'require', 'module', '__filename', '__dirname'];
  expect(withoutWrapperNames(named(...wrapper, 'own'))).toEqual(named('own'));
  expect(withoutWrapperNames(named('module', 'own'))).toEqual(named('module', 'own'));
});

test('only what the program put on the global object is collected, and no getter runs', () => {
  const program = `globalThis.process = {}; globalThis.own = 1; let ran = false;
    Object.defineProperty(globalThis, 'lazy', { enumerable: true, get() { ran = true; return 1; } });
    const collected = (${COLLECT_OWN_GLOBALS})((${captureIntrinsics})(globalThis)); ({ names: Object.keys(collected).join(), ran })`;
  expect(runInNewContext(program, {})).toEqual({ names: 'own,lazy', ran: false });
});
