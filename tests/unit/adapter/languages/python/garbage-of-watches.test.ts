import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  debuggeeText,
  modulePaths,
  SUMMARISER_MODULES,
  WRITE_MODULES,
} from '../../../../../src/adapter/languages/python/debuggee-files.ts';
import { environmentWithDebugpy } from '../../../../support/python-environment.ts';
import { pythonVersions } from '../../../../support/python-versions.ts';

/**
 * Has the garbage collector find trace functions of ours while Python lists the frames of all threads. Python 3.11 makes the objects of frames
 * then, 20 of them here, and holds the lock that a second such list needs.
 */
const LITTERED = `
import gc, json, sys, threading, debugpy.server
NAME, MODULE, PATHS, TEXTS = "garbage_of_watches", "write_tracing", json.loads(sys.argv[2]), {}
exec(sys.argv[1])
tracing = getattr(sys.modules["_pydevd_bundle.pydevd_constants"], NAME)
source = tracing.TracedCode(None)
source.is_on, searched = True, []
follow_again = source.follow_again
def search(*place):
    searched.append(place)
    follow_again(*place)
source.follow_again = search
known = tracing.KnownCode(search.__code__)

gate = threading.Event()
for _ in range(20):
    threading.Thread(target=gate.wait).start()
gc.disable()
for _ in range(100):
    function = tracing.Followed(source, known, None, 0)
    function.inner = function
del function
gc.set_threshold(1)
gc.enable()
sys._current_frames()
gc.collect()
print("freed as garbage:", len(searched))
tracing.Followed(source, known, None, 0)
gate.set()
print("freed for another:", len(searched))
`;

test.each(pythonVersions())(
  'a trace function that is garbage is freed while frames are listed, on Python 3.$minor',
  (version) => {
    using environment = environmentWithDebugpy(version);
    const modules = JSON.stringify(modulePaths([...SUMMARISER_MODULES, ...WRITE_MODULES]));
    const install = debuggeeText('own_package.py') + debuggeeText('install_module.py');
    const said = execFileSync(environment.python, ['-X', 'frozen_modules=off', '-c', LITTERED, install, modules], {
      encoding: 'utf8',
      timeout: 20_000,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(said).toBe('freed as garbage: 0\nfreed for another: 1\n');
  },
  30_000,
);
