import { afterEach, expect, test } from 'vitest';
import { DapDebugAdapter } from '../../../../../src/adapter/dap/dap-debug-adapter.ts';
import type { AdapterRecipe } from '../../../../../src/adapter/dap/recipe/adapter-recipe.ts';
import type { DataBreakpoint } from '../../../../../src/adapter/write-watches.ts';
import type { RecordedWrite } from '../../../../../src/model/data-breakpoint.ts';
import type { StoppedInfo } from '../../../../../src/model/stop-outcome.ts';
import { connectFakeDapPeer, type FakeDapPeer, type GotRequest } from '../../../../fakes/fake-dap-peer.ts';

const CAPABILITIES = { supportsDataBreakpoints: true, supportsConditionalBreakpoints: true };
const WATCHABLE = { dataId: '7FF0/4', description: 'total', accessTypes: ['write', 'readWrite'] };
const frame = (id: number, name: string, line: number) => ({
  ...{ id, name, line, column: 1, source: { path: '/cart.c' } },
  instructionPointerReference: `0x${(0x1000 + line).toString(16)}`,
});
const WORK = [frame(1, 'work', 18), frame(2, 'main', 25)];

/** An adapter, and the fake one at the other end of a real socket, stopped in `work`. */
class Watched {
  readonly stops: StoppedInfo[] = [];
  readonly recorded: RecordedWrite[] = [];
  readonly asked: GotRequest[] = [];
  /** The children that every value is said to have. */
  children: readonly object[] = [];
  /** The values of the program's variables, and its stack. */
  readonly values: Record<string, { result: string; type?: string; variablesReference: number }> = {};
  stack: object[] = WORK;
  info: object = WATCHABLE;
  slots = 4;
  readonly adapter: DapDebugAdapter;
  readonly fake: FakeDapPeer;

  private constructor(adapter: DapDebugAdapter, fake: FakeDapPeer) {
    this.adapter = adapter;
    this.fake = fake;
    adapter.events.on('stopped', (stop) => this.stops.push(stop));
    adapter.events.on('written', (write) => this.recorded.push(write));
  }

  static async stopped(capabilities: object = CAPABILITIES): Promise<Watched> {
    const { transport, adapter: fake } = await connectFakeDapPeer();
    const recipe: AdapterRecipe = {
      launch: () => Promise.reject(new Error('not launched here')),
      attach: async () => ({
        started: undefined,
        label: 'fake',
        onSession: (take) => take({ transport, command: 'attach', arguments: {} }),
        close: () => {},
      }),
      quirks: { exceptions: { filters: () => [] } },
    };
    const watched = new Watched(new DapDebugAdapter({ recipe }), fake);
    watched.#serve(capabilities);
    const attached = watched.adapter.attach({ kind: 'port', host: '127.0.0.1', port: 1 }, { timeoutMs: 5_000 });
    await fake.request('attach').then((request) => {
      fake.event('initialized');
      fake.answer(request);
    });
    await attached;
    await watched.stop({ reason: 'breakpoint' });
    return watched;
  }

