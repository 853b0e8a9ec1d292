import { beforeEach, expect, test } from 'vitest';
import { CompositeTracing } from '../../../../src/adapter/composite/composite-tracing.ts';
import { Parts } from '../../../../src/adapter/composite/parts.ts';
import type { LiveTraceRequest, LiveTracing } from '../../../../src/adapter/live-tracing.ts';
import { FakeDebugAdapter } from '../../../fakes/fake-debug-adapter.ts';

const REQUEST: Omit<LiveTraceRequest, 'wanted'> = {
  requestFile: '/w/request.json',
  roots: ['/w'],
  limits: { maxTextLength: 80, maxEvents: 10, maxRows: 10 },
};

class Traced extends FakeDebugAdapter {
  readonly begun: LiveTraceRequest[] = [];
  readonly tracing: LiveTracing = {
    begin: async (request) => {
      this.begun.push(request);
      await this.answers.get('begin')?.();
    },
    end: async () => {
      this.calls.push('end');
      return [{ records: [{ kind: 'note', text: `of ${this.liveThreads[0]?.name}` }] }];
    },
  };
}

let root: Traced;
let python: Traced;
let tracing: CompositeTracing;

beforeEach(async () => {
  root = new Traced();
  python = new Traced();
  python.liveThreads = [{ id: 1, name: 'work.py' }];
  const language = {
    id: 'python',
    title: 'Python',
    isSource: (path: string) => path.endsWith('.py'),
    createFollower: async () => ({ adapter: python, follow: async () => ({}) }),
  };
  const isSource = (path: string) => path.endsWith('.js');
  const parts = new Parts({ adapter: root, language: { isSource } }, [language], async () => {});
  for (const each of parts.followed) await parts.make(each);
  tracing = new CompositeTracing(parts);
});

test('all parts record, and each tells what it has', async () => {
  await tracing.begin({ ...REQUEST, wanted: { kind: 'calls' } });
  expect([root.begun.length, python.begun.length]).toEqual([1, 1]);
  expect((await tracing.end()).flatMap(({ records }) => records)).toEqual([
    { kind: 'note', text: 'of main' },
    { kind: 'note', text: 'of work.py' },
  ]);
});

test('a part without any process records nothing', async () => {
  python.liveThreads = [];
  await tracing.begin({ ...REQUEST, wanted: { kind: 'calls' } });
  expect([root.begun.length, python.begun.length]).toEqual([1, 0]);
});

test('points go to the language of their file', async () => {
  const point = (id: number, path: string) =>
    ({ id, place: { kind: 'line', path, line: 1 }, expressions: [] }) as const;
  await tracing.begin({ ...REQUEST, wanted: { kind: 'values', points: [point(1, '/w/a.py'), point(2, '/w/b.py')] } });
  expect([root.begun.length, python.begun.length]).toEqual([0, 1]);
  await tracing.begin({ ...REQUEST, wanted: { kind: 'values', points: [point(1, '/w/a.py'), point(2, '/w/b.js')] } });
  expect(root.begun[0]?.wanted).toMatchObject({ points: [{ id: 2 }] });
  expect(python.begun[1]?.wanted).toMatchObject({ points: [{ id: 1 }] });
});

test('a part that does not answer is left out, which is said, and does not begin later', async () => {
  let letBegin: () => void = () => {};
  root.answers.set('begin', () => new Promise<void>((resolve) => (letBegin = resolve)));
  await tracing.begin({ ...REQUEST, wanted: { kind: 'calls' } });
  const records = (await tracing.end()).flatMap((each) => each.records);
  expect(records).toMatchObject([
    { text: expect.stringContaining('Nothing of main was recorded') },
    { text: 'of work.py' },
  ]);
  expect(root.calls).not.toContain('end');
  letBegin();
  await expect.poll(() => root.calls).toContain('end');
});

test('a part that refuses is left out, which is said', async () => {
  python.answers.set('begin', () => Promise.reject(new Error('The Python of it is too old.')));
  await tracing.begin({ ...REQUEST, wanted: { kind: 'calls' } });
  expect((await tracing.end()).flatMap(({ records }) => records)).toEqual([
    { kind: 'note', isGap: true, text: 'Nothing of work.py was recorded: The Python of it is too old.' },
    { kind: 'note', text: 'of main' },
  ]);
  expect(python.calls).not.toContain('end');
});

test('where all refuse, that is the error', async () => {
  for (const each of [root, python]) each.answers.set('begin', () => Promise.reject(new Error('too old')));
  await expect(tracing.begin({ ...REQUEST, wanted: { kind: 'calls' } })).rejects.toThrow('too old');
  expect(await tracing.end()).toEqual([]);
});
