'use strict';
// Has Playwright's test runner run only the tests that are wanted, by options of its command line. What it leaves out it never names.
const { basename } = require('node:path');
const { selection } = require('./selection.cjs');

const GREP = /^(?:-g|--grep)(?:=(.*))?$/s;

module.exports = ({ record }) => {
  if (!selection || !process.argv.slice(2, 4).includes('test')) return;
  const args = process.argv.splice(2);
  const at = args.findIndex((arg) => GREP.test(arg));
  const inline = at === -1 ? undefined : GREP.exec(args[at])[1];
  const [, given] = at === -1 ? [] : args.splice(at, inline === undefined ? 2 : 1);
  const source = both(sourceOf(inline ?? given), selection.pattern?.replaceAll('^ ?', '(?:^| )'), fileSource());
  const end = args.indexOf('--');
  if (source !== undefined)
    args.splice(end === -1 ? args.length : end, 0, `--grep=/${source}/${flagsOf(inline ?? given)}`);
  process.argv.push(...args);
  record({ kind: 'unselected' });
};

/** Names begin with that of the file. */
function fileSource() {
  const names = selection.fileNames.map((file) => basename(file).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return names.length === 0 ? undefined : `(?:${names.join('|')})`;
}

/** A pattern that is given without slashes ignores case. */
function sourceOf(given) {
  return given === undefined ? undefined : (/^\/(.*)\/[gi]*$/s.exec(given)?.[1] ?? given);
}

function flagsOf(given = '//') {
  return /^\/.*\/([gi]*)$/s.exec(given)?.[1] ?? 'i';
}

function both(...sources) {
  const present = sources.filter((source) => source !== undefined);
  return present.length < 2 ? present[0] : present.map((source) => `(?=[\\s\\S]*?(?:${source}))`).join('');
}
