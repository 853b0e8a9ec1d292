import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChildFollower, FollowRequest, OutputFilter } from '../../../../src/adapter/child-follower.ts';
import { CompositeAdapter } from '../../../../src/adapter/composite/composite-adapter.ts';
import type { FollowedLanguage } from '../../../../src/adapter/composite/followed-language.ts';
import type { AdapterEvents, LaunchRequest } from '../../../../src/adapter/debug-adapter.ts';
import type {
  BreakpointState,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../../../src/model/breakpoints/breakpoint.ts';
import { DebugError } from '../../../../src/model/debug-error.ts';
import { FakeDebugAdapter } from '../../../fakes/fake-debug-adapter.ts';

const LAUNCH: LaunchRequest = { program: 'app.js', args: [], cwd: '/w', env: { OWN: '1' }, stopOnEntry: false };

/** A debugger whose answers the test chooses, with what it was asked. */
class Side extends FakeDebugAdapter {
  readonly set: Record<string, readonly SourceBreakpoint[]> = {};
  functions: readonly FunctionBreakpoint[] = [];
  state: BreakpointState = { kind: 'pending', reason: 'not loaded yet' };
  launched: LaunchRequest | undefined;
  parses = (_expression: string) => true;

  override async setBreakpoints(path: string, wanted: readonly SourceBreakpoint[]): Promise<BreakpointState[]> {
    this.#assertUnderstood(wanted);
    this.set[path] = wanted;
    return wanted.map(() => this.state);
  }

  override async setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[]): Promise<BreakpointState[]> {
    this.#assertUnderstood(wanted);
    this.functions = wanted;
    return wanted.map(() => this.state);
  }

  override async expressionError(expression?: string): Promise<string | undefined> {
    return this.parses(expression ?? '') ? undefined : 'no sense';
  }

  override async launch(request?: LaunchRequest): Promise<void> {
    this.launched = request;
    await super.launch();
  }

  #assertUnderstood(wanted: readonly { readonly logMessage?: string }[]): void {
    const bad = wanted.find(({ logMessage }) => logMessage !== undefined && !this.parses(logMessage));
    if (bad) throw new DebugError('invalid_argument', `${bad.logMessage} is not understood`, {});
  }
}

/** Takes "Attached." out, and holds back what may become that. */
class Noise implements OutputFilter {
  #held = '';

