import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FollowedProgram } from '../../support/followed-program.ts';
import { pythonVersions } from '../../support/python-versions.ts';

const SHOWS = `import builtins, os, subprocess, sys, threading

env = {key: os.environ[key] for key in sorted(os.environ) if key not in ("PYTHONPATH", "_", "MCP_DEBUGGER_PROGRAM")}
modules = sorted(each for each in sys.modules if not each.startswith(("debugpy", "_pydev", "pydev")))
shown = {
    "environment": hash(str(env)), "variables": len(env), "path": os.environ.get("PYTHONPATH"), "sys.path": sys.path, "flags": str(sys.flags), "argv": sys.argv,
    "customized": getattr(builtins, "customized", None), "sitecustomize": "sitecustomize" in sys.modules, "name": __name__,
    "modules": modules, "threads": threading.active_count(), "builtins": sorted(dir(builtins)), "hooks": [getattr(each, "__name__", type(each).__name__) for each in sys.meta_path],
    "names": sorted(globals()), "excepthook": sys.excepthook is sys.__excepthook__, "cached": sorted(sys.path_importer_cache),
}
for key in shown:
    print(key, shown[key], flush=True)
print("in stderr", file=sys.stderr)
if len(sys.argv) == 1:
    child = [sys.executable, "shows.py", "child"]
    subprocess.run(child)
    subprocess.run(child, env=dict(os.environ, EXTRA="1"))
    sys.stdout.flush()
    if os.fork() == 0:
        os.execve(sys.executable, child, dict(os.environ))
    os.wait()
    try:
        os.execve("/nowhere", child, os.environ)
    except OSError as error:
        print(repr(error), error.filename)
    sys.exit(7)
`;

const FILES = { 'shows.py': SHOWS, 'site/sitecustomize.py': 'import builtins\nbuiltins.customized = True\n' };
const ENVIRONMENTS = [{}, { PYTHONPATH: 'site' }, { PYTHONDONTWRITEBYTECODE: '' }];

describe.each(pythonVersions())('Python 3.$minor below a command', ({ path: python }) => {
  test.each(ENVIRONMENTS)('sees and does what it does otherwise where nothing matters: %o', async (own) => {
    const env = { PYTHONHASHSEED: '1', ...own };
    const command = '$PYTHON shows.py > followed 2>&1';
    await using program = await FollowedProgram.start(FILES, command, { python, env });
    expect(await program.runToEnd()).toEqual({ stops: [], exitCode: 7 });
    const plainly = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHON: python, ...env };
    const plain = '$PYTHON shows.py > plain 2>&1';
    expect(spawnSync('/bin/sh', ['-c', plain], { cwd: program.folder, env: plainly }).status).toBe(7);
    const [seen, expected] = ['followed', 'plain'].map((name) => readFileSync(program.path(name), 'utf8').split('\n'));
    expect(seen).toEqual(expected);
    expect(expected?.filter((line) => line.startsWith('customized')).length).toBe(4);
  });
});
