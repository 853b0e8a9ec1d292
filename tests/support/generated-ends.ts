import fc from 'fast-check';

type FunctionKind = 'plain' | 'generator' | 'coroutine' | 'asyncGenerator';

/** A Python program with one call of `followed`, and how that call ends. */
export interface EndingProgram {
  readonly text: string;
  /** As `frameText` has it; a line is left out. */
  readonly end: string;
}

/** Statements before the last one. None of them ends the call; `WAIT` is where the kind of function waits. */
const BEFORE = [
  'number = 1',
  'try:\n    deeper()\nexcept ValueError as error:\n    number = len(str(error))',
  'with contextlib.suppress(ValueError):\n    deeper()',
  'WAIT',
  'for each in range(2):\n    number = each\n    WAIT',
  'try:\n    WAIT\nfinally:\n    number = 3',
  'number = own(2)',
] as const;

/** Last statements, and how the call ends by them. A function that gives values returns None. */
const LAST: readonly { readonly text: string; readonly end: string; readonly only?: readonly FunctionKind[] }[] = [
  { text: 'return {"n": 7}', end: "→ {'n': 7}", only: ['plain', 'coroutine', 'generator'] },
  { text: 'return', end: '→ None' },
  { text: 'number = 9', end: '→ None' },
  { text: 'if own(3):\n    return [own(1)]\nreturn 4', end: '→ [1]', only: ['plain', 'coroutine', 'generator'] },
  { text: 'return own(5)', end: '→ 5', only: ['plain', 'coroutine', 'generator'] },
  { text: 'return await waits(6)', end: '→ 6', only: ['coroutine'] },
  { text: 'return await asyncio.sleep(0, 8)', end: '→ 8', only: ['coroutine'] },
  { text: 'raise ValueError("gone")', end: "! ValueError('gone')" },
  { text: 'deeper()', end: "! ValueError('deep')" },
  { text: 'return deeper()', end: "! ValueError('deep')", only: ['plain', 'coroutine', 'generator'] },
  { text: 'return await throws_late()', end: "! KeyError('late')", only: ['coroutine'] },
  { text: 'try:\n    deeper()\nfinally:\n    number = own(4)', end: "! ValueError('deep')" },
  { text: 'try:\n    deeper()\nexcept ValueError:\n    raise LookupError("other")', end: "! LookupError('other')" },
  { text: 'try:\n    deeper()\nexcept ValueError:\n    number = 1\n    raise', end: "! ValueError('deep')" },
  { text: 'with contextlib.ExitStack():\n    deeper()', end: "! ValueError('deep')" },
  { text: 'try:\n    return own(2)\nfinally:\n    WAIT', end: '→ 2', only: ['plain', 'coroutine', 'generator'] },
  {
    text: 'try:\n    deeper()\nexcept ValueError:\n    return "caught"',
    end: "→ 'caught'",
    only: ['plain', 'coroutine', 'generator'],
  },
  { text: 'sys.exit(0)', end: '! SystemExit(0)', only: ['plain'] },
];

/** The calls of a function of each kind: by own code that goes on, by a library, last of all. */
const USES: Record<FunctionKind, readonly string[]> = {
  plain: [
    'try:\n    own(followed())\nexcept Exception:\n    own(1)\nown(2)',
    'def outer():\n    own(followed())\ntry:\n    outer()\nexcept Exception:\n    own(1)\nown(2)',
    'try:\n    list(map(lambda each: followed(), [1]))\nexcept Exception:\n    own(1)',
    'thread = threading.Thread(target=followed)\nthread.start()\nthread.join()\nown(1)',
    'with concurrent.futures.ThreadPoolExecutor(1) as pool:\n    pool.submit(followed)',
    'import functools\nfunctools.partial(followed)()',
  ],
  generator: [
    'try:\n    for each in followed():\n        own(each)\nexcept Exception:\n    own(1)',
    'try:\n    list(followed())\nexcept Exception:\n    own(1)\nown(2)',
    'def outer():\n    yield from followed()\ntry:\n    sorted(outer())\nexcept Exception:\n    own(1)',
    'print(sum(each for each in followed()))',
  ],
  coroutine: [
    'async def main():\n    try:\n        own(await followed())\n    except Exception:\n        own(1)\nasyncio.run(main())',
    'asyncio.run(followed())',
    'async def main():\n    await asyncio.gather(followed(), waits(1), waits(2), return_exceptions=True)\nasyncio.run(main())',
    'async def main():\n    task = asyncio.ensure_future(followed())\n    await asyncio.wait([task])\n    own(1)\nasyncio.run(main())',
  ],
  asyncGenerator: [
    'async def main():\n    try:\n        async for each in followed():\n            own(each)\n    except Exception:\n        own(1)\nasyncio.run(main())',
    'async def main():\n    return [each async for each in followed()]\nasyncio.run(main())',
    'async def main():\n    async def one():\n        return [each async for each in followed()]\n    await asyncio.gather(one(), waits(1), return_exceptions=True)\n    own(1)\nasyncio.run(main())',
  ],
};

const WAITS: Record<FunctionKind, string> = {
  plain: 'number = 2',
  generator: 'yield 1',
  coroutine: 'await asyncio.sleep(0)',
  asyncGenerator: 'await asyncio.sleep(0)\nyield 1',
};

const HEAD = `import asyncio, concurrent.futures, contextlib, sys, threading
threading.excepthook = lambda *args: None
sys.excepthook = lambda *args: None


def own(number):
    return number


def deeper():
    raise ValueError("deep")


async def waits(number):
    await asyncio.sleep(0)
    return number


async def throws_late():
    await asyncio.sleep(0)
    raise KeyError("late")

`;

/** Programs whose followed call ends in some way, with the number of their kind. */
export function endingPrograms(): fc.Arbitrary<EndingProgram> {
  return fc.constantFrom<FunctionKind>('plain', 'generator', 'coroutine', 'asyncGenerator').chain((kind) =>
    fc
      .record({
        before: fc.array(fc.constantFrom(...BEFORE), { maxLength: 2 }),
        last: fc.constantFrom(...LAST.filter(({ only }) => only === undefined || only.includes(kind))),
        use: fc.constantFrom(...USES[kind]),
      })
      .map(({ before, last, use }) => ({ text: textOf(kind, [...before, last.text], use), end: last.end })),
  );
}

function textOf(kind: FunctionKind, statements: readonly string[], use: string): string {
  const isAsync = kind === 'coroutine' || kind === 'asyncGenerator';
  const gives = kind === 'generator' || kind === 'asyncGenerator';
  const body = ['begun = 1', ...statements, ...(gives ? ['if begun == 3:\n    yield 3'] : [])];
  const lines = body.flatMap((each) => withWaits(each, WAITS[kind]).split('\n'));
  const head = `${isAsync ? 'async ' : ''}def followed():`;
  return `${HEAD}\n${head}\n${lines.map((each) => `    ${each}`).join('\n')}\n\n\n${use}\n`;
}

/** A statement with another one in the place of `WAIT`, as deep as that. */
function withWaits(statement: string, wait: string): string {
  return statement.replace(/^( *)WAIT$/gm, (_, indent: string) =>
    wait
      .split('\n')
      .map((each) => indent + each)
      .join('\n'),
  );
}
