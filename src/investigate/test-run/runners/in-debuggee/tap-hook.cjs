'use strict';
// Writes down the results of node-tap, whose tests run in processes of their own and report to its command by what they print: TAP. So a
// copy of what they print is read here, in the test's own process. Nothing of it is held back or changed.
const { selection } = require('./selection.cjs');
const { TapReader } = require('./tap-reader.cjs');

const MARK = /^TAP version 1[34]\r?\n/;
const MAX_HEAD = 4_096;

module.exports = ({ script, record, isFirst }) => {
  // The command itself prints what its reporter makes of all of it.
  if (/[\\/]node_modules[\\/]/.test(script)) return;
  // node:test prints TAP, too, and is heard by itself.
  if (/test-reporter[= ]tap/.test([...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' '))) return;
  if (selection) select(script, record);
  const reader = new TapReader({ file: script, record: (fact) => isFirst() && record(wanted(fact)) });
  let head = '';
  let isTap = process.env.TAP === '1' ? undefined : null;
  const take = (chunk, encoding) => {
    if (isTap === false) return;
    const text =
      typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(typeof encoding === 'string' ? encoding : 'utf8');
    if (isTap !== true) {
      head += text;
      if (MARK.test(head)) isTap = true;
      // Something may be printed before, where it is known that TAP will be.
      else if (head.length > MAX_HEAD || (isTap === null && !'TAP version 1'.startsWith(head.slice(0, 13))))
        isTap = false;
      const at = /^TAP version 1[34]\r?\n/m.exec(head);
      if (isTap === undefined && at) isTap = true;
      if (isTap === true) reader.read(head.slice(at?.index ?? 0));
      return;
    }
    reader.read(text);
  };
  listenTo(take);
  process.on('exit', (code) => {
    if (isTap === true) reader.end();
    // Its command says so, too, but not why.
    if (process.env.TAP === '1' && code !== 0 && !reader.hasFailed && isFirst())
      record({ kind: 'file', file: script, errors: [{ message: `exit code ${code}` }] });
  });
};

/** Turns tests that node-tap leaves out for our sake, and prints as skipped, into unselected ones. */
function wanted(fact) {
  const isOut =
    fact.kind === 'test' &&
    (selection?.isInner || ['skipped', 'todo'].includes(fact.status)) &&
    !(selection?.includes(fact.file, fact.name) ?? true);
  return isOut ? { kind: 'unselected', file: fact.file, name: fact.name } : fact;
}

/** node-tap takes patterns from its environment, one for each level of tests within tests. */
function select(script, record) {
  if (process.env.TAP === '1' && !selection.includesFile(script)) {
    record({ kind: 'unselected', file: script });
    process.exit(0);
  }
  const given = (process.env.TAP_GREP ?? '').split('\n').filter((line) => line !== '');
  const own = selection.levels;
  const both = Array.from({ length: Math.max(given.length, own.length) }, (_, at) => {
    const [, text = given[at], flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(given[at] ?? '') ?? [];
    if (own[at] === undefined) return given[at];
    return text === undefined ? `/${own[at]}/` : `/(?=.*?(?:${text}))(?=.*?(?:${own[at]}))/${flags}`;
  });
  if (both.length > 0) process.env.TAP_GREP = both.join('\n');
}

/** Not before the program asks for its standard output: asking opens it. */
function listenTo(take) {
  const { get, ...rest } = Object.getOwnPropertyDescriptor(process, 'stdout') ?? {};
  if (typeof get !== 'function' || rest.configurable !== true) return;
  Object.defineProperty(process, 'stdout', {
    ...rest,
    get() {
      const stdout = get.call(process);
      Object.defineProperty(process, 'stdout', { ...rest, get });
      const { write } = stdout;
      stdout.write = function (chunk, encoding, ...more) {
        try {
          take(chunk, encoding);
        } catch {
          // What is not read is missing in the report.
        }
        return write.call(this, chunk, encoding, ...more);
      };
      return stdout;
    },
  });
}
