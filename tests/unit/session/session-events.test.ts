import { expect, test } from 'vitest';
import { SessionRegistry } from '../../../src/engine/session-registry.ts';
import type { SessionEvent, SessionRef } from '../../../src/model/session-event.ts';
import { FakeDebugAdapter, STOP } from '../../fakes/fake-debug-adapter.ts';

const LIMITS = { depth: 0, maxChildren: 10, maxTextLength: 100 };
const UUID = '1f0c4c52-0000-4000-8000-000000000001';

function watched() {
  const reported: { readonly session: SessionRef; readonly event: SessionEvent }[] = [];
  const adapter = new FakeDebugAdapter();
  const registry = new SessionRegistry({ observe: (session, event) => reported.push({ session, event }) });
  const create = (name?: string) =>
    registry.create(
      { kind: 'attach', target: { kind: 'pid', pid: 1 }, cwd: '/w', label: 'a label' },
      { language: 'fake', createAdapter: () => adapter },
      name,
    );
  return { reported, adapter, registry, create };
}

const brief = (event: SessionEvent) => {
  if (event.kind === 'state') return event.state.kind;
  return event.kind === 'breakpoint'
    ? `${event.change} ${event.breakpoint.state.kind} ${event.breakpoint.hits}`
    : event.kind;
};

test('an observer hears what happens in a session, in order, and nothing after its end', async () => {
  const { reported, adapter, create } = watched();
  const session = create();
  await session.breakpoints.plan({ target: { kind: 'line', path: '/w/a.js', line: 1 } });
  await session.start();
  await session.inspection.addWatch('x');
  adapter.events.emit('output', { category: 'stdout', text: 'hello' });
  adapter.stop({ hitBreakpointIds: [1] });
  await session.report(LIMITS);
  await session.inspection.variables(7, LIMITS);
  adapter.events.emit('breakpoint', { id: 1, state: { kind: 'verified', location: STOP.location } });
  // The same again is no news.
  adapter.events.emit('breakpoint', { id: 1, state: { kind: 'verified', location: STOP.location } });
  const resumed = session.resume('continue');
  await expect.poll(() => session.state.kind).toBe('running');
  adapter.events.emit('breakpointHit', { id: 1 });
  adapter.events.emit('exited', { exitCode: 0, signal: null });
  await resumed;
  await session.end();
  await session.end();
  adapter.events.emit('output', { category: 'stdout', text: 'late' });

  expect(reported.map(({ event }) => brief(event))).toEqual([
    'created',
    'set pending 0',
    'starting',
    'changed verified 0',
    'running',
    'output',
    'hit verified 1',
    'stopped',
    'stack',
    'variables',
    'watches',
    'variables',
    'changed verified 1',
    'running',
    'hit verified 2',
    'exited',
    'closed',
  ]);
  expect(new Set(reported.map(({ session: { uuid } }) => uuid)).size).toBe(1);
  expect(reported[0]).toMatchObject({
    session: { name: 's1' },
    event: { language: 'fake', program: 'a label', cwd: '/w' },
  });
});

test('a run-to is no breakpoint that is reported', async () => {
  const { reported, create } = watched();
  const session = create();
  await session.start();
  await session.breakpoints.set({ target: { kind: 'line', path: '/w/a.js', line: 1 }, oneShot: true });
  expect(reported.map(({ event }) => event.kind)).not.toContain('breakpoint');
});

test('a session whose name is a unique id is reported under its label, and the id is its own', () => {
  const { reported, create } = watched();
  create(UUID);
  expect(reported[0]?.session).toMatchObject({ uuid: UUID, name: 'a label' });
});

test('a name that is used again is another session', async () => {
  const { reported, adapter, create } = watched();
  const first = create('x');
  await first.start();
  adapter.events.emit('exited', { exitCode: 0, signal: null });
  create('x');
  expect(reported.map(({ event }) => brief(event))).toEqual([
    'created',
    'starting',
    'running',
    'exited',
    'closed',
    'created',
  ]);
  expect(new Set(reported.map(({ session }) => session.uuid)).size).toBe(2);
});
