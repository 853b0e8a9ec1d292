import { beforeAll, describe, expect, test } from 'vitest';
import { sumOf } from '../../../src/model/breakpoints/condition-tally.ts';
import type { StopOutcome } from '../../../src/model/stop-outcome.ts';
import { breakpointVerdicts } from '../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { AttachedProgram } from '../../support/attached-program.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { HOSTILE_PROGRAMS, type HostileProgram, TAME_PROGRAM } from '../../support/hostile-programs.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { toldOfSession } from '../../support/told-of-session.ts';

const VERSIONS = nodeVersions();
const CLOSED = 'a closed inspector';
const CALL = "write('total ' + f(";

/** All that a debugger says of a program from the stop on at which its deeds are done: nothing of it was set before. */
async function toldOf(node: string, { text }: HostileProgram) {
  await using program = await DebuggedProgram.start(node, { 'main.js': text }, { breakpoints: [{ at: CALL }] });
  const { session } = program;
  const stops = [await program.firstStop()];
  const path = program.path();
  const at = (line: number) => ({ target: { kind: 'line' as const, path, line } });
  await session.breakpoints.set({ target: { kind: 'function', name: 'f' }, logMessage: 'f {order}' });
  const collecting = await session.breakpoints.set({ ...at(4), collect: ['order.n', 'order.m', '1 / 3'] });
  await session.breakpoints.set({ ...at(5), condition: 'total === 0' });
  await session.breakpoints.set({ ...at(6), condition: 'i > 0', logMessage: '{i} {total} {order} {[total]}' });
  await session.breakpoints.set({ ...at(8), condition: 'order.n === 4 && total > 6000', hitCondition: '1' });
  stops.push(await program.go());
  const values = [await program.value('order'), await program.value('[order, order.items]')];
  const stack = await session.inspection.stack({});
  const own = stack.filter(({ presentation }) => presentation === 'normal');
  await session.inspection.writes.add({ expression: 'total', isLogged: true });
  await session.inspection.writes.add({ expression: 'order.n', isLogged: true });
  stops.push(await program.go());
  values.push(await program.value('total'));
  stops.push(await program.go());
  return {
    stops,
    values,
    frames: own.map(({ name, location }) => `${name}:${location.line}`),
    breakpoints: session.breakpoints
      .list()
      .map(({ hits, tallies, state }) => [hits, sumOf(Object.values(tallies ?? {})), state.kind]),
    ...toldOfSession(session, collecting),
    log: program.output('log'),
    stdout: program.output('stdout'),
    stderr: program.output('stderr'),
  };
}

/** The same of a program that has run for a while before it is attached to, and calls `f` again and again. */
async function toldOfRunning(node: string, { text }: HostileProgram) {
  const ticking = `const each = setInterval(() => tick(), 5); ${text.replace(/^write\('total.*/m, "write('runs');")}
function tick() { f({ n: 4, items: [1, { a: 2 }], m: 'x' }); }`;
  await using program = await AttachedProgram.run(node, ticking);
  const { session } = program;
  await session.start();
  const limit = { timeoutMs: 20_000 };
  const lineOf = (stop: StopOutcome) => (stop.kind === 'stopped' ? stop.location.line : stop.kind);
  await session.breakpoints.set({ target: program.line(8), condition: 'total > 6000' });
  const stops = [lineOf(await session.waitForStop(limit))];
  const stack = await session.inspection.stack({});
  await session.inspection.writes.add({ expression: 'total', isLogged: true });
  await session.breakpoints.set({ target: program.line(6), hitCondition: '2' });
  const last = await session.resume('continue', limit);
  const lost = last.kind === 'stopped' ? await session.inspection.writes.lost(last, limit) : [];
  return { stops: [...stops, lineOf(last)], names: stack.slice(0, 3).map(({ name }) => name), lost };
}

describe.each(VERSIONS.map((version, index) => ({ ...version, index })))('on Node $major', ({ path, index }) => {
  const share = HOSTILE_PROGRAMS.filter(({ name }, at) => name !== CLOSED && at % VERSIONS.length === index);
  let tame: Awaited<ReturnType<typeof toldOf>>;

  beforeAll(async () => {
    tame = await toldOf(path, TAME_PROGRAM);
  });

  test('all of it is told of a program that does nothing', () => {
    const order = '{n: 4, items: [1, {a: 2}], m: "x"}';
    const never = { passes: 0, trues: 0, failures: 0 };
    const once = { passes: 1, trues: 1, failures: 0, passMs: 0.1 };
    const value = (type: string, json: unknown) => ({ kind: 'value', type, json });
    expect(tame).toEqual({
      stops: ['breakpoint [1] main.js:10', 'breakpoint [4] main.js:5', 'breakpoint [6] main.js:8', 'exited 0'],
      values: [order, '[{n: 4, items: [1, {…}], m: "x"}, [1, {a: 2}]]', '6054'],
      frames: ['f:5', '(module):10'],
      breakpoints: [
        [1, never, 'verified'],
        [1, never, 'verified'],
        [1, never, 'verified'],
        [1, once, 'verified'],
        [3, { passes: 4, trues: 3, failures: 0, passMs: 0.1 }, 'verified'],
        [1, once, 'verified'],
      ],
      writes: [
        [3, ['6: 0 → 6054']],
        [0, []],
      ],
      log: `f ${order}\n1 0 ${order} [0]\n2 1009 ${order} [1009]\n3 3027 ${order} [3027]\n`,
      collected: [[value('number', 4), value('string', 'x'), value('number', 1 / 3)]],
      stdout: 'total 6054\n',
      stderr: '',
    });
  });

  test.each(share)('the same is told of one that runs already, with $name', async (program) => {
    const names = ['f', 'tick', '(anonymous)'];
    const lost = ['Watch 1 (total) sees no writes any more: its call has returned since the stop before.'];
    expect(await toldOfRunning(path, program)).toEqual({ stops: [8, 6], names, lost });
  });

  test('what a program does that has closed its inspector is not known, and nothing is said of it', async () => {
    const text = HOSTILE_PROGRAMS.find(({ name }) => name === CLOSED)?.text ?? '';
    const breakpoints = [{ at: CALL }, { at: 'total +=', logMessage: '{i}' }];
    await using program = await DebuggedProgram.start(path, { 'main.js': text }, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('total 6054\n');
    expect(program.output('log')).toContain('main.js closed its inspector, and nothing of it is seen from then on');
    const verdicts = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'it' });
    for (const verdict of verdicts) expect(verdict).toContain('not seen: its line was not reached, as far as was seen');
  });

  test.each(share)('the same is told, with $name', async (program) => {
    expect(await toldOf(path, program)).toEqual(tame);
  });
});
