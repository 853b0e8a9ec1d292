import { afterAll, describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { record, treeText } from '../../../support/recorded-session.ts';

const PROGRAM = `class Cart:
    total = 0
cart = Cart()
cart.total = 0
def add(n):
    cart.total += n
    return cart.total
def each(count):
    for n in range(count):
        cart.total = n
        yield n
def main():
    print(add(1), list(each(3)), add(2))
begin = 0
main()
again = 0
main()
last = 0
main()
print(cart.total)
`;
const TREE = ['main() → None', '  add(n = 1) → 1 (+1)', '  each(count = 3) → None'];
const EVENTS = 'sys.monitoring._all_events() if hasattr(sys, "monitoring") else [sys.getprofile(), sys.gettrace()]';

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());

  async function watching(isLogged: boolean) {
    const breakpoints = ['begin = 0', 'again = 0', 'last = 0'].map((at) => ({ at }));
    const program = await DebuggedPython.start({ 'main.py': PROGRAM }, { python: environment.python, breakpoints });
    await program.firstStop();
    await program.session.inspection.writes.add({ expression: 'cart.total', isLogged });
    return program;
  }

  test('calls, lines and values are recorded while writes are listed', async () => {
    await using program = await watching(true);
    const calls = await record(program.session, { kind: 'calls' });
    expect(treeText(calls.report.roots)).toEqual(TREE);
    const lines = await record(program.session, { kind: 'lines' });
    const counts = lines.report.files[0]?.lines;
    expect([6, 10, 13].map((line) => counts?.find((each) => each.line === line)?.count)).toEqual([2, 3, 1]);
    const point = { id: 1, place: { kind: 'function', name: 'add' }, expressions: [] } as const;
    const values = await record(program.session, { kind: 'values', points: [point] });
    expect(values.report.points[0]?.total.passes).toBe(2);
    expect(values.outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(program.session.inspection.writes.list()).toMatchObject([
      {
        changes: 15,
        writers: [
          { functionName: 'add', count: 6 },
          { functionName: 'each', count: 9 },
        ],
      },
    ]);
    expect(program.output('stdout')).toBe('1 [0, 1, 2] 4\n5 [0, 1, 2] 4\n5 [0, 1, 2] 4\n4\n');
  });

  test('a trace ends at a write, and the watch goes on after it', async () => {
    await using program = await watching(false);
    const { report, outcome } = await record(program.session, { kind: 'calls' });
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'data breakpoint', location: { line: 6 } });
    expect(treeText(report.roots)).toEqual(['main() running at 13', '  add(n = 1) running at 7']);
    expect(await program.go()).toBe('data breakpoint: cart.total = n');
    expect(await program.session.inspection.removeWatch(1)).toBe('cart.total');
    expect(await program.go()).toBe('breakpoint: again = 0');
    expect(await program.value(`(lambda sys: ${EVENTS})(__import__("sys"))`)).not.toMatch(/INSTRUCTION|mcp|Traced/);
    const after = await record(program.session, { kind: 'calls' });
    expect(after.outcome).toMatchObject({ kind: 'stopped', reason: 'breakpoint' });
    for (const { id } of program.session.breakpoints.list()) await program.session.breakpoints.remove(id);
    expect(await program.go()).toBe('exited 0');
  });
});
