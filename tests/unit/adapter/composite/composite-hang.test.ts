import { expect, test } from 'vitest';
import { CompositeHang } from '../../../../src/adapter/composite/composite-hang.ts';
import { Parts } from '../../../../src/adapter/composite/parts.ts';
import type { HangEvidence } from '../../../../src/adapter/hang-evidence.ts';
import { FakeDebugAdapter } from '../../../fakes/fake-debug-adapter.ts';

class Watched extends FakeDebugAdapter {
  readonly hang: HangEvidence | undefined;

  constructor(name: string) {
    super();
    const note = (text: string) => void this.calls.push(text);
    this.hang = {
      watch: async () => note('watch'),
      sample: async (threadId) => {
        note(`sample ${threadId}`);
        return { kind: 'idle' };
      },
      inspectWhileRunning: async () => ({ kind: 'between' }),
      staying: async () => 1,
      rounds: async () => [],
      rest: async () => undefined,
      activity: async () => ({ functions: [], countedMs: 5, inspections: [] }),
      waits: async () => ({ keptAliveBy: [], awaits: [] }),
      blocked: async (of) => ({ call: `${name} ${JSON.stringify(of)}`, frames: [], waitsFor: 1 }),
      end: () => ({ isHeld: name === 'root', awaits: [] }),
    };
  }
}

function setUp(follower: FakeDebugAdapter) {
  const root = new Watched('root');
  const language = {
    id: 'python',
    title: 'Python',
    isSource: () => false,
    createFollower: async () => ({ adapter: follower, follow: async () => ({}) }),
  };
  const parts: Parts = new Parts({ adapter: root, language: { isSource: () => false } }, [language], (part) =>
    hang.prepare(part),
  );
  const hang: CompositeHang = new CompositeHang(parts, root.hang ?? expect.fail());
  const make = async () => {
    for (const each of parts.followed) await parts.make(each);
    return parts.threads().map(({ id }) => id);
  };
  return { root, hang, make };
}

test('a thread is examined by its own part, and the end is that of the program', async () => {
  const python = new Watched('python');
  const { root, hang, make } = setUp(python);
  const [first = 0, second = 0] = await make();
  await hang.sample(second);
  expect([root.calls, python.calls]).toEqual([[], ['sample 1']]);
  expect(await hang.blocked(second)).toMatchObject({ call: 'python 1', waitsFor: second });
  expect(await hang.blocked(first)).toMatchObject({ call: 'root 1', waitsFor: first });
  expect(await hang.blocked({ pid: 5 })).toMatchObject({ call: 'root {"pid":5}' });
  expect(hang.end().isHeld).toBe(true);
});

test('a part that is made later is watched like the others', async () => {
  const python = new Watched('python');
  const { root, hang, make } = setUp(python);
  await hang.watch();
  await make();
  expect([root.calls, python.calls]).toEqual([['watch'], ['watch']]);
});

test('of a part whose debugger finds nothing out, nothing is claimed', async () => {
  const { hang, make } = setUp(new FakeDebugAdapter());
  const [, second = 0] = await make();
  const limits = { timeoutMs: 10 };
  expect(await hang.sample(second)).toEqual({ kind: 'silent' });
  expect(await hang.inspectWhileRunning(second)).toEqual({ kind: 'unanswered' });
  expect(await hang.staying(second, limits)).toBeUndefined();
  expect(await hang.blocked(second)).toEqual({ frames: [] });
});
