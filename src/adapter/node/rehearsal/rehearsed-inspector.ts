import { pathToFileURL } from 'node:url';
import type { ScriptedAnswer } from '../../../cdp/scripted-session.ts';

const SCRIPT = { scriptId: '9' };
const INTERNAL = { scriptId: '5' };
const MODULE_LOADER = 'node:internal/modules/cjs/loader';
/** The places of the program's stops, 0-based: the loop's line, and the call at the end. */
const STOPS = [
  { lineNumber: 4, columnNumber: 28 },
  { lineNumber: 5, columnNumber: 2 },
] as const;
const CALL = { lineNumber: 8, columnNumber: 0 };
/** The summariser's word for the two scopes of the loop. */
const SCOPES = {
  a: [
    { c: [{ k: 'price', t: 'number', v: '1' }], n: 1 },
    {
      c: [
        { k: 'prices', t: 'array', v: '[1, 2]', n: 2, e: 1 },
        { k: 'sum', t: 'number', v: '0' },
      ],
      n: 2,
    },
  ],
};

/** Answers like the inspector of a process that waits for a debugger, runs to a breakpoint in the loop, and is stepped on from there. */
export function rehearsedInspector(path: string, text: string): (method: string) => ScriptedAnswer {
  const url = pathToFileURL(path).href;
  const breakpointId = `1:4:0:${url}`;
  let stops = 0;
  const paused = () => {
    const hit = stops === 0 ? { hitBreakpoints: [breakpointId] } : {};
    const params = { reason: stops === 0 ? 'other' : 'step', callFrames: frames(STOPS[stops % STOPS.length]), ...hit };
    stops += 1;
    return { method: 'Debugger.paused', params };
  };
  const answers: Readonly<Record<string, () => ScriptedAnswer>> = {
    'NodeRuntime.enable': () => ({ events: [{ method: 'NodeRuntime.waitingForDebugger', params: {} }] }),
    'Debugger.enable': () => ({ events: [scriptParsed(INTERNAL, MODULE_LOADER, 9_000)] }),
    'Debugger.setBreakpointByUrl': () => ({ result: { breakpointId, locations: [] } }),
    'Runtime.evaluate': () => ({ result: { result: object('1') } }),
    'Runtime.callFunctionOn': () => ({ result: { result: { type: 'object', value: SCOPES } } }),
    'Debugger.getScriptSource': () => ({ result: { scriptSource: text } }),
    'Runtime.runIfWaitingForDebugger': () => {
      const resolved = { breakpointId, location: { ...SCRIPT, ...STOPS[0] } };
      const bound = { method: 'Debugger.breakpointResolved', params: resolved };
      return { events: [scriptParsed(SCRIPT, url, text.length), bound, paused()] };
    },
    'Debugger.stepOver': () => ({ events: [{ method: 'Debugger.resumed', params: {} }, paused()] }),
  };
  return (method) => answers[method]?.() ?? {};
}

function scriptParsed(script: { readonly scriptId: string }, url: string, length: number) {
  const range = { startLine: 0, startColumn: 0, endLine: 9, endColumn: 0 };
  const params = { ...script, url, ...range, executionContextId: 1, hash: '', sourceMapURL: '', length };
  return { method: 'Debugger.scriptParsed', params };
}

function frames(at: (typeof STOPS)[number] | undefined) {
  const scope = (type: string, id: string) => ({ type, object: object(id) });
  const frame = (id: string, rest: object) => ({ callFrameId: `1.1.${id}`, functionName: '', url: '', ...rest });
  const start = { ...SCRIPT, lineNumber: 2, columnNumber: 14 };
  return [
    frame('0', {
      functionName: 'total',
      functionLocation: start,
      location: { ...SCRIPT, ...at },
      scopeChain: [scope('block', '2'), scope('local', '3'), scope('global', '4')],
      this: { ...object('4'), className: 'global' },
    }),
    frame('1', {
      functionLocation: { ...SCRIPT, lineNumber: 0, columnNumber: 0 },
      location: { ...SCRIPT, ...CALL },
      scopeChain: [scope('local', '5'), scope('global', '4')],
      this: object('6'),
    }),
    frame('2', {
      functionName: 'Module._compile',
      functionLocation: { ...INTERNAL, lineNumber: 0, columnNumber: 0 },
      location: { ...INTERNAL, lineNumber: 3, columnNumber: 0 },
      scopeChain: [scope('local', '7'), scope('global', '4')],
      this: object('8'),
    }),
  ];
}

function object(id: string) {
  return { type: 'object', className: 'Object', description: 'Object', objectId: `1.1.${id}` };
}
