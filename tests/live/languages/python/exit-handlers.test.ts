import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const HANDLED = `import atexit, concurrent.futures, subprocess, sys, threading

def bye(name):
    said = "bye " + name
    print(said, threading.main_thread().is_alive())

def late():
    print("late")

atexit.register(bye, "one")
atexit.register(bye, "two")
if sys.argv[1:] == []:
    concurrent.futures.ThreadPoolExecutor().submit(late).result()
    child = "import atexit; from main import bye; atexit.unregister(bye); atexit.register(bye, 'child')"
    subprocess.run([sys.executable, "-c", child, "child"])
    threading.Timer(0.2, late).start()
    print("end")
`;
const WRITTEN = 'late\nbye child False\nend\nlate\nbye two False\nbye one False\n';

describe.each(pythonVersions())('handlers of atexit, Python 3.$minor', (version) => {
  test('are stopped in, in each process, and write what they write', async () => {
    using environment = environmentWithDebugpy(version);
    const breakpoints = [{ at: 'said = ' }];
    await using program = await DebuggedPython.start(
      { 'main.py': HANDLED },
      { breakpoints, python: environment.python },
    );
    for (const name of ['child', 'two', 'one']) {
      expect(await (name === 'child' ? program.firstStop() : program.go())).toBe('breakpoint: said = "bye " + name');
      expect(await program.locals()).toEqual([`name = '${name}'`]);
      expect(await program.go('next')).toBe('step: print(said, threading.main_thread().is_alive())');
    }
    expect(await program.go()).toBe('exited 0');
    expect([program.output('stdout'), program.output('stderr')]).toEqual([WRITTEN, '']);
  });

  test('have their passes counted', async () => {
    using environment = environmentWithDebugpy(version);
    const breakpoints = [
      { at: 'said = ', logMessage: 'name is {name}' },
      { at: 'print(said', condition: 'name == "two"' },
    ];
    await using program = await DebuggedPython.start(
      { 'main.py': HANDLED },
      { breakpoints, python: environment.python },
    );
    expect(await program.firstStop()).toBe('breakpoint: print(said, threading.main_thread().is_alive())');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('log')).toBe('name is child\nname is two\nname is one\n');
    expect(program.session.breakpoints.list().map(({ hits }) => hits)).toEqual([3, 1]);
  });
});
