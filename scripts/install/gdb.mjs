// debugpy gets into a running Python program with gdb, or lldb. Installs gdb with apt-get where that is how packages are installed, and
// otherwise records that there is none: the two scenarios that need it are left out then, and the matrix says so.
import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt-get.mjs';
import { recordTool } from './unavailable.mjs';

if (!isThere()) {
  console.log('install-gdb: gdb is missing; running apt-get install gdb');
  aptInstall('gdb');
}
const reason = isThere() ? undefined : 'neither gdb nor lldb is there, and apt-get could not install gdb';
if (reason !== undefined) console.log(`install-gdb: left out: ${reason}`);
recordTool('gdb', reason);

function isThere() {
  return ['gdb', 'lldb'].some((command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0);
}
