import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/mcp-client.ts';
import { pythonWith } from '../support/pythons.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOSTILE = `
import time, types

class Hangs:
    def __repr__(self): time.sleep(3600)
    __str__ = __repr__

class HangingError(Exception):
    def __str__(self): time.sleep(3600)

def look(value):
    proxy = types.MappingProxyType({1: value})
    raise HangingError(value)

look(Hangs())
`;

test('Python: what cannot be started is refused with the next step, and hostile values hold nothing up', async () => {
  const folder = temporaryFolder('python-bad-input-');
  mkdirSync(join(folder, 'no-cache'));
  writeFileSync(join(folder, 'hostile.py'), HOSTILE);
  writeFileSync(join(folder, 'broken.py'), 'def broken(:\n');
  const server = await startServer({ cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'no-cache') } });
  try {
    const launch = (args: Record<string, unknown>) =>
      server.call('debug_launch', { runtimeExecutable: pythonWith('newest'), stopOnEntry: false, ...args });
    const refusals = [
      [{ program: 'broken.py', runtimeExecutable: './no-python' }, /is not there.*\nLeave runtimeExecutable out/],
      [
        { program: 'broken.py', runtimeExecutable: pythonWith('bare') },
        /debugpy is not there.*\nRun: node \S+ doctor --fix python --python \S+\/python /,
      ],
      [{ program: 'missing.py' }, /There is no file "missing\.py".*\nGive a path/],
    ] as const;
    for (const [args, says] of refusals) {
      expect(await launch(args)).toEqual({ text: expect.stringMatching(says), isError: true });
    }
    expect((await launch({ program: 'broken.py' })).text).toContain('SyntaxError');
    const { text } = await launch({ program: 'hostile.py', session: 'hostile' });
    expect(text).toContain('HangingError: <its text was not there within 1 s>');
    expect(text).toContain('value: Hangs = <Hangs>');
    expect(text).toContain('proxy: mappingproxy = <mappingproxy>');
    expect((await server.call('debug_stop', { session: 'hostile' })).isError).toBe(false);
    expect(server.stderr()).toBe('');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
