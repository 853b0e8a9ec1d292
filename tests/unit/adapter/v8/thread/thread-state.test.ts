import { expect, test } from 'vitest';
import { Pause } from '../../../../../src/adapter/v8/pauses/pause.ts';
import { ScriptTable } from '../../../../../src/adapter/v8/scripts/script-table.ts';
import { ThreadState } from '../../../../../src/adapter/v8/thread/thread-state.ts';

const naming = {
  urlsOf: () => [],
  nameOf: (url: string) => url,
  originOf: () => 'program' as const,
  dependencyUrls: '',
  programUrls: '.',
  ownUrl: (name: string) => name,
  isModuleLoader: () => false,
  isTestRunner: () => false,
  startsMain: () => false,
};
const params: ConstructorParameters<typeof Pause>[0] = { reason: 'other', callFrames: [] };
const stop = () => new Pause(params, new ScriptTable('/', naming));

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

test('an edit halts the thread, keeps its intent, and is over before anything else is decided', async () => {
  const state = new ThreadState();
  state.run({ kind: 'pause', ownSteps: 0 });
  const edited = deferred<string>();
  const seen: unknown[] = [];
  const done = state.prepare(edited.promise, (result) => seen.push(result, state.now.kind, state.intent.kind));
  expect([state.now.kind, state.intent.kind]).toEqual(['preparing', 'pause']);
  let waited = false;
  const waiting = state.prepared().then(() => {
    waited = true;
  });
  await Promise.resolve();
  expect(waited).toBe(false);
  edited.resolve('after');
  await Promise.all([done, waiting]);
  expect(seen).toEqual(['after', 'running', 'pause']);
});

test('one preparation may follow another, and a wait for the end of the first is one for both', async () => {
  const state = new ThreadState();
  const second = deferred<void>();
  const order: string[] = [];
  void state.prepare(Promise.resolve(), () => void state.prepare(second.promise, () => order.push('second')));
  const waiting = state.prepared().then(() => order.push('waited'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  second.resolve();
  await waiting;
  expect(order).toEqual(['second', 'waited']);
});

test('the pause after a restart goes to whoever expects it, and everything else stays as it was', async () => {
  const state = new ThreadState();
  expect(state.takeRestart(params)).toBe(false);
  state.stop(stop());
  const restart = state.expectRestart();
  expect(state.pause).toBeDefined();
  expect(state.takeRestart(params)).toBe(true);
  expect(await restart.paused).toBe(params);
  expect([state.now.kind, state.takeRestart(params)]).toEqual(['paused', false]);
});

test('a restart that is cancelled, or that the end of the thread prevents, gives no pause', async () => {
  const state = new ThreadState();
  const cancelled = state.expectRestart();
  cancelled.cancel();
  expect(await cancelled.paused).toBeUndefined();
  expect(state.takeRestart(params)).toBe(false);
  const prevented = state.expectRestart();
  expect(state.end()).toBe(true);
  expect(await prevented.paused).toBeUndefined();
  expect(await state.expectRestart().paused).toBeUndefined();
});

test('a stop that V8 ends by itself, while a frame begins anew, too, is over', () => {
  const state = new ThreadState();
  expect(state.resumed()).toBe(false);
  state.stop(stop());
  state.expectRestart();
  expect([state.resumed(), state.now.kind]).toEqual([true, 'running']);
});

test('nothing follows the end', async () => {
  const state = new ThreadState();
  const edited = state.prepare(Promise.resolve(), () => {});
  expect([state.end(), state.end()]).toEqual([true, false]);
  await edited;
  state.run({ kind: 'run' });
  state.stop(stop());
  expect([state.now.kind, state.ended, state.pause]).toEqual(['ended', true, undefined]);
});
