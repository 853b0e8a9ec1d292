import { beforeEach, expect, test } from 'vitest';
import { CompositeWrites } from '../../../../src/adapter/composite/composite-writes.ts';
import { Parts } from '../../../../src/adapter/composite/parts.ts';
import type { DataBreakpoint, WriteWatches } from '../../../../src/adapter/write-watches.ts';
import { FakeDebugAdapter } from '../../../fakes/fake-debug-adapter.ts';

/** Gives out the same names as every other one. */
class Watching extends FakeDebugAdapter {
  wanted: readonly DataBreakpoint[] = [];
  readonly writes: WriteWatches = {
    dataBreakpointInfo: async ({ expression, frameId, access }) => {
      this.calls.push(`info ${expression} ${frameId} ${access}`);
      return { kind: 'watchable', dataId: '1' };
    },
    setDataBreakpoints: async (wanted) => {
      this.wanted = wanted;
      return wanted.map(({ dataId }) => ({ dataId }));
    },
    watched: async (threadId) => [{ dataId: '1', gone: `it was deleted in ${threadId}` }],
  };
}

/** The seventh frame of the second part. */
const FRAME_BELOW = 1_000_000_007;

let root: Watching;
let below: FakeDebugAdapter;
let writes: CompositeWrites;
let threadBelow: number;

async function begin(follower: FakeDebugAdapter): Promise<void> {
  root = new Watching();
  below = follower;
  const language = {
    id: 'python',
    title: 'Python',
    isSource: (path: string) => path.endsWith('.py'),
    createFollower: async () => ({ adapter: below, follow: async () => ({}) }),
  };
  const parts = new Parts({ adapter: root, language: { isSource: () => true } }, [language], async () => {});
  for (const each of parts.followed) await parts.make(each);
  threadBelow = parts.threads()[1]?.id ?? 0;
  writes = new CompositeWrites(parts);
}

beforeEach(() => begin(new Watching()));

test('places of two parts with the same name are told apart, and each goes to its own part', async () => {
  const first = await writes.dataBreakpointInfo({ expression: 'cart.total', frameId: 7, access: 'write' });
  const second = await writes.dataBreakpointInfo({ expression: 'cart.total', frameId: FRAME_BELOW, access: 'read' });
  expect([root.calls, below.calls]).toEqual([['info cart.total 7 write'], ['info cart.total 7 read']]);
  if (first.kind === 'refused' || second.kind === 'refused') return expect.fail();
  expect(first.dataId).not.toBe(second.dataId);
  const wanted = [first, second].map(({ dataId }, index) => ({
    dataId,
    access: 'write' as const,
    isLogged: index === 1,
  }));
  expect(await writes.setDataBreakpoints(wanted)).toEqual(wanted.map(({ dataId }) => ({ dataId })));
  expect(root.wanted).toEqual([{ dataId: '1', access: 'write', isLogged: false }]);
  expect(below instanceof Watching && below.wanted).toEqual([{ dataId: '1', access: 'write', isLogged: true }]);
  expect(await writes.watched(threadBelow)).toEqual([{ dataId: second.dataId, gone: 'it was deleted in 1' }]);
});

test('a place in a language without watches is refused, and the others keep theirs', async () => {
  await begin(new FakeDebugAdapter());
  const why = 'the debugger of this language cannot';
  expect(await writes.dataBreakpointInfo({ expression: 'cart.total', frameId: FRAME_BELOW, access: 'read' })).toEqual({
    kind: 'refused',
    why,
  });
  const first = await writes.dataBreakpointInfo({ expression: 'cart.total', frameId: 7, access: 'write' });
  if (first.kind === 'refused') return expect.fail();
  await writes.setDataBreakpoints([{ dataId: first.dataId, access: 'write', isLogged: false }]);
  expect(root.wanted).toHaveLength(1);
});
