'use strict';
// Reads TAP as it is printed. A test is a subtest that asserts something; what a file asserts outside of subtests is one test of its own.
const { basename } = require('node:path');

const POINT = /^(not )?ok\b(?: +\d+)?(?: +- +| +)?(.*)$/;

exports.TapReader = class TapReader {
  #record;
  #file;
  #rest = '';
  /** The containers around the present line; the first is the file. */
  #open = [container('')];
  /** The result whose details may follow. */
  #last;
  #details;
  hasFailed = false;

  constructor({ record, file }) {
    this.#record = record;
    this.#file = file;
  }

  read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line.replace(/\r$/, ''));
  }

  end() {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
    const [file] = this.#open;
    this.#settle();
    if (file.isDone) return;
    file.isDone = true;
    this.#report(file, [basename(this.#file)], {
      isOk: file.failures.length === 0,
      status: file.skipped ? 'skipped' : 'passed',
    });
  }

  #line(line) {
    const [, indent, text] = /^( *)(.*)$/.exec(line);
    if (this.#details !== undefined) {
      if (text === '...' && indent.length === this.#details.indent) this.#closeDetails();
      else this.#details.lines.push(line.slice(this.#details.indent));
      return;
    }
    if (text === '---' && this.#last !== undefined && indent.length % 4 === 2) {
      this.#details = { indent: indent.length, lines: [] };
      return;
    }
    const depth = Math.floor(indent.length / 4);
    if (/^# Subtest(:|$)/.test(text)) this.#begin(depth, text.slice('# Subtest:'.length).trim());
    else if (/^1\.\.0\b.*# skip/i.test(text)) this.#at(depth).skipped = true;
    else if (text === '}' && this.#open.length > depth + 1) this.#endBuffered(depth);
    else if (POINT.test(text) && depth <= this.#open.length) this.#point(depth, text);
  }

  #at(depth) {
    return this.#open[Math.min(depth, this.#open.length - 1)];
  }

  #begin(depth, name) {
    this.#settle();
    this.#open.length = Math.min(this.#open.length, depth + 1);
    this.#at(depth).children++;
    this.#open.push(container(name));
    this.#record({ kind: 'begin', file: this.#file, name: this.#names() });
  }

  #names() {
    return this.#open.slice(1).map(({ name }) => name);
  }

  #point(depth, text) {
    this.#settle();
    const result = resultOf(text);
    const child = this.#open[depth + 1];
    if (child !== undefined && child.buffered === undefined) {
      this.#last = { ...result, child, names: [...this.#names().slice(0, depth), child.name] };
      this.#open.length = depth + 1;
    } else if (result.isBuffered) {
      this.#begin(depth, result.name);
      this.#open[depth + 1].buffered = result;
    } else {
      this.#last = { ...result, container: this.#at(depth), around: this.#names().slice(0, depth) };
    }
  }

  /** Its own result came before all that is in it. */
  #endBuffered(depth) {
    this.#settle();
    const [child] = this.#open.slice(depth + 1);
    if (child.buffered === undefined) return;
    this.#report(child, [...this.#names().slice(0, depth), child.name], child.buffered);
    this.#open.length = depth + 1;
  }

  #closeDetails() {
    if (this.#last !== undefined) this.#last.details = detailsOf(this.#details.lines);
    this.#details = undefined;
  }

  /** Takes account of a result when it is clear that no details follow. */
  #settle() {
    if (this.#details !== undefined) this.#closeDetails();
    const last = this.#last;
    this.#last = undefined;
    if (last === undefined) return;
    if (last.child === undefined) {
      if (last.status === 'passed') last.container.asserted++;
      // One that is left out is not begun.
      else
        this.#record({
          kind: 'test',
          file: this.#file,
          name: [...last.around, last.name],
          status: last.status,
          errors: [],
        });
      if (!last.isOk && last.status !== 'todo') last.container.failures.push(errorOf(last));
      return;
    }
    if (last.child.isDone) return;
    last.child.isDone = true;
    this.#report(last.child, last.names, last);
  }

  #report({ children, asserted, failures, skipped }, name, result) {
    const place = { file: this.#file, name };
    const isSuite = children > 0 && failures.length === 0;
    if (!result.isOk) this.hasFailed = true;
    if (result.status === 'skipped' || result.status === 'todo' || skipped)
      this.#record({ kind: 'test', ...place, status: skipped ? 'skipped' : result.status, errors: [] });
    else if (
      isSuite ||
      (result.details === undefined && asserted === 0 && failures.length === 0 && name.length === 1 && result.isFile)
    )
      this.#record({ kind: 'done', ...place });
    else if (result.isOk)
      this.#record(
        asserted > 0 || result.name !== undefined
          ? { kind: 'test', ...place, status: 'passed', errors: [] }
          : { kind: 'done', ...place },
      );
    else
      this.#record({
        kind: 'test',
        ...place,
        status: 'failed',
        errors: failures.length > 0 ? failures : [errorOf(result)],
      });
  }
};

function container(name) {
  return { name, children: 0, asserted: 0, failures: [], skipped: false, isDone: false, buffered: undefined };
}

function resultOf(text) {
  const [, not, rest = ''] = POINT.exec(text);
  const isBuffered = / ?\{$/.test(rest);
  const plain = rest.replace(/ ?\{$/, '');
  const [, name = plain, directive = ''] = /^(.*?)(?:(?<!\\) #\s*(.*))?$/.exec(plain) ?? [];
  const status = /^skip/i.test(directive) ? 'skipped' : /^todo/i.test(directive) ? 'todo' : 'passed';
  return { isOk: not === undefined, name: name.replace(/\\#/g, '#').trim(), status, isBuffered };
}

/** Keys at the left, and blocks below them. No more of YAML is used. */
function detailsOf(lines) {
  const found = {};
  let key;
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):(?: (.*))?$/.exec(line) ?? [];
    if (name !== undefined) {
      key = name;
      found[key] = /^[|>][-+]?$/.test(value ?? '') ? '' : (value ?? '');
    } else if (key !== undefined) {
      found[key] += `${found[key] === '' ? '' : '\n'}${line.replace(/^ {2}/, '')}`;
    }
  }
  return found;
}

function errorOf({ name, details = {} }) {
  const { stack = '', diff, at = '', found, wanted, actual, expected, type, message } = details;
  const values = diff
    ? diff.split('\n').filter((line) => /^[-+][^-+]/.test(line))
    : [...valueLines('expected', wanted ?? expected), ...valueLines('actual', found ?? actual)];
  const frames = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));
  const column = (key) => new RegExp(`^\\s*${key}: (.*)$`, 'm').exec(at)?.[1]?.replace(/^"|"$/g, '');
  const place =
    column('fileName') === undefined ? [] : [`${column('fileName')}:${column('lineNumber')}:${column('columnNumber')}`];
  const text = (frames.length > 0 ? frames : place).map((line) => `    at ${line.trim().replace(/^at /, '')}`);
  const isThrown = type !== undefined && /Error|Exception/.test(type);
  return {
    ...(isThrown ? { name: type } : {}),
    message: [isThrown && message ? message : name || String(message ?? 'failed'), ...values].join('\n'),
    stack: ['Error', ...text].join('\n'),
  };
}

function valueLines(key, value) {
  return value === undefined ? [] : [`${key}: ${value}`];
}
