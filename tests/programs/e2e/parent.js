const { spawn } = require('node:child_process');
const path = require('node:path');

// One child in this process's group and one in a group and session of its own; each says its pid.
const child = path.join(__dirname, 'ticking.js');
for (const detached of [false, true]) {
  const started = spawn(process.execPath, [child], { detached, stdio: 'ignore' });
  console.log(`child ${started.pid}`);
}
setInterval(() => {}, 1000);
console.log('parent up');
