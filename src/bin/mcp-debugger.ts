// Loaded by whatever Node.js the user has: nothing here may be newer than dynamic import, and main.ts is read only after the check.
const version = process.versions.node.split('.').map(Number);
const major = version[0] || 0;
const minor = version[1] || 0;

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `mcp-debugger needs Node.js 20.19 or newer to run, this is ${process.versions.node} (${process.execPath}).\n` +
      'Programs on older versions can still be debugged: name their Node.js binary when launching.\n',
  );
  process.exit(1);
} else {
  import('./main.ts').then((main) => main.main(process.argv.slice(2)));
}

export {};
