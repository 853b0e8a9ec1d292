function never() {
  return process.pid;
}
globalThis.kept = never;
// Alone what this process has computed says what it cost, whatever else the machine does meanwhile.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(1, `${user + system}`);
});
