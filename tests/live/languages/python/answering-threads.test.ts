import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const ANSWERING = {
  'for attributes, from a table that does not have all': `def __getattr__(self, name):
        return {"size": 4}[name]`,
  'for attributes when they are there, and waits for them': `def __getattr__(self, name):
        while name != "size": time.sleep(0.01)
        return 4`,
  'for attributes with anything, and counts': `def __getattr__(self, name):
        ASKED.append(name)
        return 4 if name == "size" else object()`,
  'for all attributes, and counts': `size = 4
    def __getattribute__(self, name):
        ASKED.append(name)
        return super().__getattribute__(name)`,
  'when attributes are set, and counts': `size = 4
    def __setattr__(self, name, value):
        ASKED.append(name)
        super().__setattr__(name, value)`,
  'for its name, and counts': `size = 4
    name = property(lambda self: ASKED.append("name") or "own", lambda self, value: ASKED.append("new name"))`,
  'for its number and whether it has ended, and counts': `size = 4
    ident = property(lambda self: ASKED.append("ident") or super().ident)
    def is_alive(self):
        ASKED.append("is_alive")
        return super().is_alive()`,
  'for its length, and has none': `size = 4
    def __len__(self):
        ASKED.append("len")
        return 0`,
  'whether it is another one': `size = 4
    def __eq__(self, other):
        ASKED.append("eq")
        return self is other
    def __hash__(self):
        ASKED.append("hash")
        return 1`,
  'with slots of its own':
    '__slots__ = ("size", "result")\n    __init__ = lambda self: super().__init__() or setattr(self, "size", 4)',
};

/** Prints what was asked of the thread, and what stands in it and in `threading`. */
function textOf(body: string): string {
  return `import threading, time
ASKED = []

class Job(threading.Thread):
    ${body}

    def run(self):
        size = self.size * 2
        self.result = size + 1

def work():
    job = Job()
    job.start()
    job.join()
    print(job.result, sorted(object.__getattribute__(job, "__dict__")), sorted(vars(threading.current_thread())))
    print(sorted(ASKED), threading.enumerate()[1:], threading.active_count(), len(threading._active), len(threading._limbo))

work()
`;
}

describe.each(pythonVersions())('a thread that answers, Python 3.$minor', (version) => {
  test.each(Object.entries(ANSWERING))('%s', async (_, body) => {
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    const breakpoints = [{ at: 'self.result = ' }, { at: 'print(job.result' }];
    await using program = await DebuggedPython.start({ 'main.py': textOf(body) }, { breakpoints, python });
    expect(await program.firstStop()).toBe('breakpoint: self.result = size + 1');
    expect(await program.value('size')).toBe('8');
    expect(await program.go()).toMatch(/^breakpoint: print/);
    expect(await program.go()).toBe('exited 0');
    const alone = spawnSync(python, ['-c', textOf(body)], { encoding: 'utf8' });
    expect(program.output('stdout')).toBe(alone.stdout);
    expect(program.output('stderr')).toBe(alone.stderr);
  });
});
