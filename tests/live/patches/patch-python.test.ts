import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PatchOutcome } from '../../../src/model/program/patch-outcome.ts';
import { DebuggedPython } from '../../support/debugged-python.ts';
import { debugpyVersions, pythonWith } from '../../support/pythons.ts';

const MAIN = `import functools
import time

def logged(function):
    @functools.wraps(function)
    def wrapper(*given):
        return function(*given)
    return wrapper

def discount(total):
    rate = 0.1
    return total + total * rate

@logged
def total(prices):
    return sum(prices)

class Cart:
    def __init__(self, prices):
        self.prices = prices

    @property
    def count(self):
        return len(self.prices)

    def price(self):
        return discount(total(self.prices))

def adder(by):
    def add(n):
        return n + by
    return add

def counting():
    yield 1
    yield 2

add = adder(1)
cart = Cart([10, 20])
while True:
    counted = counting()
    next(counted)
    now = [cart.price(), cart.count, add(1), next(counted)]
    print(now, flush=True)
    time.sleep(0.01)
`;
const FILES = { 'main.py': MAIN };

function verdicts(outcome: PatchOutcome): string {
  if (outcome.kind !== 'patched') return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.kind;
  const text = ({ name, verdict }: (typeof outcome.functions)[number]) =>
    `${name} ${verdict.kind}${verdict.kind === 'notApplied' ? `: ${verdict.why}` : ''}`;
  return outcome.functions.map(text).join(', ');
}

async function replace(program: DebuggedPython, old: string, now: string): Promise<string> {
  return verdicts(await program.session.patch(program.path('main.py'), { kind: 'replace', old, new: now }));
}

test('functions, methods, what is decorated, closures and generators get new texts, and theirs back', async () => {
  await using program = await DebuggedPython.start(FILES, { breakpoints: [{ at: 'print(now' }] });
  await program.firstStop();
  expect(await program.value('now')).toBe('[33.0, 2, 2, 2]');
  expect(await replace(program, 'total + total * rate', 'total - total * rate')).toBe('discount applied');
  expect(await replace(program, 'sum(prices)', 'sum([each for each in prices if each > 10])')).toBe('total applied');
  expect(await replace(program, 'len(self.prices)', '(lambda: len(self.prices) + 5)()')).toBe('Cart.count applied');
  expect(await replace(program, 'n + by', 'n + by + 10')).toBe('adder.add applied');
  expect(await replace(program, 'yield 2', 'yield 12')).toBe('counting nextCall');
  await program.go();
  expect(await program.value('now')).toBe('[18.0, 7, 12, 12]');
  expect(readFileSync(program.path('main.py'), 'utf8')).toBe(MAIN);
  expect(verdicts(await program.session.patch(program.path('main.py'), { kind: 'revert' }))).toMatch(
    /^Cart\.count applied, adder\.add applied, counting nextCall, discount applied, total applied$/,
  );
  await program.go();
  expect(await program.value('now')).toBe('[33.0, 2, 2, 2]');
  expect(verdicts(await program.session.patch(program.path('main.py'), { kind: 'revert' }))).toBe('same');
});

test('breakpoints in a changed function still stop, on the lines that they had', async () => {
  const breakpoints = [{ at: 'rate = 0.1' }, { at: 'return total + total' }];
  await using program = await DebuggedPython.start(FILES, { breakpoints });
  const [first, second] = ['breakpoint: rate = 0.1', 'breakpoint: return total + total * rate'];
  expect(await program.firstStop()).toBe(first);
  expect(await replace(program, 'total + total * rate', 'total - total * rate')).toBe('discount nextCall');
  expect(await program.go()).toBe(second);
  expect(await program.go()).toBe(first);
  expect(await program.go()).toBe(second);
  await expect.poll(() => program.output('stdout')).toBe('[33.0, 2, 2, 2]\n');
  await program.go();
  await expect.poll(() => program.output('stdout')).toBe('[33.0, 2, 2, 2]\n[27.0, 2, 2, 2]\n');
});

test.each(debugpyVersions())('what is asked of the program is none of its output: the %s debugpy', async (which) => {
  const source = `${MAIN.slice(0, MAIN.indexOf('while True'))}before = cart.price()\nprint(before, cart.price(), flush=True)\n`;
  const options = { python: pythonWith(which), breakpoints: [{ at: 'print(before' }] };
  await using program = await DebuggedPython.start({ 'main.py': source }, options);
  await program.firstStop();
  expect(await replace(program, 'total + total * rate', 'total - total * rate')).toBe('discount applied');
  expect(await replace(program, 'def adder(by)', 'def adder(by=1)')).toMatch(/^refused: the code outside/);
  expect(await program.go()).toBe('exited 0');
  await expect.poll(() => program.output('stdout')).toBe('33.0 27.0\n');
  expect(program.output('stderr')).toBe('');
});

