// The reporter that vitest-hook.cjs adds. It writes nothing to the terminal.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const { record, root, isChosen, reporter: ownName, selection } = globalThis[Symbol.for('mcp-debugger.tests')];

const MAX_PRINTED_CHARS = 200_000;

export default class Recorder {
  /** Since version 3 each test is reported as it ends; before, all of them at the end. */
  #isToldEach = false;
  #ended = new Set();

  async onInit(vitest) {
    if (selection) select(vitest);
    if (isChosen) return;
    const others = await reportersOf(vitest);
    vitest.reporters.unshift(...others);
    for (const reporter of others) await reporter.onInit?.(vitest);
  }

  onTestRunStart() {
    this.#isToldEach = true;
  }

  onFinished(files = [], unhandled = []) {
    if (this.#isToldEach) return;
    for (const file of files) recordTasks(file, []);
    this.onTestRunEnd([], unhandled);
  }

  onTestCaseReady(test) {
    if (!isUnselected(placeOf(test), 'skipped')) record({ kind: 'begin', ...placeOf(test) });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const status = test.options.mode === 'todo' ? 'todo' : state;
    if (isUnselected(placeOf(test), status)) record({ kind: 'unselected', ...placeOf(test) });
    else record({ kind: 'test', ...placeOf(test), status, errors: errors.map(errorOf) });
  }

  onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length === 0) return;
    record({ kind: 'test', ...placeOf(suite), status: 'failed', errors: errors.map(errorOf) });
  }

  onTestModuleEnd(module) {
    this.#ended.add(module.moduleId);
    const errors = module.errors();
    if (errors.length > 0) record({ kind: 'file', file: module.moduleId, errors: errors.map(errorOf) });
  }

  onTestRunEnd(modules, unhandled) {
    // Version 3 reports no end of one that could not be loaded.
    for (const module of modules) if (!this.#ended.has(module.moduleId) && module.errors) this.onTestModuleEnd(module);
    if (unhandled.length > 0) record({ kind: 'run', errors: unhandled.map(errorOf) });
  }
}

/** Has Vitest run what is wanted: it leaves out tests by their names, and is not given files without any. */
function select(vitest) {
  const given = vitest.configOverride.testNamePattern ?? vitest.config.testNamePattern;
  const pattern = selection.patternWith(given?.source);
  if (pattern !== undefined) vitest.configOverride.testNamePattern = new RegExp(pattern, given?.flags);
  const { runFiles } = vitest;
  vitest.runFiles = function (specs, ...more) {
    const fileOf = (spec) => spec.moduleId ?? spec[1];
    const others = specs.filter((spec) => !selection.includesFile(fileOf(spec)));
    for (const spec of others) record({ kind: 'unselected', file: fileOf(spec) });
    return runFiles.call(
      this,
      specs.filter((spec) => !others.includes(spec)),
      ...more,
    );
  };
}

function isUnselected({ file, name }, status) {
  return selection !== undefined && (status === 'skipped' || status === 'todo') && !selection.includes(file, name);
}

const TASK_STATUS = { pass: 'passed', fail: 'failed' };

/** A file, a suite or a test as version 2 has it. */
function recordTasks(task, names) {
  const file = task.filepath ?? task.file?.filepath;
  const name = task.filepath ? [] : [...names, task.name];
  const { state, errors = [] } = task.result ?? {};
  if (!task.tasks) {
    const status = task.mode === 'todo' ? 'todo' : (TASK_STATUS[state] ?? 'skipped');
    if (isUnselected({ file, name }, status)) record({ kind: 'unselected', file, name });
    else record({ kind: 'test', file, name, status, errors: errors.map(errorOf) });
  } else if (errors.length > 0) {
    const fact = task.filepath ? { kind: 'file' } : { kind: 'test', name, status: 'failed' };
    record({ ...fact, file, errors: errors.map(errorOf) });
  }
  for (const child of task.tasks ?? []) recordTasks(child, name);
}

/** The built-in reporters by their names; where they are depends on the version. */
async function builtInReporters() {
  for (const file of ['node.js', 'reporters.js']) {
    const path = join(root, 'dist', file);
    const { ReportersMap } = existsSync(path) ? await import(pathToFileURL(path).href) : {};
    if (ReportersMap) return ReportersMap;
  }
  return {};
}

/** The reporters that would be there without this one. */
async function reportersOf(vitest) {
  const ReportersMap = await builtInReporters();
  const given = vitest.vite?.config?.test?.reporters;
  const listed = given === undefined ? [] : Array.isArray(given) ? given : [given];
  const wanted = listed.filter((each) => nameOf(each) !== ownName);
  const found = [];
  for (const each of wanted.length > 0 ? wanted : ['default']) {
    const [name, options] = Array.isArray(each) ? each : [each, {}];
    if (typeof name !== 'string') found.push(name);
    else found.push(await reporterOf(name, options ?? {}, ReportersMap, vitest));
  }
  return found.filter((each) => each !== undefined);
}

/** A reporter of the command; undefined for one that cannot be had: the tests run without it. */
async function reporterOf(name, options, builtIn, vitest) {
  try {
    const Reporter = builtIn[name] ?? (await import(customUrl(name, vitest))).default;
    return new Reporter(options);
  } catch {
    return undefined;
  }
}

function nameOf(each) {
  return Array.isArray(each) ? each[0] : each;
}

function customUrl(name, vitest) {
  return /^[./]/.test(name) ? pathToFileURL(join(vitest.config.root, name)).href : name;
}

function placeOf(task) {
  const name = [];
  for (let at = task; at.type !== 'module'; at = at.parent) name.unshift(at.name);
  const { line } = task.location ?? {};
  return { file: task.module.moduleId, name, ...(line === undefined ? {} : { line }) };
}

function errorOf(error) {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { name, message, stack, stacks } = error;
  // An object that is no error is given as it was, with a few fields more.
  if (message === undefined) return { message: inspect(thrownFields(error), { depth: 2, customInspect: false }) };
  const frames = stacks?.map(
    ({ method, file, line, column }) => `    at ${method || '<anonymous>'} (${file}:${line}:${column})`,
  );
  const text = frames?.length > 0 ? [`${name}: ${message}`, ...frames].join('\n') : stack;
  return { name: name ?? '', message: String(message ?? ''), stack: String(text ?? ''), ...printedOf(error) };
}

/** The compared values as text, which Vitest made of them in the process of the test. */
function printedOf({ actual, expected }) {
  const isText = typeof actual === 'string' && typeof expected === 'string';
  if (!isText || actual.length + expected.length > MAX_PRINTED_CHARS) return {};
  return { printed: { actual, expected } };
}

function thrownFields(error) {
  const added = new Set([
    'stack',
    'stacks',
    'diff',
    'codeFrame',
    'nameStr',
    'actual',
    'expected',
    'showDiff',
    'operator',
  ]);
  return Object.fromEntries(Object.entries(error).filter(([key]) => !added.has(key) && !key.startsWith('VITEST_')));
}
