import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PatchOutcome } from '../../../src/model/program/patch-outcome.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const MAIN = `const items = [{ price: 10, n: 2 }, { price: 5, n: 3 }];
let unused = 1;
function discount(sum) {
  const rate = 0.1;
  return sum + sum * rate;
}
function total(list) {
  let sum = 0;
  for (const item of list) {
    sum += item.price;
  }
  return discount(sum);
}
async function later(value) {
  await new Promise((done) => setTimeout(done, 60_000));
  return value;
}
later(1);
function tick() {
  const result = total(items);
  console.log(result);
}
setInterval(tick, 5);
`;
const FILES = { 'main.cjs': MAIN };

/** The verdicts as one text: `total applied`. */
function verdicts(outcome: PatchOutcome): string {
  if (outcome.kind !== 'patched') return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.kind;
  const text = ({ name, verdict }: (typeof outcome.functions)[number]) =>
    `${name} ${verdict.kind}${verdict.kind === 'notApplied' ? `: ${verdict.why}` : ''}`;
  return outcome.functions.map(text).join(', ');
}

async function replace(program: DebuggedProgram, old: string, now: string): Promise<string> {
  return verdicts(await program.session.patch(program.path(), { kind: 'replace', old, new: now }));
}

function lines(program: DebuggedProgram): number[] {
  return program.session.breakpoints.list().map(({ state }) => (state.kind === 'verified' ? state.location.line : 0));
}

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test('the stop and the breakpoints move with their lines, and stop there', async () => {
    const breakpoints = [{ at: 'return discount' }, { at: 'console.log(result)', condition: 'result > 0' }];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:12');
    expect(await replace(program, 'const rate = 0.1;\n', 'const base = sum;\n\n  const rate = -0.1;\n')).toBe(
      'discount applied',
    );
    expect(program.session.state).toMatchObject({ kind: 'stopped', location: { line: 14 } });
    expect((await program.session.inspection.stack()).slice(0, 2).map(({ location }) => location.line)).toEqual([
      14, 22,
    ]);
    expect(lines(program)).toEqual([14, 23]);
    expect(await program.go()).toBe('breakpoint [2] main.cjs:23');
    expect(await program.value('result')).toBe('13.5');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:14');
    expect(verdicts(await program.session.patch(program.path(), { kind: 'revert' }))).toBe('discount applied');
    expect(lines(program)).toEqual([12, 21]);
    expect(await program.go()).toBe('breakpoint [2] main.cjs:21');
    expect(await program.value('result')).toBe('16.5');
  });

  test('a function that runs finishes with its old text, and its next call has the new one', async () => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: 'sum += item.price' }] });
    await program.firstStop();
    expect(await replace(program, 'sum += item.price;', 'sum += item.price * item.n;')).toBe('total nextCall');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:10');
    await program.go();
    await expect.poll(() => program.output('stdout')).toBe('16.5\n');
    expect(program.session.adapter.patches?.waiting).toEqual([]);
    await program.go();
    await program.go();
    await expect.poll(() => program.output('stdout')).toBe('16.5\n38.5\n');
  });

  test('the call that stands still begins anew with the new text', async () => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: 'const rate' }] });
    await program.firstStop();
    expect(await replace(program, 'sum += item.price;', 'sum += item.price * item.n;')).toBe('total nextCall');
    expect(program.session.adapter.patches?.waitingFrame(1)).toBe(1);
    expect(await program.session.restartFrame(1)).toEqual({ kind: 'restarted' });
    expect(await program.firstStop()).toBe('restart main.cjs:8');
    expect(program.session.adapter.patches?.waiting).toEqual([]);
    expect(await program.go()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.value('sum')).toBe('35');
  });

  test('a running program takes it, too', async () => {
    await using program = await DebuggedProgram.start(node, FILES);
    await expect.poll(() => program.output('stdout')).toContain('16.5');
    const patched = await replace(program, 'sum + sum * rate', '"patched" + sum');
    expect(patched).toMatch(/^discount (applied|nextCall)$/);
    await expect.poll(() => program.output('stdout')).toContain('patched15');
  });

  test('what V8 does not do is said, and changes nothing', async () => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: 'console.log(result)' }] });
    await program.firstStop();
    expect(await replace(program, 'let unused = 1', 'let unused = 2')).toMatch(
      /^refused: the code outside of functions/,
    );
    expect(await replace(program, 'const rate = 0.1', 'const rate = ')).toMatch(
      /^refused: the new text does not parse/,
    );
    expect(await replace(program, 'sum * rate', 'unused')).toMatch(
      /^discount notApplied: it uses unused, which no function/,
    );
    expect(await replace(program, 'return value', 'return value + 1')).toMatch(/^later notApplied: calls of it wait/);
    expect(await replace(program, 'return discount(sum)', 'return sum')).toMatch(
      /^total notApplied: it no longer uses discount/,
    );
    await expect(replace(program, 'not there', '')).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(replace(program, 'sum', 'x')).rejects.toMatchObject({ code: 'invalid_argument' });
    await program.go();
    await expect.poll(() => program.output('stdout')).toBe('16.5\n');
    expect(verdicts(await program.session.patch(program.path(), { kind: 'revert' }))).toBe('same');
  });

  test.each(['main.cjs', 'main.mjs'])('functions whose end V8 does not find by itself: %s', async (main) => {
    const source = `const twice = (x) => Number(x * 2);
class Box { constructor() { this.get = () => { return 1; }; } take(n) { return n; } }
const box = new Box();
const later = (own) => { return () => { return own ? 1 : 2; }; };
let made = later(1);
setInterval(() => {
  const now = [twice(1), box.get(), box.take(3), made()].join();
  globalThis.last = now;
}, 5);
`;
    const files = { [main]: source };
    await using program = await DebuggedProgram.start(node, files, { breakpoints: [{ at: 'globalThis.last' }] });
    await program.firstStop();
    expect(await program.value('now')).toBe('"2,1,3,1"');
    const text = source
      .replace('x * 2', '[x].map((y) => y * 3)')
      .replace('{ return 1; }', '{ if (this) { return 5; } return 1; }')
      .replace('{ return n; }', '{ for (const m of [n]) { return m + 4; } }')
      .replace('own ? 1 : 2', '(() => { if (own) { return 9; } })()');
    const outcome = await program.session.patch(program.path(), { kind: 'text', text });
    expect(verdicts(outcome)).toMatch(/^twice applied, \S+ applied, Box\.take applied, \S+ applied$/);
    await program.go();
    expect(await program.value('now')).toBe('"3,1,7,9"');
    expect(program.session.breakpoints.list()[0]?.hits).toBe(2);
    await program.session.patch(program.path(), { kind: 'revert' });
    await program.go();
    expect(await program.value('now')).toBe('"2,1,3,1"');
  });

  test('the file as it is on disk now, which stays as it is', async () => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: 'console.log(result)' }] });
    await program.firstStop();
    writeFileSync(program.path(), MAIN.replace('sum + sum', 'sum - sum').replace('let sum = 0', 'let sum = 1'));
    expect(verdicts(await program.session.patch(program.path(), { kind: 'disk' }))).toBe(
      'discount applied, total applied',
    );
    await program.go();
    expect(await program.value('result')).toBe('14.4');
    expect(verdicts(await program.session.patch(program.path(), { kind: 'disk' }))).toBe('same');
  });
});
