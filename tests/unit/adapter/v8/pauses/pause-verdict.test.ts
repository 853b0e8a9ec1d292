import { describe, expect, it } from 'vitest';
import {
  type Intent,
  IS_NOBODYS,
  judgePause,
  LEAVES_PROGRAM,
  type PauseSituation,
  type PauseVerdict,
  type StepUnderWay,
} from '../../../../../src/adapter/v8/pauses/pause-verdict.ts';
import type { Script } from '../../../../../src/adapter/v8/scripts/script-table.ts';

type Paused = Parameters<typeof judgePause>[0];
/** A frame as `script:line`, both of CDP: script `n…` is Node's own, `e…` was evaluated, all others are the program's. */
type Frame = `${string}:${number}`;

const scriptOf = (id: string): Script => ({
  id,
  url: id.startsWith('n') ? `node:${id}` : id.startsWith('e') ? '' : `file:///${id}.js`,
  path: `/${id}.js`,
  origin: /^[ne]/.test(id) ? 'internal' : 'program',
  isModule: false,
  sourceMapUrl: '',
  contextId: 1,
  loadedAtMs: undefined,
});

function paused(frames: readonly Frame[], more: Partial<Paused> & { returned?: boolean } = {}): Paused {
  const { returned, ...rest } = more;
  const callFrames = frames.map((frame, index): Paused['callFrames'][number] => {
    const [scriptId = '', line] = frame.split(':');
    return {
      callFrameId: `${index}`,
      functionName: 'f',
      location: { scriptId, lineNumber: Number(line), columnNumber: 2 },
      url: '',
      scopeChain: [],
      this: { type: 'undefined' },
      ...(returned && index === 0 ? { returnValue: { type: 'undefined' } } : {}),
    };
  });
  return { reason: 'other', callFrames, ...rest };
}

function judge(
  frames: readonly Frame[],
  situation: Partial<PauseSituation>,
  more: Partial<Paused> & { returned?: boolean } = {},
) {
  const locate: PauseSituation['locate'] = ({ scriptId, lineNumber }) => {
    return { kind: 'source', path: `/${scriptId}.js`, line: lineNumber + 1, column: 3 };
  };
  const defaults = {
    intent: { kind: 'run' },
    hit: undefined,
    isOwnStop: false,
    isWorker: false,
    scriptOf,
    isModuleLoader: (url: string) => url.startsWith('node:internal/modules/'),
    isIdle: (url: string) => url === 'node:mcp-debugger/idle',
    locate,
  } as const;
  return judgePause(paused(frames, more), { ...defaults, ...situation });
}

const step = (command: StepUnderWay['command'], more: Partial<StepUnderWay> = {}): StepUnderWay => ({
  kind: 'step',
  command,
  from: { scriptId: 'a', lineNumber: 4, depth: 2, functionLine: -1, place: { path: '/a.js', line: 5, column: 3 } },
  ownSteps: 0,
  ...more,
});
const ASKED: Intent = { kind: 'pause', ownSteps: 0 };
const sample: Intent = { kind: 'inspect', isAwaited: true, inspect: () => ({ command: 'resume' }) };

const report = (reason: string) => ({ kind: 'report', reason });
const proceed = (command: string) => ({ kind: 'proceed', command });
const goBack = { kind: 'proceed', command: 'stepOut', isInterrupted: true };
const thrown = (uncaught: boolean) => ({ reason: 'exception', data: { uncaught } }) as const;
const nobodys = { reason: 'promiseRejection', data: { uncaught: true, [IS_NOBODYS]: true } } as const;
const leaving = { reason: 'exception', data: { uncaught: false, [LEAVES_PROGRAM]: true } } as const;

type Row = [what: string, verdict: PauseVerdict | object, expected: object];

