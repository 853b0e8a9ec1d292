import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

/** Runs the copy of each program, which records its own writes, and then the program itself. */
const HARNESS = `import json, os, sys
class Cart:
    made = 0
    def __init__(self):
        self.total, self.other = 1, 0
class Slot:
    __slots__ = ("x", "y")
    def __init__(self):
        self.x = self.y = 1
def fresh():
    Cart.made = 0
    return {"cart": Cart(), "twin": Cart(), "slot": Slot(), "Cart": Cart, "table": {"k": 1, "j": 0}, "items": [3, 1, 2], "count": 0}
def run(name, names):
    with open(os.path.join(os.path.dirname(__file__), name)) as file:
        text = file.read()
    exec(compile(text, os.path.join(os.path.dirname(__file__), name), "exec"), names)
    try:
        names["run"]()
    except Exception as error:
        return type(error).__name__
def record(expression):
    names, log = fresh(), []
    def read(frame):
        try:
            return repr(eval(expression, names, frame.f_locals if expression == "local" else None))
        except (KeyError, IndexError, AttributeError, NameError):
            return "(not set)"
    last = [None]
    def see(line):
        frame = sys._getframe(1)
        if expression == "local" and frame.f_code.co_name != "run":
            return
        now = read(frame)
        if last[0] is not None and now != last[0]:
            log.append([line, last[0], now])
        last[0] = now
    names["see"] = see
    return [run("copy.py", names), log]
while True:
    ready = 1
    with open(os.path.join(os.path.dirname(__file__), "expression")) as file:
        expression = file.read()
    if not expression:
        break
    recorded = record(expression)
    with open(os.path.join(os.path.dirname(__file__), "recorded.json"), "w") as file:
        json.dump(recorded, file)
    print(run("generated.py", fresh()))
`;

/** Lines of a program. A line is followed in the copy by a look at the place; one that begins a block, by one within it. */
interface Line {
  readonly text: string;
  readonly depth: number;
  readonly isHeader?: boolean;
  /** True if the line only begins a function, or the handling of exceptions. */
  readonly isBare?: boolean;
}

const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom('1.0', 'None', 'True', '"a"', '(1, 2)', 'float("nan")', '-0.0'),
);
const number = fc.integer({ min: 0, max: 3 });

/** The ways to write a place, with what stands for a value in them as `V` and for a number as `N`. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'cart.total': [
    'cart.total = V',
    'setattr(cart, "total", V)',
    'cart.__dict__["total"] = V',
    'vars(cart).update(total=V)',
    'part, cart.total = V, V',
    'object.__setattr__(cart, "total", V)',
    'assign(V)',
    'list(assigning(V))',
    'cart.__dict__.pop("total", None)',
    'cart.other = cart.total = V',
    'for cart.total in (V, V):',
  ],
  'slot.x': [
    'slot.x = V',
    'setattr(slot, "x", V)',
    'slot.y = V',
    'Slot_x(slot, V)',
    'for slot.x in [V]:',
    'slot.x, slot.y = V, V',
  ],
  'Cart.made': ['Cart.made = V', 'setattr(Cart, "made", V)', 'cart.made = V', 'type.__setattr__(Cart, "made", V)'],
  'table["k"]': [
    'table["k"] = V',
    'table.update(k=V)',
    'table.pop("k", None)',
    'table.setdefault("k", V)',
    'table.__setitem__("k", V)',
    'table["j"] = V',
    'table.clear()',
    'table.update({"j": V}, k=V)',
    'for table["k"] in (V, V):',
    'put(table, V)',
  ],
  'items[0]': [
    'items[0] = V',
    'items[N:N] = [V]',
    'items.insert(N, V)',
    'items.append(V)',
    'items.reverse()',
    'items[:] = [V, V]',
    'items[-1] = V',
    'items.pop(0) if items else None',
    'put(items, V)',
  ],
  'len(items)': [
    'items.append(V)',
    'items.extend([V] * N)',
    'del items[N:]',
    'items.clear()',
    'items[0:1] = [V, V]',
    'items.insert(0, V)',
  ],
  count: [
    'count = V',
    'globals()["count"] = V',
    'globals().update(count=V)',
    'count = other = V',
    'for count in (V, V):',
    'put_count(V)',
  ],
  local: [
    'local = V',
    'part, local = V, V',
    'for local in (V, V):',
    'part = [local for local in (V, V)]',
    'part = V',
    'del local',
    'local = part = V',
  ],
};

const FUNCTIONS: readonly Line[] = [
  ...block('def assign(v):', 'global part', 'cart.total = v'),
  ...block('def assigning(v):', 'yield 1', 'cart.total = v', 'yield 2'),
  ...block(
    'def put(place, v):',
    'place["k" if isinstance(place, dict) else slice(0, 1)] = v if isinstance(place, dict) else [v]',
  ),
  ...block('def put_count(v):', 'global count', 'count = v'),
  ...block('def Slot_x(o, v):', 'type(o).x.__set__(o, v) if False else setattr(o, "x", v)'),
];

function block(header: string, ...texts: readonly string[]): Line[] {
  return [
    { text: header, depth: 0, isBare: true },
    ...texts.map((text) => ({ text, depth: 1, isBare: text.startsWith('global') })),
  ];
}

/** A body in which the place is written in any of its ways, in loops, branches and after exceptions. */
function body(ways: readonly string[]): fc.Arbitrary<readonly Line[]> {
  const filled = fc
    .tuple(fc.constantFrom(...ways), fc.array(value, { minLength: 3, maxLength: 3 }), number)
    .map(([way, values, n]) => {
      let at = 0;
      return way.replaceAll(/\bV\b/g, () => values[at++] ?? '0').replaceAll(/\bN\b/g, String(n));
    });
  const written = filled.map((text): Line[] =>
    text.endsWith(':')
      ? [
          { text, depth: 0, isHeader: true },
          { text: 'part = 0', depth: 1 },
        ]
      : [{ text, depth: 0 }],
  );
  const inner = (lines: Line[]) => lines.map((line) => ({ ...line, depth: line.depth + 1 }));
  const one = fc.oneof(
    { weight: 4, arbitrary: written },
    fc
      .tuple(number, written)
      .map(([n, lines]): Line[] => [{ text: `for step in range(${n}):`, depth: 0, isBare: true }, ...inner(lines)]),
    fc
      .tuple(number, written, written)
      .map(([n, lines, others]): Line[] => [
        { text: `if ${n} % 2:`, depth: 0, isBare: true },
        ...inner(lines),
        { text: 'else:', depth: 0, isBare: true },
        ...inner(others),
      ]),
    fc
      .tuple(written, written)
      .map(([lines, others]): Line[] => [
        { text: 'try:', depth: 0, isBare: true },
        ...inner(lines),
        { text: 'part = 1 / 0', depth: 1 },
        { text: 'except ZeroDivisionError:', depth: 0, isBare: true },
        ...inner(others),
      ]),
  );
  return fc.array(one, { minLength: 3, maxLength: 12 }).map((all) => all.flat());
}

