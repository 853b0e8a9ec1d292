'use strict';
// Which tests of this run are wanted: MCP_DEBUGGER_TEST_ONLY has what selection-environment.ts writes. Names of suites and of a test are
// those of the records, from the outermost in. `selection` is undefined where every test is wanted.
const fs = require('node:fs');
const path = require('node:path');

/** The text between names: a report's arrow, or the blank with which the runner joins them. */
const BETWEEN = '(?: > | )';

const { realpathSync } = fs;

function selectionOf(text) {
  try {
    return text ? new Selection(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

class Selection {
  #cwd;
  #test;
  #file;
  #path;
  #tests;
  /** For names that are joined by blanks: the source of a regular expression; undefined where every name will do. */
  pattern;
  #regexp;

  /** Tests are wanted that others make while they run: these run for their sake, and are none of the results. */
  isInner;

  constructor({ cwd, test, file, path: exact, tests, isInner = false }) {
    this.#cwd = cwd;
    this.isInner = isInner;
    this.#test = test;
    this.#file = file;
    this.#path = exact;
    this.#tests = tests?.map((each) => ({ ...each, name: withoutHook(each.name) }));
    this.pattern = this.#patternOf();
    this.#regexp = this.pattern === undefined ? undefined : new RegExp(this.pattern);
  }

  #patternOf() {
    // Vitest 1 begins the name with that of the file, which is empty.
    if (this.#tests) return this.#tests.map(({ name }) => `^ ?${joined(name)}$`).join('|') || '(?!)';
    return this.#test === undefined ? undefined : joined(this.#test);
  }

  /** True if a test is wanted. A file that is not known will do. */
  includes(file, names) {
    if (!this.includesFile(file)) return false;
    if (this.#tests === undefined) return this.#regexp?.test(names.join(' ')) ?? true;
    const name = names.join(' > ');
    return this.#tests.some(
      (each) => (name === each.name || name.startsWith(`${each.name} > `)) && isSameFile(each.file, file),
    );
  }

  /** The same of a name that the runner itself has joined by blanks. */
  includesJoined(file, name) {
    return this.includesFile(file) && (this.#regexp?.test(name) ?? true);
  }

  /** The same as patterns for a test and for those within it, each level by itself. */
  get levels() {
    if (this.#tests) {
      const paths = this.#tests.map(({ name }) => name.split(' > ').map(escaped));
      const depth = Math.max(...paths.map(({ length }) => length), 0);
      const at = (level) => paths.flatMap((path) => path[level] ?? []).join('|');
      return Array.from({ length: depth }, (_, level) => `^(?:${at(level)})$`);
    }
    if (this.#test === undefined) return [];
    // Deeper levels are not looked at.
    const parts = [...(this.isInner ? ['(?:)'] : []), ...this.#test.split(' > ').map(escaped)];
    const last = parts.length - 1;
    if (this.isInner) return parts;
    return parts.map((part, at) => `${at > 0 ? '^' : ''}${part}${at < last ? '$' : ''}`);
  }

  /** True if a test must run for the sake of tests that it makes while it runs. */
  mayHold(file, names) {
    if (!this.includesFile(file)) return false;
    if (this.isInner) return true;
    const name = names.join(' > ');
    if (this.#tests)
      return this.#tests.some((each) => each.name.startsWith(`${name} > `) && isSameFile(each.file, file));
    const parts = this.#test?.split(' > ') ?? [];
    return parts.slice(1).some((_, at) => name.endsWith(parts.slice(0, at + 1).join(' > ')));
  }

  /** True if any test of a file can be wanted. */
  includesFile(file) {
    if (typeof file !== 'string' || file === '') return true;
    if (this.#tests) return this.#tests.some((each) => isSameFile(each.file, file));
    if (this.#path !== undefined) return isWithin(realPath(file), this.#path);
    if (this.#file === undefined) return true;
    const absolute = realPath(path.resolve(this.#cwd, file));
    const inFolder = path.relative(this.#cwd, absolute).replace(/\\/g, '/');
    return (path.isAbsolute(this.#file) ? absolute.replace(/\\/g, '/') : inFolder).includes(this.#file);
  }

  /** Names, or ends of names, of the files that are wanted; none where all are. */
  get fileNames() {
    if (this.#tests) return this.choosesFiles ? this.#tests.map(({ file }) => file) : [];
    return [this.#path ?? this.#file].filter((each) => each !== undefined);
  }

  /** Some files are wanted, and others are not. */
  get choosesFiles() {
    const isChosen = this.#tests?.every(({ file }) => file !== undefined);
    return isChosen || this.#path !== undefined || this.#file !== undefined;
  }

  /**
   * The pattern together with one that the command has given: both have to match.
   *
   * @param ignoresCase The runner ignores case in patterns, which not every version of V8 can be asked to undo.
   */
  patternWith(given, ignoresCase = false) {
    const own = this.pattern === undefined || !ignoresCase ? this.pattern : withCase(this.pattern);
    if (given === undefined || given === '') return own;
    return own === undefined ? given : `(?=[\\s\\S]*?(?:${given}))(?=[\\s\\S]*?(?:${own}))`;
  }
}

function withCase(pattern) {
  const text = `(?-i:${pattern})`;
  try {
    new RegExp(text);
    return text;
  } catch {
    return pattern;
  }
}

/** A hook of Mocha fails by a name of its own: it is the test, or else the suite, that is wanted. */
function withoutHook(name) {
  const [, suite = '', test] =
    /^(?:(.*) > )?"(?:before|after) (?:all|each)" hook\b.*?(?: (?:for|in) "(.*)")?$/.exec(name) ?? [];
  return [suite, test].filter(Boolean).join(' > ') || name;
}

function joined(text) {
  return text.split(' > ').map(escaped).join(BETWEEN);
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function isSameFile(wanted, file) {
  return wanted === undefined || typeof file !== 'string' || file === '' || realPath(wanted) === realPath(file);
}

function isWithin(file, folder) {
  return file === folder || file.startsWith(folder + path.sep);
}

function realPath(file) {
  try {
    return realpathSync(file.replace(/^file:\/\//, ''));
  } catch {
    return file;
  }
}

exports.selection = selectionOf(process.env.MCP_DEBUGGER_TEST_ONLY);