  #serve(capabilities: object): void {
    const scopes = [
      { name: 'Locals', presentationHint: 'locals', variablesReference: 11, expensive: false },
      { name: 'Globals', variablesReference: 12, expensive: false },
    ];
    const threads = { threads: [{ id: 1, name: 'main' }] };
    this.fake.serve({
      initialize: capabilities,
      threads,
      scopes: { scopes },
      setExceptionBreakpoints: {},
      continue: {},
    });
    this.#answer('stackTrace', () => ({ stackFrames: this.stack, totalFrames: this.stack.length }));
    this.#answer('variables', () => ({ variables: this.children }));
    this.#answer('dataBreakpointInfo', () => this.info);
    this.#answer('evaluate', ({ expression }) => this.values[String(expression)]);
    this.#answer('setDataBreakpoints', ({ breakpoints }) => {
      const list = Array.isArray(breakpoints) ? breakpoints : [];
      // As lldb-dap does, from the last to the first.
      const isFree = (index: number) => index >= list.length - this.slots;
      const message = 'no hardware breakpoint is left';
      return {
        breakpoints: list.map((_, index) =>
          isFree(index) ? { verified: true, id: 5 + index } : { verified: false, message },
        ),
      };
    });
    // Instructions of four bytes, of which only the first of a line says so.
    this.#answer('disassemble', ({ memoryReference }) => {
      const from = Number(memoryReference) & ~3;
      const instructions = Array.from({ length: 32 }, (_, index) => ({
        address: `0x${(from + 4 * index).toString(16)}`,
        instruction: 'nop',
        ...(index % 2 === 0 ? { line: 7 + index / 2 } : {}),
      }));
      return { instructions };
    });
  }

  /** Undefined: it refuses. */
  #answer(command: string, body: (args: GotRequest['arguments']) => unknown): void {
    const next = async (): Promise<never> => {
      for (;;) {
        const request = await this.fake.request(command);
        this.asked.push(request);
        const found = body(request.arguments);
        if (found === undefined) this.fake.refuse(request, `no ${String(request.arguments.expression)} here`);
        else this.fake.answer(request, found);
      }
    };
    void next();
  }

  /** The arguments of the last request of a command. */
  last(command: string): unknown {
    return this.asked.findLast((each) => each.command === command)?.arguments;
  }

  async stop(body: object): Promise<StoppedInfo | undefined> {
    const before = this.stops.length;
    this.fake.event('stopped', { threadId: 1, allThreadsStopped: true, ...body });
    await expect.poll(() => this.stops.length).toBe(before + 1);
    return this.stops.at(-1);
  }

  async watch(expression: string, more: Partial<DataBreakpoint> = {}, others: readonly DataBreakpoint[] = []) {
    const { access = 'write' } = more;
    const frameId = this.stops.at(-1)?.frameId ?? 0;
    const place = await this.adapter.writes.dataBreakpointInfo({ expression, frameId, access });
    if (place.kind === 'refused') return { why: place.why };
    const wanted = { dataId: place.dataId, access, isLogged: false, ...more };
    const states = await this.adapter.writes.setDataBreakpoints([...others, wanted]);
    return { wanted, note: place.note, why: states.at(-1)?.gone ?? '', states };
  }

  async goOn(): Promise<void> {
    await this.adapter.continue(1);
  }
}

let watched: Watched | undefined;
afterEach(() => watched?.fake.socket.destroy());

async function started(values: Watched['values'] = {}, capabilities?: object): Promise<Watched> {
  watched = await Watched.stopped(capabilities);
  Object.assign(watched.values, values);
  return watched;
}
const int = (result: string) => ({ result, type: 'int', variablesReference: 0 });

test('an adapter without data breakpoints is asked for none, and refuses in plain words', async () => {
  const debuggee = await started({}, {});
  expect(await debuggee.watch('total')).toEqual({ why: 'the debugger of this language cannot' });
  expect(debuggee.last('dataBreakpointInfo')).toBeUndefined();
});

test('a variable is asked for in its scope, and a stop says what it was and is', async () => {
  const debuggee = await started({ total: int('1') });
  expect(await debuggee.watch('total')).toMatchObject({ why: '', note: ' until its call returns' });
  expect(debuggee.last('dataBreakpointInfo')).toEqual({ variablesReference: 11, name: 'total' });
  expect(debuggee.last('setDataBreakpoints')).toEqual({ breakpoints: [{ dataId: '7FF0/4', accessType: 'write' }] });
  await debuggee.goOn();
  debuggee.values.total = int('5');
  const stop = await debuggee.stop({ reason: 'data breakpoint', hitBreakpointIds: [5] });
  expect(stop).toMatchObject({ reason: 'data breakpoint', write: { before: '1', after: '5', changes: 1 } });
});

test.each([
  ['cart->total', 'cart', 'total', 'struct cart *', undefined],
  ['cart.total', 'cart', 'total', 'struct cart', ' until its call returns'],
  ['item.Cost', 'item', 'Cost', '*main.Item', undefined],
  ['items[2]', 'items', '[2]', 'int [3]', ' until its call returns'],
  ['*p', 'p', '*p', 'int *', undefined],
] as const)('%s is asked for as a member of %s', async (expression, owner, name, type, note) => {
  const debuggee = await started({ [owner]: { result: '…', type, variablesReference: 40 }, [expression]: int('1') });
  expect(await debuggee.watch(expression)).toMatchObject({ why: '', note });
  expect(debuggee.last('dataBreakpointInfo')).toEqual({ variablesReference: 40, name });
});

test('of a pointer, the member is one of what it points to where that is a child without a name', async () => {
  const debuggee = await started({
    item: { result: '…', type: '*main.Item', variablesReference: 40 },
    'item.Cost': int('1'),
  });
  debuggee.children = [{ name: '', value: '{…}', variablesReference: 41 }];
  expect(await debuggee.watch('item.Cost')).toMatchObject({ why: '' });
  expect(debuggee.last('dataBreakpointInfo')).toEqual({ variablesReference: 41, name: 'Cost' });
});