describe('a pause is judged', () => {
  const rows: Row[] = [
    ['the entry', judge(['a:0'], {}, { reason: 'Break on start' as 'other' }), report('entry')],
    [
      'the entry with a breakpoint',
      judge(['a:0'], { hit: 'line' }, { reason: 'Break on start' as 'other' }),
      report('entry'),
    ],
    ['a breakpoint', judge(['a:3'], { hit: 'line' }), report('breakpoint')],
    ['a function breakpoint', judge(['a:3'], { hit: 'function' }), report('function breakpoint')],
    ['a breakpoint in a step', judge(['a:3'], { hit: 'line', intent: step('next') }), report('breakpoint')],
    ['a debugger statement', judge(['a:3'], {}), report('debugger statement')],
    ['a debugger statement of Node', judge(['n1:3', 'a:1'], {}), proceed('resume')],
    ['a debugger statement in evaluated code', judge(['e1:0', 'a:1'], {}), report('debugger statement')],
    [
      'a debugger statement in evaluated code that a step passes over',
      judge(['e1:0', 'a:4', 'a:9'], { intent: step('next') }),
      report('debugger statement'),
    ],
    ['an exception', judge(['a:3'], {}, thrown(false)), report('exception')],
    ['a caught exception of Node', judge(['n1:3', 'a:3'], {}, thrown(false)), proceed('resume')],
    ['one of Node that leaves the program', judge(['n1:3', 'a:3'], {}, leaving), report('exception')],
    ["an uncaught one that is nobody's", judge(['a:3'], {}, nobodys), proceed('resume')],
    [
      "an uncaught one that is nobody's, in a step",
      judge(['a:3'], { intent: step('next') }, nobodys),
      proceed('takeUp'),
    ],
    ['an uncaught exception of Node', judge(['n1:3', 'a:3'], {}, thrown(true)), report('exception')],
    ['a pause that was asked for', judge(['a:3'], { intent: ASKED }), report('pause')],
    ['the same in a callback of Node', judge(['n1:3'], { intent: ASKED }), proceed('stepInto')],
    ['the same in Node that the program has called', judge(['n1:3', 'a:3'], { intent: ASKED }), report('pause')],
    ['the same in evaluated code', judge(['e1:0', 'n1:3'], { intent: ASKED }), report('pause')],
    ['the same after too many steps', judge(['n1:3'], { intent: { kind: 'pause', ownSteps: 100 } }), report('pause')],
    ['the same where a thread is idle', judge(['n1:0'], { intent: ASKED, isIdle: () => true }), report('pause')],
    ['a sample', judge(['a:3'], { intent: sample }), proceed('resume')],
    ['a breakpoint at a sample', judge(['a:3'], { intent: sample, hit: 'line' }), report('breakpoint')],
    ['the entry breakpoint of the adapter', judge(['a:3'], { isOwnStop: true }), proceed('resume')],
    ['the same, when a pause was asked for', judge(['a:3'], { isOwnStop: true, intent: ASKED }), report('pause')],
  ];
  it.each(rows)('%s', (_what, verdict, expected) => expect(verdict).toEqual(expected));
});

describe('a step ends', () => {
  const rows: Row[] = [
    ['on the next line', judge(['a:5', 'a:9'], { intent: step('next') }), report('step')],
    [
      'not at the return of its own line',
      judge(['a:4', 'a:9'], { intent: step('next') }, { returned: true }),
      proceed('stepOver'),
    ],
    [
      'at the return of its own line, out of a call',
      judge(['a:4', 'a:9'], { intent: step('stepOut') }, { returned: true }),
      report('step'),
    ],
    ['not in Node, called by the program', judge(['n1:5', 'a:9'], { intent: step('stepIn') }), proceed('stepOut')],
    ['not in Node, calling the program', judge(['n1:5', 'n2:9'], { intent: step('next') }), proceed('stepInto')],
    ['when it is lost in Node', judge(['n1:5'], { intent: step('next', { ownSteps: 200 }) }), proceed('resume')],
  ];
  it.each(rows)('%s', (_what, verdict, expected) => expect(verdict).toEqual(expected));
});

describe('a step that was interrupted by a stop of the adapter', () => {
  const back = { isInterrupted: true };
  const rows: Row[] = [
    ['goes back to its line', judge(['b:1', 'n1:2', 'a:4', 'a:9'], { isOwnStop: true, intent: step('next') }), goBack],
    ['goes on going back', judge(['c:2', 'a:4', 'a:9'], { intent: step('next', back) }), goBack],
    [
      'goes on from its line',
      judge(['a:4', 'a:9'], { intent: step('next', back) }),
      { ...proceed('stepOver'), isInterrupted: false },
    ],
    ['ends where it has left its line', judge(['a:5', 'a:9'], { intent: step('next', back) }), report('step')],
    [
      'ends in a later callback',
      judge(['c:2', 'c:3', 'c:4'], { isOwnStop: true, intent: step('next') }),
      report('step'),
    ],
    ['leaves its function, if it was out', judge(['a:7', 'a:9'], { isOwnStop: true, intent: step('stepOut') }), goBack],
    ['ends in the caller, if it was out', judge(['b:9'], { intent: step('stepOut', back) }), report('step')],
    [
      'gives up at last',
      judge(['c:2', 'a:4', 'a:9'], { intent: step('next', { ...back, ownSteps: 200 }) }),
      proceed('resume'),
    ],
  ];
  it.each(rows)('%s', (_what, verdict, expected) => expect(verdict).toEqual(expected));
});
