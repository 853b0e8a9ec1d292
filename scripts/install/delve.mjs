// Installs a debug adapter for which there is no recipe, Go's, below .cache/go: the tests describe it in a configuration file, as a
// user would. Skips what is there. Where there is no Go, that is recorded, and the test that needs it is left out by name; a Go that
// cannot install it fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recordTool } from './unavailable.mjs';

const VERSION = 'v1.27.2';
const GO = process.platform === 'win32' ? 'go.exe' : 'go';
const home = fileURLToPath(new URL('../../.cache/go/', import.meta.url));
const mark = `${home}bin/installed`;

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== VERSION) install();
else recordTool('delve', undefined);

function install() {
  const { status, stdout } = spawnSync(GO, ['version'], { encoding: 'utf8' });
  if (status !== 0) {
    const reason = 'it is built with Go, and there is no Go on PATH';
    console.log(`install-delve: left out: ${reason}`);
    recordTool('delve', reason);
    return;
  }
  console.log(`install-delve: delve ${VERSION}, ${stdout.trim()}`);
  // Without modcacherw the folder could not be deleted like any other.
  const env = { ...process.env, GOPATH: home, GOBIN: `${home}bin`, GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' };
  const { status: installed } = spawnSync(GO, ['install', `github.com/go-delve/delve/cmd/dlv@${VERSION}`], {
    env,
    stdio: ['ignore', 2, 2],
  });
  recordTool('delve', undefined);
  if (installed === 0) writeFileSync(mark, VERSION);
  else process.exitCode = 1;
}