const program = fc
  .constantFrom(...Object.keys(WAYS))
  .chain((expression) => fc.tuple(fc.constant(expression), body(WAYS[expression] ?? [])));

function textOf(lines: readonly Line[], isCopy: boolean): string {
  const whole: Line[] = [
    { text: 'def run():', depth: 0, isBare: true },
    { text: 'global cart, slot, table, items, count, part, other', depth: 1, isBare: true },
    { text: 'local = 0', depth: 1 },
    { text: 'begin = 1', depth: 1 },
    ...lines.map((line) => ({ ...line, depth: line.depth + 1 })),
    { text: 'part = 1', depth: 1 },
    ...FUNCTIONS,
  ];
  return whole
    .map(({ text, depth, isBare, isHeader }, index) => {
      const before = isCopy && whole[index - 1]?.isHeader ? `see(${index}); ` : '';
      const after = isCopy && !isBare && !isHeader ? `; see(${index + 1})` : '';
      return `${'    '.repeat(depth)}${before}${text}${after}\n`;
    })
    .join('');
}

// Feature: mcp-debugger-tool, Property 325: watched writes are those that an instrumented copy of the program records, in their order, with line,
// old and new value
test.each(pythonVersions())(
  'generated writers on Python 3.$minor',
  async (version) => {
    using environment = environmentWithDebugpy(version);
    const files = { 'harness.py': HARNESS, 'generated.py': textOf([], false), expression: '' };
    const breakpoints = [{ at: 'ready = 1' }, { at: 'begin = 1', file: 'generated.py' }];
    await using debugged = await DebuggedPython.start(files, { python: environment.python, breakpoints });
    expect(await debugged.firstStop()).toBe('breakpoint: ready = 1');
    const { inspection } = debugged.session;
    let printed = '';
    let writes = 0;
    const check = async ([expression, lines]: readonly [string, readonly Line[]]) => {
      writeFileSync(debugged.path('expression'), expression);
      writeFileSync(debugged.path('copy.py'), textOf(lines, true));
      writeFileSync(debugged.path('generated.py'), textOf(lines, false));
      expect(await debugged.go()).toBe('breakpoint: begin = 1');
      const id = await inspection.writes.add({ expression, isLogged: true });
      const from = debugged.wire.length;
      expect(await debugged.go()).toBe('breakpoint: ready = 1');
      await inspection.removeWatch(id);
      const seen = debugged.wire.slice(from).flatMap((line) => {
        const { message } = JSON.parse(line) as { message: { body?: { output?: string } } };
        const texts = [...(message.body?.output ?? '').matchAll(/\ue000written\d+\ue001(.*)/g)];
        return texts.map(([, text = '']) => {
          const write = JSON.parse(text) as { line: number; before: string; after: string };
          return [write.line, write.before, write.after];
        });
      });
      const recorded: unknown = JSON.parse(readFileSync(debugged.path('recorded.json'), 'utf8'));
      if (!Array.isArray(recorded)) throw new Error('the copy has recorded nothing');
      const [ended, log]: unknown[] = recorded;
      printed += `${ended ?? 'None'}\n`;
      writes += seen.length;
      expect(seen).toEqual(log);
    };
    await fc.assert(fc.asyncProperty(program, check), { numRuns: 100, endOnFailure: true });
    expect(writes).toBeGreaterThan(200);
    writeFileSync(debugged.path('expression'), '');
    expect(await debugged.go()).toBe('exited 0');
    expect(debugged.output('stdout')).toBe(printed);
  },
  60_000,
);
