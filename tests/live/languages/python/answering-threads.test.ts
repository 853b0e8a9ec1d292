import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const ANSWERING = {
  'from a table that does not have all': 'return {"size": 4}[name]',
  'when it is there, and waits for it': 'while name != "size": time.sleep(0.01)\n        return 4',
  'with anything': 'return 4',
  'and counts': 'ASKED.append(name)\n        return 4 if name == "size" else object()',
};

function textOf(body: string): string {
  return `import threading, time
ASKED = []

class Job(threading.Thread):
    def __getattr__(self, name):
        ${body}

    def run(self):
        size = self.size * 2
        self.result = size + 1

def work():
    job = Job()
    print(job.name)
    job.start()
    job.join()
    print(job.result, job.is_alive(), ASKED, [each.name for each in threading.enumerate()])

work()
`;
}

describe.each(pythonVersions())('a thread that answers for its attributes, Python 3.$minor', (version) => {
  test.each(Object.entries(ANSWERING))('%s', async (_, body) => {
    using environment = environmentWithDebugpy(version);
    const breakpoints = [{ at: 'self.result = ' }, { at: 'print(job.result' }];
    const python = environment.python;
    await using program = await DebuggedPython.start({ 'main.py': textOf(body) }, { breakpoints, python });
    expect(await program.firstStop()).toBe('breakpoint: self.result = size + 1');
    expect(await program.value('size')).toBe('8');
    expect(await program.go()).toMatch(/^breakpoint: print/);
    expect(await program.go()).toBe('exited 0');
    const asked = body.startsWith('ASKED') ? "['size']" : '[]';
    expect(program.output('stdout')).toBe(`Thread-1\n9 False ${asked} ['MainThread']\n`);
    expect(program.output('stderr')).toBe('');
  });
});