test('what is no place, or cannot be watched, is refused with what the adapter says', async () => {
  const debuggee = await started({ total: int('1'), 'f()': int('2') });
  expect(await debuggee.watch('total + 1')).toMatchObject({ why: expect.stringContaining('names no variable') });
  expect(await debuggee.watch('nobody.total')).toMatchObject({ why: expect.stringContaining('names no variable') });
  expect(await debuggee.watch('total', { access: 'read' })).toMatchObject({ why: '' });
  debuggee.info = { ...WATCHABLE, accessTypes: ['write'] };
  expect(await debuggee.watch('total', { access: 'read' })).toEqual({ why: 'its debugger reports no reads of it' });
  debuggee.info = { dataId: null, description: 'it is in a register.' };
  expect(await debuggee.watch('total')).toEqual({ why: 'it is in a register' });
});

test('where the adapter does not say which place it is, what has changed does; and where it was written', async () => {
  const debuggee = await started(
    { total: int('1'), lines: int('1') },
    { ...CAPABILITIES, supportsDisassembleRequest: true },
  );
  const first = await debuggee.watch('total');
  await debuggee.watch('lines', {}, first.wanted ? [first.wanted] : []);
  await debuggee.goOn();
  debuggee.values.lines = int('2');
  debuggee.stack = [frame(1, 'work', 0x40), ...WORK.slice(1)];
  const stop = await debuggee.stop({ reason: 'breakpoint', description: 'watchpoint 2' });
  expect(stop).toMatchObject({ reason: 'data breakpoint', write: { dataId: '2', before: '1', after: '2' } });
  // The instruction before has no line of its own, the one before that has.
  expect(stop?.write?.madeAt).toMatchObject({ path: '/cart.c', line: 14 });
});

test('writers are listed without a stop', async () => {
  const debuggee = await started({ total: int('1') });
  await debuggee.watch('total', { isLogged: true });
  await debuggee.goOn();
  for (const value of ['2', '3']) {
    debuggee.values.total = int(value);
    debuggee.fake.event('stopped', { threadId: 1, reason: 'data breakpoint', hitBreakpointIds: [5] });
    await expect.poll(() => debuggee.recorded.at(-1)?.after).toBe(value);
  }
  expect(debuggee.recorded.map(({ before, functionName }) => [before, functionName])).toEqual([
    ['1', 'work'],
    ['2', 'work'],
  ]);
  expect(debuggee.stops).toHaveLength(1);
});

test('when the call of a variable has returned, its memory is watched no more, and nobody hears of the stop', async () => {
  const debuggee = await started({ total: int('1') });
  await debuggee.watch('total');
  await debuggee.goOn();
  debuggee.stack = [frame(3, 'printf', 99), ...WORK.slice(1)];
  debuggee.fake.event('stopped', { threadId: 1, reason: 'data breakpoint', hitBreakpointIds: [5] });
  await expect.poll(() => debuggee.last('setDataBreakpoints')).toEqual({ breakpoints: [] });
  expect(await debuggee.adapter.writes.watched(1)).toEqual([{ dataId: '1', gone: 'its call has returned' }]);
  expect(debuggee.stops).toHaveLength(1);
});

test('one too many is refused, and those that were there stay', async () => {
  const debuggee = await started({ total: int('1'), lines: int('1') });
  debuggee.slots = 1;
  const { wanted } = await debuggee.watch('total');
  expect(await debuggee.watch('lines', {}, wanted ? [wanted] : [])).toMatchObject({
    states: [{ dataId: '1' }, { dataId: '2', gone: 'its debugger watches no more than 1 at a time' }],
  });
  expect(debuggee.last('setDataBreakpoints')).toEqual({ breakpoints: [{ dataId: '7FF0/4', accessType: 'write' }] });
});

test('a condition goes to the adapter in its own words', async () => {
  const debuggee = await started({ total: int('1') });
  await expect(debuggee.watch('total', { condition: 'new < 0' })).rejects.toThrow(/knows neither old nor new/);
  expect(await debuggee.watch('total', { condition: 'i > 3' })).toMatchObject({ why: '' });
  expect(debuggee.last('setDataBreakpoints')).toEqual({
    breakpoints: [{ dataId: '7FF0/4', accessType: 'write', condition: 'i > 3' }],
  });
});
