import { beforeEach, expect, test } from 'vitest';
import { CompositePatches } from '../../../../src/adapter/composite/composite-patches.ts';
import { Parts } from '../../../../src/adapter/composite/parts.ts';
import type { Patches } from '../../../../src/adapter/patches.ts';
import type { PatchOutcome } from '../../../../src/model/program/patch-outcome.ts';
import { FakeDebugAdapter } from '../../../fakes/fake-debug-adapter.ts';

class Patched extends FakeDebugAdapter {
  outcome: PatchOutcome = { kind: 'same' };
  frame: number | undefined = undefined;
  readonly patches: Patches;

  constructor(name: string) {
    super();
    this.patches = {
      patch: async (path) => {
        this.calls.push(`patch ${path}`);
        return this.outcome;
      },
      waiting: [{ name, path: `/p/${name}` }],
      waitingFrame: () => this.frame,
    };
  }
}

const REVERT = { kind: 'revert' } as const;
const NOT_LOADED: PatchOutcome = { kind: 'refused', why: 'it is not loaded', restart: false };
const OUTSIDE: PatchOutcome = { kind: 'refused', why: 'other code differs', restart: true };
const DONE = { name: 'total', line: 3, verdict: { kind: 'applied', kept: 0 } } as const;

let root: Patched;
let below: Patched;
let patches: CompositePatches;
let threadBelow: number;

beforeEach(async () => {
  root = new Patched('root');
  below = new Patched('below');
  const language = {
    id: 'python',
    title: 'Python',
    isSource: (path: string) => path.endsWith('.py'),
    createFollower: async () => ({ adapter: below, follow: async () => ({}) }),
  };
  const isSource = (path: string) => !path.endsWith('.py') || path.includes('both');
  const parts = new Parts({ adapter: root, language: { isSource } }, [language], async () => {});
  for (const each of parts.followed) await parts.make(each);
  threadBelow = parts.threads()[1]?.id ?? 0;
  patches = new CompositePatches(parts);
});

test('a file goes to the parts of its language', async () => {
  below.outcome = { kind: 'patched', functions: [DONE] };
  expect(await patches.patch('/p/a.py', REVERT)).toEqual({ kind: 'patched', functions: [DONE] });
  expect([root.calls, below.calls]).toEqual([[], ['patch /p/a.py']]);
});

test.each([
  [NOT_LOADED, { kind: 'patched', functions: [DONE] }, { kind: 'patched', functions: [DONE] }],
  [NOT_LOADED, { kind: 'unedited' }, { kind: 'unedited' }],
  [NOT_LOADED, OUTSIDE, OUTSIDE],
  [OUTSIDE, NOT_LOADED, OUTSIDE],
  [{ kind: 'same' }, NOT_LOADED, { kind: 'same' }],
] as const)('where the first part says %j and the other %j', async (first, second, expected) => {
  root.outcome = first;
  below.outcome = second;
  expect(await patches.patch('/p/both.py', REVERT)).toEqual(expected);
});

test('what waits is known of all parts, and of a stopped thread by its own', () => {
  expect(patches.waiting.map(({ name }) => name)).toEqual(['root', 'below']);
  below.frame = 2;
  expect([patches.waitingFrame(1), patches.waitingFrame(threadBelow)]).toEqual([undefined, 2]);
});
