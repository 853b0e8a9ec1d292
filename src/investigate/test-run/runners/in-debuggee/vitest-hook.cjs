'use strict';
// Has Vitest load one more reporter. Naming a reporter on the command line switches off those of the configuration, which that
// reporter brings back.
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { selection } = require('./selection.cjs');

const SHARED = Symbol.for('mcp-debugger.tests');
const OTHER_COMMANDS = new Set(['bench', 'init', 'list']);

module.exports = ({ script, record }) => {
  const args = process.argv.slice(2);
  if (OTHER_COMMANDS.has(args[0])) return;
  const isChosen = args.some((arg) => /^--reporters?(=|$)/.test(arg));
  const root = script.replace(/[\\/](vitest\.mjs|dist[\\/][\s\S]*)$/, '');
  const reporter = reporterUrl();
  Object.defineProperty(globalThis, SHARED, { value: { record, root, isChosen, reporter, selection } });
  const end = process.argv.indexOf('--');
  process.argv.splice(end === -1 ? process.argv.length : end, 0, `--reporter=${reporter}`);
};

/**
 * The reporter as a data URL: named by its path it would be read by Vite, which since 6.4 refuses files outside of the project;
 * Node itself imports a data URL.
 */
function reporterUrl() {
  const { href } = pathToFileURL(join(__dirname, 'vitest-reporter.mjs'));
  return `data:text/javascript,${encodeURIComponent(`export { default } from ${JSON.stringify(href)};`)}`;
}
