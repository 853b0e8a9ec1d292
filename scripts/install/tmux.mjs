// The tests of the terminal view draw into a real terminal, which is tmux. Installs it with apt-get where that is how packages are
// installed, and otherwise says what to install. Does nothing when it is there.
import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt-get.mjs';

if (!hasTmux()) {
  console.log('install-tmux: tmux is missing; running apt-get install tmux');
  aptInstall('tmux');
  if (!hasTmux()) {
    console.error(
      'install-tmux: the tests of the terminal view need tmux, and it could not be installed. Install the package "tmux" (apt-get install tmux, dnf install tmux, brew install tmux) and run this again.',
    );
    process.exitCode = 1;
  }
}

function hasTmux() {
  return spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0;
}
