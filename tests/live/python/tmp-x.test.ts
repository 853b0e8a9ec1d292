import { test } from 'vitest';
import { DebuggedPython } from '../../support/debugged-python.ts';
test('x', async () => {
  const main = 'import time, faulthandler\nfaulthandler.dump_traceback_later(4)\nclass E(Exception):\n    def __str__(self): time.sleep(3600)\n    __repr__ = __str__\ndef fail():\n    raise E("r")\nfail()\n';
  await using p = await DebuggedPython.start({ 'main.py': main });
  console.log(await p.firstStop());
  console.log(p.output('stderr'));
  console.log(p.wire.slice(-12).join('\n').slice(0, 3000));
}, 60_000);
