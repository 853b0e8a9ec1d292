import { HOSTILE_PROGRAMS, type HostileProgram, TAME_PROGRAM } from '../../support/hostile-programs.ts';
import { HOSTILE_DEEDS, HOSTILE_PYTHON, TAME_DEED, WITH_OTHER_VALUES } from '../../support/hostile-python.ts';

/** A program that does a deed, in the forms that the tools take. Each of its commands begins with the interpreter's path. */
export interface HostileSubject {
  readonly deed: string;
  /** `f` gets more than without the deed. */
  readonly isOfOtherValues: boolean;
  readonly files: Readonly<Record<string, string>>;
  /** A text of the files that differs from that of the tame program. */
  readonly marks: readonly string[];
  /** Does the deed, calls `f` once and writes what comes of it. */
  readonly main: string;
  /** Does the deed, and is in a loop for ever. */
  readonly busy: string;
  /** Does the deed, and waits for ever for what does not come. */
  readonly waiting: string;
  /** A test that throws in `f` while the deed is done. */
  readonly test: string;
  /** The file with `f` in `main`, and the line in its loop. */
  readonly file: string;
  readonly line: number;
  /** An expression that is true in the last pass of the line. */
  readonly last: string;
}

/** The programs of a language, and its program without a deed. */
export interface HostileLanguage {
  readonly name: string;
  readonly tame: (interpreter: string) => HostileSubject;
  readonly hostile: (interpreter: string) => readonly HostileSubject[];
}

/** The deed is in a file of its own: so the other files are the same for all. */
const DOING_JS = "require('./deed.js');";
const SPIN_JS = `const state = { done: false };
function spin() {
  while (!state.done);
}
spin();
`;
const WAIT_JS = `keep();
async function wait() {
  await never;
}
wait();
`;

/** Puts back what a deed has changed, as far as it can be: the runner of the tests needs it. */
const UNDO_JS = `const { ownKeys, getOwnPropertyDescriptor: slotOf, defineProperty: define, getPrototypeOf: protoOf, setPrototypeOf: setProto } = Reflect;
const kept = [], keptOf = new Set();
function keep(holder, depth) {
  if (holder === null || (typeof holder !== 'object' && typeof holder !== 'function') || keptOf.has(holder)) return;
  keptOf.add(holder);
  const slots = [];
  for (const key of ownKeys(holder)) slots[slots.length] = [key, slotOf(holder, key)];
  kept[kept.length] = [holder, protoOf(holder), slots];
  if (depth > 0) for (const [, slot] of slots) if ('value' in slot) keep(slot.value, depth - 1);
  keep(protoOf(holder), 0);
}
for (const name of ['fs', 'path', 'url', 'module']) keep(require(name), 1);
for (const each of [globalThis, process]) keep(each, 2);
for (const each of [[][Symbol.iterator](), function* () {}.prototype, new Uint8Array(1)]) keep(protoOf(each), 1), keep(protoOf(protoOf(each)), 1);
function undo() {
  for (let at = 0; at < kept.length; at++) {
    const holder = kept[at][0], slots = kept[at][2];
    if (protoOf(holder) !== kept[at][1]) setProto(holder, kept[at][1]);
    for (let index = 0; index < slots.length; index++) {
      const now = slotOf(holder, slots[index][0]);
      if (now === undefined || now.value !== slots[index][1].value) define(holder, slots[index][0], slots[index][1]);
    }
  }
}
`;

export const NODE: HostileLanguage = {
  name: 'JavaScript',
  tame: (node) => nodeSubject(node, TAME_PROGRAM),
  hostile: (node) => HOSTILE_PROGRAMS.map((program) => nodeSubject(node, program)),
};

function nodeSubject(node: string, { name, line }: HostileProgram): HostileSubject {
  const doing = `const keep = setTimeout.bind(null, () => {}, 1e8), never = new Promise(() => {});\n${DOING_JS}\n`;
  return {
    deed: name,
    isOfOtherValues: false,
    files: {
      'deed.js': line,
      'main.js': TAME_PROGRAM.text.replace('\n\n', `\n${DOING_JS}\n`),
      'busy.js': doing + SPIN_JS,
      'wait.js': doing + WAIT_JS,
      'f.test.js': `${UNDO_JS}const Wrong = Error;
function f(order) {
  let total = 0;
  for (let i = 0; i < order.n; i++) {
    total += i * 1009;
  }
  if (total !== 1) throw new Wrong('total is wrong');
}
require('node:test').test('f counts', () => {
  try {
    ${DOING_JS}
    f({ n: 4, items: [1, { a: 2 }], m: 'x' });
  } finally {
    undo();
  }
});
`,
    },
    marks: [],
    main: `${node} main.js`,
    busy: `${node} busy.js`,
    waiting: `${node} wait.js`,
    test: `${node} --test f.test.js`,
    file: 'main.js',
    line: 6,
    last: 'i === 3',
  };
}

const SPIN_PY = `

class State:
    done = False


def spin():
    while not State.done: pass


spin()
`;
const WAIT_PY = `

def wait():
    LOCK.acquire()


wait()
`;

export const PYTHON: HostileLanguage = {
  name: 'Python',
  tame: (python) => pythonSubject(python, TAME_DEED),
  hostile: (python) => HOSTILE_DEEDS.map((deed) => pythonSubject(python, deed)),
};

function pythonSubject(python: string, deed: string): HostileSubject {
  const doing = `import sys\nimport threading\nimport hostile\nLOCK = threading.Lock()\nLOCK.acquire()\nhostile.begin(${JSON.stringify(deed)})\n`;
  return {
    deed,
    isOfOtherValues: WITH_OTHER_VALUES.test(deed),
    files: {
      ...HOSTILE_PYTHON,
      'busy.py': doing + SPIN_PY,
      'wait.py': doing + WAIT_PY,
      'test_f.py': `import sys
import unittest
import hostile
WRONG = ValueError
KEPT = [(vars(each), dict(vars(each))) for each in list(sys.modules.values()) if type(each) is type(sys)]
KEPT.append((sys.modules, dict(sys.modules)))


def undo(set_limit=sys.setrecursionlimit):
    set_limit(1000)
    for names, values in KEPT:
        names.update(values)


def f(order):
    total = 0
    i = 0
    while i < order["n"]:
        total += i * 1009
        i += 1
    if total != 1:
        raise WRONG("total is wrong")


class Counting(unittest.TestCase):
    def test_f(self):
        try:
            hostile.begin(${JSON.stringify(deed)})
            f(hostile.ORDER)
        finally:
            undo()
            hostile.end()


if __name__ == "__main__":
    unittest.main()
`,
    },
    marks: [deed, deed.replaceAll(' ', '_')],
    main: `${python} main.py ${JSON.stringify(deed)}`,
    busy: `${python} busy.py`,
    waiting: `${python} wait.py`,
    test: `${python} -m unittest test_f`,
    file: 'main.py',
    line: 11,
    last: 'i == 3',
  };
}
