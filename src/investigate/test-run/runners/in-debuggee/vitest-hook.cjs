'use strict';
// Has Vitest load one more reporter. Naming a reporter on the command line switches off those of the configuration, which that
// reporter brings back.
const { join } = require('node:path');

const SHARED = Symbol.for('mcp-debugger.tests');
const OTHER_COMMANDS = new Set(['bench', 'init', 'list']);

module.exports = ({ script, record }) => {
  const args = process.argv.slice(2);
  if (OTHER_COMMANDS.has(args[0])) return;
  const isChosen = args.some((arg) => /^--reporters?(=|$)/.test(arg));
  const root = script.replace(/[\\/](vitest\.mjs|dist[\\/][\s\S]*)$/, '');
  Object.defineProperty(globalThis, SHARED, { value: { record, root, isChosen } });
  const end = process.argv.indexOf('--');
  const option = `--reporter=${join(__dirname, 'vitest-reporter.mjs')}`;
  process.argv.splice(end === -1 ? process.argv.length : end, 0, option);
};
