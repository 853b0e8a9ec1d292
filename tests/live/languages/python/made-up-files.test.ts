import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { type PythonVersion, pythonVersions } from '../../../support/python-versions.ts';
import { TIER } from '../../../support/tier.ts';

/** Chains of calls, each in code that was made in its own way; the last one throws. With `plain`, what Python itself says of the calls. */
const PROGRAM = `
import dataclasses, json, linecache, sys, threading, traceback
import vendor

TEXT = """def step(value):
    kept = value + [%d]
    return following(kept)
"""

def by_text(name, at, following, **names):
    space = dict(names, following=following)
    exec(compile(TEXT % at, name, "exec"), space)
    return space["step"]

def by_exec(at, following):
    space = {"following": following}
    exec(TEXT % at, space)
    return space["step"]

def cached(at, following):
    name = "<cached %d>" % at
    linecache.cache[name] = (1, None, (TEXT % at).splitlines(True), name)
    return by_text(name, at, following)

def in_file(at, following):
    def step(value):
        kept = value + [at]
        return following(kept)
    return step

def dataclass(at, following):
    @dataclasses.dataclass
    class Made:
        value: list
        def __post_init__(self):
            kept = self.value + [at]
            following(kept)
    return Made

def throws(value):
    return value.missing

def throws_in_text(value):
    return eval("lambda value: value.missing", {})(value)

WAYS = {
    "in a file": in_file,
    "exec": by_exec,
    "named": lambda at, following: by_text("<rules %d>" % at, at, following),
    "in linecache": cached,
    "relative": lambda at, following: by_text("rules_%d.html" % at, at, following),
    "absolute": lambda at, following: by_text("/nowhere/rules_%d.py" % at, at, following),
    "of the program": lambda at, following: by_text("<own %d>" % at, at, following, __name__="__main__"),
    "dataclass": dataclass,
    "library": lambda at, following: vendor.through(following),
    "of a library": lambda at, following: by_text("<vendor %d>" % at, at, following, __name__="vendor"),
    "named by a library": lambda at, following: by_text("<made for vendor.Thing.%d>" % at, at, following),
}

def begin(chain):
    following = throws_in_text if len(chain) % 2 else throws
    for at, way in reversed(list(enumerate(chain))):
        following = WAYS[way](at, following)
    following([])

def plain(chain):
    try:
        begin(chain)
    except AttributeError as error:
        return [(each.name, each.filename, each.lineno) for each in traceback.extract_tb(error.__traceback__)]

chains = json.loads(sys.argv[2])
if sys.argv[1] == "plain":
    print(json.dumps([plain(each) for each in chains]))
else:
    for each in chains:
        thread = threading.Thread(target=begin, args=[each])
        thread.start()
        thread.join()
`;
const VENDOR = `def through(following):
    def step(value):
        return following(value)
    return step
class Thing:
    pass
`;
const WAYS = [
  'in a file',
  'exec',
  'named',
  'in linecache',
  'relative',
  'absolute',
  'of the program',
  'dataclass',
  'library',
  'of a library',
  'named by a library',
] as const;
/** Frames that are shown only where internal ones are asked for, by the names of their files. */
const INTERNAL = /^(?:vendor\.py|<vendor \d+>|<made for vendor\.Thing\.\d+>)$/;
const LIMITS = { depth: 1, maxChildren: 20, maxTextLength: 100 };

/** Pythons of some versions, each with a package. */
class Environments implements Disposable {
  readonly #made = new Map<number, ReturnType<typeof environmentWithDebugpy>>();

  pythonOf(version: PythonVersion): string {
    const known = this.#made.get(version.minor);
    if (known !== undefined) return known.python;
    const made = environmentWithDebugpy(version);
    const library = join(dirname(dirname(made.python)), 'lib', `python3.${version.minor}`, 'site-packages');
    writeFileSync(join(library, 'vendor.py'), VENDOR);
    this.#made.set(version.minor, made);
    return made.python;
  }

  [Symbol.dispose](): void {
    for (const each of this.#made.values()) each[Symbol.dispose]();
  }
}

// Feature: mcp-debugger-tool, Property 366: the stack of an exception is that of Python's traceback, also in code without files
test('an exception that comes out of code without a file', { timeout: 300_000 }, async () => {
  using environments = new Environments();
  const chain = fc.array(fc.constantFrom(...WAYS), { minLength: 1, maxLength: 5 });
  const chains = fc.array(chain, { minLength: 1, maxLength: 4 });
  const run = fc.asyncProperty(fc.constantFrom(...pythonVersions()), chains, async (version, made) => {
    const [python, asked] = [environments.pythonOf(version), JSON.stringify(made)];
    await using program = await DebuggedPython.start({ 'main.py': PROGRAM }, { python, args: ['debugged', asked] });
    const said: [string, string, number][][] = JSON.parse(
      execFileSync(python, [program.path(), 'plain', asked], { encoding: 'utf8' }),
    );
    for (const calls of said) {
      await (said[0] === calls ? program.firstStop() : program.go());
      const frames = await program.session.inspection.stack();
      const stack = frames.slice(0, frames.findIndex(({ name }) => name === 'begin') + 1);
      const shown = stack.map(({ name, location: { path, line }, presentation }) => [name, path, line, presentation]);
      const expected = calls.slice(1).map(([name, file, line]) => {
        const path = /^[</]/.test(file) ? file : program.path(file);
        return [name, path, line, INTERNAL.test(basename(file)) ? 'internal' : 'normal'];
      });
      expect(shown).toEqual(expected.reverse());
      await expectInnermost(program);
    }
    expect(await program.go()).toBe('exited 0');
  });
  await fc.assert(run, { numRuns: TIER === 'all' ? 100 : 5 });
});

/** Looks at the arguments and the text of the innermost frame of the program. */
async function expectInnermost(program: DebuggedPython): Promise<void> {
  const { stop, locals, source, frames } = await program.session.report(LIMITS);
  const [innermost] = frames.filter(({ presentation }) => presentation === 'normal');
  expect(stop.location).toEqual(innermost?.location);
  expect(locals.find(({ name }) => name === 'value')).toMatchObject({ type: 'list' });
  const shown = source?.lines[(source.caller ?? stop.location).line - source.startLine];
  expect(shown).toMatch(/return (?:value\.missing|eval)/);
}
