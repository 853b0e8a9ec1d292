import fc from 'fast-check';

/** Statements around a throw. */
type Block =
  | { readonly kind: 'throw'; readonly type: string }
  | { readonly kind: 'call'; readonly how: keyof typeof CALLS; readonly body: Block }
  | { readonly kind: 'try'; readonly body: Block; readonly handlers: readonly Handler[]; readonly finals: Finals }
  | { readonly kind: 'with'; readonly given: string; readonly body: Block };

interface Handler {
  readonly type: string;
  readonly ends:
    | 'pass'
    | 'raise'
    | 'raise error'
    | 'raise E3(next(NUMBERS)) from error'
    | 'if later(): raise'
    | 'return';
}

type Finals = 'none' | 'a = 9; b.clear()' | 'return';

/** A generated program, and whether all that may end an exception in it can be known beforehand. */
export interface ThrowingProgram {
  readonly text: string;
  readonly isDecidable: boolean;
}

const CALLS = {
  plain: (name: string) => [`${name}()`],
  comprehension: (name: string) => [`[${name}() for _ in (1,)]`],
  lambda: (name: string) => [`(lambda: ${name}())()`],
  sorting: (name: string) => [`sorted([1], key=lambda _: ${name}())`],
  generator: (name: string) => [`for _ in ${name}():`, '    tidy()'],
  coroutine: (name: string) => [`run(${name}())`],
};
/** The first line of each function. */
const BEGIN = '    local, a, b = (E1,), 1, [1]';
const TYPES = ['E1', 'E2', 'E3', '(E1, E3)', '(E2, (E3))', 'kinds.Two', 'local', 'Exception', 'BaseException', ''];
const KNOWN = [
  'Loud()',
  'kept()',
  'rolled_back()',
  'suppress(E1)',
  'suppress(E3, kinds.Two)',
  'open(__file__)',
  'LOCK',
];
const UNKNOWN = ['Quiet()', 'swallowed()'];

/**
 * The parts of the programs. `got` and `over` note what came of each exception, by its number; `seen` notes what the variables of a call are
 * before it throws, or calls what does.
 */
const PRELUDE = `import itertools, sys, threading
from contextlib import contextmanager, suppress
NUMBERS, TRUTH, MARKED, RAISED, SEEN, LOCK = itertools.count(), {}, set(), [], {}, threading.RLock()
class E1(Exception):
    def __init__(self, number):
        self.number = number
        RAISED.append(number)
class E2(E1): pass
class E3(Exception):
    __init__ = E1.__init__
class kinds:
    Two = E2
class Loud:
    def __enter__(self): return self
    def __exit__(self, *about): tidy()
class Quiet(Loud):
    def __exit__(self, *about): return about[0] is not None
@contextmanager
def kept():
    try: yield
    finally: tidy()
@contextmanager
def rolled_back():
    try: yield
    except Exception:
        tidy()
        raise
@contextmanager
def swallowed():
    try: yield
    except Exception: tidy()
def tidy(): pass
def later(): return next(NUMBERS) % 2
def run(coroutine):
    try: coroutine.send(None)
    except StopIteration: pass
def seen(a, b): SEEN[id(sys._getframe(1))] = repr(a), repr(b)
def got(line, error): TRUTH[error.number] = line
def over(line):
    if line in MARKED: TRUTH[RAISED[-1]] = line
    MARKED.discard(line)
`;

const leaf: fc.Arbitrary<Block> = fc.record({ kind: fc.constant('throw'), type: fc.constantFrom('E1', 'E2', 'E3') });
const handler: fc.Arbitrary<Handler> = fc.record({
  type: fc.constantFrom(...TYPES),
  ends: fc.constantFrom(
    ...(['pass', 'raise', 'raise error', 'raise E3(next(NUMBERS)) from error', 'if later(): raise', 'return'] as const),
  ),
});
const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constant('call' as const),
      how: fc.constantFrom(...(Object.keys(CALLS) as (keyof typeof CALLS)[])),
      body: tie('block'),
    }),
    fc.record({
      kind: fc.constant('try' as const),
      body: tie('block'),
      handlers: fc.array(handler, { minLength: 1, maxLength: 3 }),
      finals: fc.constantFrom<Finals>('none', 'none', 'a = 9; b.clear()', 'return'),
    }),
    fc.record({
      kind: fc.constant('with' as const),
      given: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...KNOWN) }, fc.constantFrom(...UNKNOWN)),
      body: tie('block'),
    }),
  ),
}));

/** Programs whose function `case` throws one exception or more below handlers, cleanup and context managers. */
export const throwingPrograms: fc.Arbitrary<ThrowingProgram> = block.map((block) => {
  const lines = [...PRELUDE.trimEnd().split('\n'), 'def case():', BEGIN];
  write(block, '    ', lines);
  return { text: `${lines.join('\n')}\n`, isDecidable: isDecidable(block) };
});

function write(block: Block, indent: string, lines: string[]): void {
  const add = (...texts: readonly string[]) => lines.push(...texts.map((text) => indent + text));
  const inner = `${indent}    `;
  switch (block.kind) {
    case 'throw':
      add('seen(a, b)', `raise ${block.type}(next(NUMBERS))`);
      break;
    case 'call': {
      const name = `inner_${lines.length}`;
      add(`${block.how === 'coroutine' ? 'async ' : ''}def ${name}():`, BEGIN);
      if (block.how === 'generator') add('    yield 1');
      write(block.body, inner, lines);
      add('seen(a, b)', ...CALLS[block.how](name));
      break;
    }
    case 'try':
      add('try:');
      write(block.body, inner, lines);
      for (const { type, ends } of block.handlers.filter(({ type }, at, all) => type !== '' || at === all.length - 1)) {
        const line = lines.length + 1;
        // What has no name is the exception that is dealt with.
        add(type === '' ? 'except BaseException as error:' : `except ${type} as error:`);
        add(`    got(${line}, error)`, '    a = 8', '    b.append(8)');
        if (ends.includes(' from ')) add('    seen(a, b)');
        add(`    ${ends}`);
      }
      if (block.finals !== 'none') add('finally:', `    ${block.finals}`);
      break;
    case 'with': {
      const line = lines.length + 1;
      add(`with ${block.given}:`, `    MARKED.add(${line})`);
      write(block.body, inner, lines);
      add(`    MARKED.discard(${line})`, `over(${line})`);
    }
  }
}

function isDecidable(block: Block): boolean {
  switch (block.kind) {
    case 'throw':
      return true;
    case 'call':
      return isDecidable(block.body);
    case 'try':
      return (
        block.finals !== 'return' &&
        block.handlers.every(({ ends }) => !ends.startsWith('if')) &&
        isDecidable(block.body)
      );
    case 'with':
      return !UNKNOWN.includes(block.given) && isDecidable(block.body);
  }
}