test('a running program takes it, too, from the file on disk', async () => {
  await using program = await DebuggedPython.start(FILES);
  await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toContain('[33.0');
  const path = program.path('main.py');
  expect(verdicts(await program.session.patch(path, { kind: 'disk' }))).toBe('same');
  writeFileSync(path, `# Above.\n${MAIN.replace('rate = 0.1', 'rate = 0.5')}`);
  expect(verdicts(await program.session.patch(path, { kind: 'disk' }))).toMatch(/^discount (applied|nextCall)$/);
  await expect.poll(() => program.output('stdout')).toContain('[45.0');
});

test('what Python does not do is said, and changes nothing', async () => {
  await using program = await DebuggedPython.start(FILES, { breakpoints: [{ at: 'print(now' }] });
  await program.firstStop();
  expect(await replace(program, 'Cart([10, 20])', 'Cart([1])')).toMatch(/^refused: the code outside of functions/);
  expect(await replace(program, 'def discount(total)', 'def discount(total=1)')).toMatch(/^refused: the code outside/);
  expect(await replace(program, 'rate = 0.1', 'rate = (')).toMatch(/^refused: the new text does not parse: .* at line/);
  expect(await replace(program, 'return len(self.prices)', 'return len(self.prices) + len(super().__dict__)')).toBe(
    'Cart.count notApplied: it uses other variables of what is around it than it has held so far',
  );
  await expect(replace(program, 'not there', '')).rejects.toMatchObject({ code: 'invalid_argument' });
  await program.go();
  expect(await program.value('now')).toBe('[33.0, 2, 2, 2]');
});

test('a closure that holds too little keeps its text, and new ones have the other', async () => {
  const source = MAIN.replace('    def add(n):', '    also = 100\n    def add(n):');
  await using program = await DebuggedPython.start({ 'main.py': source }, { breakpoints: [{ at: 'print(now' }] });
  await program.firstStop();
  const request = { kind: 'replace', old: 'n + by', new: 'n + by + also' } as const;
  const outcome = await program.session.patch(program.path('main.py'), request);
  expect(outcome).toMatchObject({
    functions: [
      { name: 'adder', verdict: { kind: 'applied', kept: 0 } },
      { name: 'adder.add', verdict: { kind: 'applied', kept: 1 } },
    ],
  });
  expect(await program.value('(add(1), adder(1)(1))')).toBe('(2, 102)');
  await program.value('globals().update(made=adder(1))');
  expect(verdicts(await program.session.patch(program.path('main.py'), { kind: 'revert' }))).toBe(
    'adder applied, adder.add notApplied: it was made since the patch, and holds other variables than before',
  );
  expect(await program.value('(made(1), adder(1)(1))')).toBe('(102, 2)');
});

test('functions inside of others, which their next call makes, and wrappers', async () => {
  await using program = await DebuggedPython.start(FILES, { breakpoints: [{ at: 'print(now' }] });
  await program.firstStop();
  expect(await replace(program, 'return function(*given)', 'return function(*given) * 2')).toBe(
    'logged.wrapper applied',
  );
  await program.go();
  expect(await program.value('now')).toBe('[66.0, 2, 2, 2]');
  const source = program.path('main.py');
  const inner = MAIN.replace('rate = 0.1', 'rate = (lambda: 0.1)()');
  expect(verdicts(await program.session.patch(source, { kind: 'text', text: inner }))).toBe(
    'discount applied, logged.wrapper applied',
  );
  expect(await replace(program, 'lambda: 0.1', 'lambda: 0.5')).toBe('discount.<lambda> applied');
  await program.go();
  expect(await program.value('now')).toBe('[45.0, 2, 2, 2]');
});

test('a program that breaks its builtins is patched by those of before', async () => {
  const source = `import builtins\n${MAIN.replace('while True:', 'builtins.sorted = None\nwhile True:')}`;
  await using program = await DebuggedPython.start({ 'main.py': source }, { breakpoints: [{ at: 'print(now' }] });
  await program.firstStop();
  expect(await replace(program, 'rate = 0.1', 'rate = 0.5')).toBe('discount applied');
  await program.go();
  expect(await program.value('now')).toBe('[45.0, 2, 2, 2]');
});
