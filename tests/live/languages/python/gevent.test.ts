import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { FollowedProgram } from '../../../support/followed-program.ts';
import { pythonWith } from '../../../support/pythons.ts';

const PATCHED = `from gevent import monkey; monkey.patch_all()
import gevent, os, sys, threading, time
total = {"n": 0}
def work(i):
    for k in range(3):
        time.sleep(0.01)
        total["n"] += i  # here
    return i
def main():
    greenlets = [gevent.spawn(work, i) for i in range(4)]
    thread = threading.Thread(target=work, args=(100,), name="T"); thread.start()
    gevent.joinall(greenlets); thread.join()
    print("sum", total["n"], [each.value for each in greenlets], thread.daemon, os.environ.get("GEVENT_SUPPORT"))
    print(threading.current_thread() is threading.main_thread(), threading.main_thread().ident == threading.get_ident())
main()
sys.exit(3)
`;

/** A program's view of modules, threads and its environment that could come from a debugger that is made for gevent. */
const UNUSED = `import _thread, builtins, os, queue, sys, threading, time
def look():
    print(sorted(each for each in sys.modules if "gevent" in each or "greenlet" in each))
    print([each.name for each in threading.enumerate()], [key for key in os.environ if "GEVENT" in key])
    print(threading.Lock is _thread.allocate_lock, type(threading.main_thread()).__module__, queue.Queue.__module__)
    print(threading.current_thread().name, sys.modules["threading"] is threading, time.sleep, threading.Event.__init__.__globals__ is vars(threading))
    print([type(each).__name__ for each in sys.meta_path], builtins.__import__)
thread = threading.Thread(target=look, name="T")
thread.start()
thread.join()  # here
look()
`;

const python = pythonWith('tasks');

/** The program's output by itself. */
function alone(text: string): string {
  return spawnSync(python, ['-X', 'frozen_modules=off', '-c', text], { encoding: 'utf8' }).stdout;
}

test('a program that gevent has patched stops in its greenlets, steps there, and is what it is by itself', async () => {
  const breakpoints = [{ at: '# here', condition: 'i == 2' }];
  await using program = await DebuggedPython.start({ 'main.py': PATCHED }, { python, breakpoints });
  expect(await program.firstStop()).toContain('# here');
  expect(await program.value('(i, k)')).toBe('(2, 0)');
  expect(await program.go('next')).toBe('step: for k in range(3):');
  expect(await program.go()).toContain('# here');
  expect(await program.value('(i, k)')).toBe('(2, 1)');
  expect(await program.go()).toContain('# here');
  expect(await program.go()).toBe('exited 3');
  expect(program.output('stdout')).toBe(alone(PATCHED));
  expect(program.output('stderr')).toBe('');
});

test('a program that has gevent and does not use it sees nothing of that', async () => {
  const breakpoints = [{ at: '# here' }];
  await using program = await DebuggedPython.start({ 'main.py': UNUSED }, { python, breakpoints });
  expect(await program.firstStop()).toContain('# here');
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe(alone(UNUSED));
});

test('a process below a command that is adopted after gevent has patched it stops, and comes to its end', async () => {
  const files = {
    'main.py': `from gevent import monkey; monkey.patch_all()
import gevent
gevent.sleep(0.01)
import work
greenlets = [gevent.spawn(work.run, i) for i in range(2)]
gevent.joinall(greenlets)
print("sum", [each.value for each in greenlets])
`,
    'work.py': 'import time\ndef run(i):\n    time.sleep(0.01)\n    doubled = i * 2\n    return doubled\n',
  };
  const breakpoints = [{ file: 'work.py', at: 'return doubled' }];
  await using program = await FollowedProgram.start(files, '$PYTHON main.py', { python, breakpoints });
  expect(await program.runToEnd()).toEqual({ stops: ['breakpoint: work.py:5', 'breakpoint: work.py:5'], exitCode: 0 });
  expect(program.output).toBe('sum [0, 2]\n');
});