  push(chunk: string): string {
    const text = (this.#held + chunk).replaceAll('Attached.', '');
    this.#held = text.endsWith('Att') ? 'Att' : '';
    return text.slice(0, text.length - this.#held.length);
  }

  flush(): string {
    return this.#held;
  }
}

class Follower implements ChildFollower {
  readonly adapter = new Side();
  readonly noise = new Noise();
  request: FollowRequest | undefined;
  failure: Error | undefined;

  constructor() {
    this.adapter.liveThreads = [];
  }

  async follow(request: FollowRequest): Promise<Readonly<Record<string, string>>> {
    this.request = request;
    if (this.failure) throw this.failure;
    return { PYTHONPATH: '/ours' };
  }
}

let root: Side;
let follower: Follower;
let made: number;
let adapter: CompositeAdapter;
let events: [keyof AdapterEvents, unknown][];

const python: FollowedLanguage = {
  id: 'python',
  title: 'Python',
  isSource: (path) => path.endsWith('.py'),
  async createFollower() {
    made++;
    return follower;
  },
};

function composite(): CompositeAdapter {
  const result = new CompositeAdapter({ adapter: root, isSource: (path) => path.endsWith('.js') }, [python]);
  for (const name of ['stopped', 'output', 'breakpoint', 'thread', 'exited', 'lost', 'continued'] as const)
    result.events.on(name, (event: unknown) => events.push([name, event]));
  return result;
}

function heard(name: keyof AdapterEvents): unknown[] {
  return events.flatMap(([each, event]) => (each === name ? [event] : []));
}

beforeEach(() => {
  made = 0;
  events = [];
  root = new Side();
  follower = new Follower();
  adapter = composite();
});

afterEach(() => adapter.terminate());

const at = (line: number, id = line): SourceBreakpoint => ({ id, line });
const VERIFIED: BreakpointState = { kind: 'verified', location: { path: '/w/a.py', line: 3, column: 1 } };

describe('breakpoints', () => {
  it('go to the language of their file', async () => {
    await adapter.setBreakpoints('/w/app.js', [at(1)]);
    await adapter.setBreakpoints('/w/work.py', [at(2)]);
    expect(Object.keys(root.set)).toEqual(['/w/app.js']);
    expect(Object.keys(follower.adapter.set)).toEqual(['/w/work.py']);
  });

  it('of a file of no language go to all of them', async () => {
    await adapter.setBreakpoints('/w/page.tmpl', [at(1)]);
    expect(made).toBe(0);
    await adapter.launch(LAUNCH, {});
    expect(Object.keys(root.set)).toEqual(['/w/page.tmpl']);
    expect(Object.keys(follower.adapter.set)).toEqual(['/w/page.tmpl']);
  });

  it('say of a language that has not run yet that it has not', async () => {
    const [state] = await adapter.setBreakpoints('/w/work.py', [at(2)]);
    expect(state).toEqual({ kind: 'pending', reason: 'no process of Python has loaded work.py yet' });
  });

  it('that were set early reach a language that is made late', async () => {
    await adapter.setExceptionBreakpoints('all');
    await adapter.setFunctionBreakpoints([{ id: 1, name: 'total' }]);
    expect(made).toBe(0);
    await adapter.launch(LAUNCH, {});
    expect(follower.adapter.functions.map(({ name }) => name)).toEqual(['total']);
    expect(follower.adapter.calls).toContain('setExceptionBreakpoints');
  });

  it('at functions are verified when one language has verified them, whatever the others say then', async () => {
    await adapter.launch(LAUNCH, {});
    root.state = { kind: 'pending', reason: 'no function named total is loaded yet' };
    follower.adapter.state = VERIFIED;
    expect(await adapter.setFunctionBreakpoints([{ id: 1, name: 'total' }])).toEqual([VERIFIED]);
    root.events.emit('breakpoint', { id: 1, state: { kind: 'pending', reason: 'never', final: true } });
    expect(heard('breakpoint').at(-1)).toEqual({ id: 1, state: VERIFIED });
  });

  it('at functions are in the words of the language of the program while none has verified them', async () => {
    await adapter.launch(LAUNCH, {});
    root.state = { kind: 'pending', reason: 'no function named total is loaded yet' };
    expect(await adapter.setFunctionBreakpoints([{ id: 1, name: 'total' }])).toEqual([root.state]);
  });

  it('with a message that only one language understands are set in that one', async () => {
    await adapter.launch(LAUNCH, {});
    follower.adapter.parses = (text) => !text.includes('=>');
    const states = await adapter.setFunctionBreakpoints([
      { id: 1, name: 'a', logMessage: '{list.map((x) => x)}' },
      { id: 2, name: 'b' },
    ]);
    expect(states.map(({ kind }) => kind)).toEqual(['pending', 'pending']);
    expect(root.functions.map(({ id }) => id)).toEqual([1, 2]);
    expect(follower.adapter.functions.map(({ id }) => id)).toEqual([2]);
  });

  it('with a message that no language understands are refused', async () => {
    await adapter.launch(LAUNCH, {});
    root.parses = () => false;
    follower.adapter.parses = () => false;
    const set = adapter.setFunctionBreakpoints([{ id: 1, name: 'a', logMessage: '{)}' }]);
    await expect(set).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('of a language that cannot be followed here say why', async () => {
    follower.failure = new DebugError('launch_failed', 'Python 2.7 cannot be followed', {});
    await adapter.setBreakpoints('/w/work.py', [at(2)]);
    await adapter.launch(LAUNCH, {});
    const state = { kind: 'pending', reason: 'Python 2.7 cannot be followed' };
    expect(heard('breakpoint')).toContainEqual({ id: 2, state });
    root.events.emit('exited', { exitCode: 0, signal: null });
    expect(heard('breakpoint')).toContainEqual({ id: 2, state: { ...state, final: true } });
  });

  it('of a language that never ran say so at the end, before the end itself', async () => {
    await adapter.setBreakpoints('/w/work.py', [at(2)]);
    await adapter.launch(LAUNCH, {});
    root.events.emit('exited', { exitCode: 0, signal: null });
    const reason = 'no process of Python that could be followed loaded its file';
    expect(events.slice(-2)).toEqual([
      ['breakpoint', { id: 2, state: { kind: 'pending', reason, final: true } }],
      ['exited', { exitCode: 0, signal: null }],
    ]);
  });
});

describe('a process that waits for another one in a call that does not return', () => {
  let answer: (states: BreakpointState[]) => void;

  beforeEach(async () => {
    await adapter.launch(LAUNCH, {});
    follower.adapter.liveThreads = [{ id: 1, name: 'MainThread' }];
    root.setBreakpoints = () => new Promise((resolve) => (answer = resolve));
  });

  it('keeps no answer waiting, and what it says later is reported', async () => {
    const [state] = await adapter.setBreakpoints('/w/app.js', [at(2)]);
    expect(state).toMatchObject({ kind: 'pending', reason: expect.stringContaining('shortly after') });
    answer([VERIFIED]);
    await expect.poll(() => heard('breakpoint')).toEqual([{ id: 2, state: VERIFIED }]);
  });

  it('has no word about a breakpoint that was set anew since', async () => {
    await adapter.setBreakpoints('/w/app.js', [at(2)]);
    const first = answer;
    await adapter.setBreakpoints('/w/app.js', [at(2)]);
    first([VERIFIED]);
    await sleep(20);
    expect(heard('breakpoint')).toEqual([]);
    answer([VERIFIED]);
    await expect.poll(() => heard('breakpoint')).toHaveLength(1);
  });

  it('is waited for where nothing else runs', async () => {
    follower.adapter.liveThreads = [];
    const set = adapter.setBreakpoints('/w/app.js', [at(2)]);
    await sleep(1_200);
    answer([VERIFIED]);
    expect(await set).toEqual([VERIFIED]);
  });
});

describe('a launch', () => {
  it('starts the program with what makes other languages report themselves', async () => {
    await adapter.launch(LAUNCH, {});
    expect(follower.request?.cwd).toBe('/w');
    expect(follower.request?.env).toMatchObject({ OWN: '1', PATH: process.env.PATH });
    expect(root.launched?.env).toEqual({ OWN: '1', PYTHONPATH: '/ours' });
  });

  it('need not come to a process of its own language only where breakpoints are in others', async () => {
    await adapter.launch(LAUNCH, {});
    expect(root.launched?.others).toMatchObject({ titles: ['Python'], areWanted: false });
    const second = composite();
    await second.setBreakpoints('/w/work.py', [at(2)]);
    await second.launch(LAUNCH, {});
    expect(root.launched?.others?.areWanted).toBe(true);
  });

  it('has come to something with a process of another language in which nothing matters', async () => {
    await adapter.launch(LAUNCH, {});
    let isReported = false;
    const reported = root.launched?.others?.reported.then(() => {
      isReported = true;
    });
    root.events.emit('unadopted', { pid: 7, name: 'own.js' });
    await sleep(5);
    expect(isReported).toBe(false);
    const heard: unknown[] = [];
    adapter.events.on('unadopted', (found) => heard.push(found));
    follower.adapter.events.emit('unadopted', { pid: 8, name: 'work.py' });
    await reported;
    expect(heard).toEqual([{ pid: 8, name: 'work.py', language: 'python' }]);
  });

  it('without children follows none, and says so of breakpoints there', async () => {
    await adapter.setBreakpoints('/w/work.py', [at(2)]);
    await adapter.launch({ ...LAUNCH, followChildren: false }, {});
    expect(follower.request).toBeUndefined();
    expect(root.launched?.env).toEqual({ OWN: '1' });
    expect(heard('breakpoint').at(-1)).toMatchObject({ state: { reason: expect.stringContaining('not followed') } });
  });

  it('whose hooks see what other languages throw has those stop at breakpoints alone', async () => {
    await adapter.setExceptionBreakpoints('userUnhandled');
    const below = vi.spyOn(follower.adapter, 'setExceptionBreakpoints');
    const own = vi.spyOn(root, 'setExceptionBreakpoints');
    await adapter.launch({ ...LAUNCH, stopOthers: 'breakpoints' }, {});
    await adapter.setExceptionBreakpoints('all');
    expect(below).toHaveBeenCalledWith('none', undefined);
    expect(below).not.toHaveBeenCalledWith('all', undefined);
    expect(own).toHaveBeenLastCalledWith('all', undefined);
  });

  it('that leaves other languages alone follows none', async () => {
    await adapter.launch({ ...LAUNCH, stopOthers: 'nothing', wholeTree: true }, {});
    expect(follower.request).toBeUndefined();
  });

  it('of a program without other languages makes nothing before it', async () => {
    await adapter.setBreakpoints('/w/app.js', [at(1)]);
    await adapter.setFunctionBreakpoints([{ id: 2, name: 'f' }]);
    expect(await adapter.expressionError('x', { path: '/w/app.js' })).toBeUndefined();
    expect(made).toBe(0);
  });

  it('that is an attach follows nothing', async () => {
    await adapter.attach({ kind: 'pid', pid: 1 }, {});
    expect(made).toBe(0);
  });
});

describe('stops', () => {
  beforeEach(async () => {
    await adapter.launch(LAUNCH, {});
    follower.adapter.liveThreads = [{ id: 1, name: 'MainThread', pid: 77 }];
  });

  it('of two languages are of different threads, and each goes on in its own', async () => {
    root.stop();
    follower.adapter.stop();
    expect(heard('stopped')).toMatchObject([{ threadId: 1 }, { threadId: 2 }]);
    await adapter.continue(2);
    await adapter.next(1);
    expect(follower.adapter.calls.filter((call) => /^(continue|next)/.test(call))).toEqual(['continue 1']);
    expect(root.calls.filter((call) => /^(continue|next)/.test(call))).toEqual(['next 1']);
  });

  it('have frames and values of their own', async () => {
    root.stop();
    follower.adapter.stop();
    const [first] = await adapter.stackTrace(1);
    const [second] = await adapter.stackTrace(2);
    expect(first?.id).not.toBe(second?.id);
    await adapter.evaluate({
      expression: 'x',
      frameId: second?.id,
      readOnly: true,
      depth: 0,
      maxChildren: 0,
      maxTextLength: 9,
    });
    expect(follower.adapter.calls).toContain('evaluate');
    expect(root.calls).not.toContain('evaluate');
  });

  it('show which language a thread runs where it is another one', () => {
    expect(adapter.threads()).toEqual([
      { id: 1, name: 'main' },
      { id: 2, name: 'MainThread', pid: 77, language: 'python' },
    ]);
  });

  it('of threads that nobody knows are refused', async () => {
    await expect(adapter.stackTrace(99)).rejects.toMatchObject({ code: 'connection_closed' });
  });
});

describe('events', () => {
  beforeEach(() => adapter.launch(LAUNCH, {}));

  it('of every kind are heard of all parts, but for the end of those below the program', () => {
    const all: Record<keyof AdapterEvents, boolean> = {
      stopped: true,
      continued: true,
      output: true,
      breakpoint: true,
      breakpointFollowed: true,
      breakpointHit: true,
      conditionTally: true,
      countsCutShort: true,
      unseen: true,
      collected: true,
      written: true,
      unstopped: true,
      thread: true,
      unfollowed: true,
      unadopted: true,
      exited: false,
      lost: false,
    };
    for (const [name, isOfAll] of Object.entries(all)) {
      expect(root.events.listenerCount(name as keyof AdapterEvents), name).toBe(1);
      expect(follower.adapter.events.listenerCount(name as keyof AdapterEvents), name).toBe(isOfAll ? 1 : 0);
    }
  });

  it('of output come from the program alone, but for what breakpoints log', () => {
    root.events.emit('output', { category: 'stdout', text: 'a' });
    follower.adapter.events.emit('output', { category: 'stdout', text: 'a' });
    follower.adapter.events.emit('output', { category: 'log', text: 'b' });
    expect(heard('output')).toEqual([
      { category: 'stdout', text: 'a' },
      { category: 'log', text: 'b' },
    ]);
  });

  it('of output are without what a debugger below the program writes there, and lose nothing else', () => {
    for (const text of ['a Attached. b', 'c Att', 'ached. d', 'Att', 'itude', 'e Att'])
      root.events.emit('output', { category: 'stderr', text });
    root.events.emit('output', { category: 'stdout', text: 'Attached.' });
    root.events.emit('exited', { exitCode: 0, signal: null });
    const texts = (name: string) =>
      heard('output').flatMap((each) => {
        const { category, text } = each as AdapterEvents['output'][0];
        return category === name ? [text] : [];
      });
    expect(texts('stderr').join('|')).toBe('a  b|c | d|Attitude|e |Att');
    expect(texts('stdout')).toEqual(['Attached.']);
  });

  it('of processes that end with the program come before its end', async () => {
    follower.adapter.liveThreads = [{ id: 1, name: 'MainThread' }];
    root.events.emit('exited', { exitCode: 0, signal: null });
    expect(heard('exited')).toEqual([]);
    follower.adapter.events.emit('output', { category: 'log', text: 'last' });
    follower.adapter.liveThreads = [];
    await expect.poll(() => heard('exited')).toEqual([{ exitCode: 0, signal: null }]);
    expect(events.map(([name]) => name)).toEqual(['output', 'exited']);
  });

  it('of a program whose processes outlive it end all the same, and those are let go of', async () => {
    follower.adapter.liveThreads = [{ id: 1, name: 'MainThread' }];
    root.events.emit('exited', { exitCode: 0, signal: null });
    await expect.poll(() => heard('exited'), { timeout: 2_000 }).toHaveLength(1);
    expect(follower.adapter.calls).toContain('disconnect');
  });

  it('of the end come once', async () => {
    root.events.emit('exited', { exitCode: 0, signal: null });
    root.events.emit('lost', { cause: 'later' });
    await sleep(10);
    expect([...heard('exited'), ...heard('lost')]).toHaveLength(1);
  });
});

describe('an expression', () => {
  it('is one of the language of its file', async () => {
    root.parses = () => false;
    expect(await adapter.expressionError('x and y', { path: '/w/work.py' })).toBeUndefined();
    expect(await adapter.expressionError('x and y', { path: '/w/app.js' })).toBe('no sense');
  });

  it('without a file is one of the program, or of a language that runs', async () => {
    root.parses = () => false;
    await adapter.launch(LAUNCH, {});
    expect(await adapter.expressionError('x and y')).toBe('no sense');
    follower.adapter.liveThreads = [{ id: 1, name: 'MainThread' }];
    expect(await adapter.expressionError('x and y')).toBeUndefined();
  });
});

describe('the end', () => {
  it('ends all parts, also where one fails', async () => {
    await adapter.launch(LAUNCH, {});
    root.answers.set('terminate', () => Promise.reject(new Error('no')));
    await expect(adapter.terminate()).rejects.toThrow('no');
    expect(follower.adapter.calls).toContain('terminate');
    root.answers.clear();
  });
});
