// The reporter that vitest-hook.cjs adds. It writes nothing to the terminal.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { record, root, isChosen, reporter: ownName } = globalThis[Symbol.for('mcp-debugger.tests')];

export default class Recorder {
  /** Since version 3 each test is reported as it ends; before, all of them at the end. */
  #isToldEach = false;

  async onInit(vitest) {
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
    record({ kind: 'begin', ...placeOf(test) });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const status = test.options.mode === 'todo' ? 'todo' : state;
    record({ kind: 'test', ...placeOf(test), status, errors: errors.map(errorOf) });
  }

  onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length === 0) return;
    record({ kind: 'test', ...placeOf(suite), status: 'failed', errors: errors.map(errorOf) });
  }

  onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length > 0) record({ kind: 'file', file: module.moduleId, errors: errors.map(errorOf) });
  }

  onTestRunEnd(_modules, unhandled) {
    if (unhandled.length > 0) record({ kind: 'run', errors: unhandled.map(errorOf) });
  }
}

const TASK_STATUS = { pass: 'passed', fail: 'failed' };

/** A file, a suite or a test as version 2 has it. */
function recordTasks(task, names) {
  const file = task.filepath ?? task.file?.filepath;
  const name = task.filepath ? [] : [...names, task.name];
  const { state, errors = [] } = task.result ?? {};
  if (!task.tasks) {
    const status = task.mode === 'todo' ? 'todo' : (TASK_STATUS[state] ?? 'skipped');
    record({ kind: 'test', file, name, status, errors: errors.map(errorOf) });
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

/** Undefined for one that cannot be had: the tests run without it. */
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

function errorOf({ name, message, stack, stacks }) {
  const frames = stacks?.map(
    ({ method, file, line, column }) => `    at ${method || '<anonymous>'} (${file}:${line}:${column})`,
  );
  const text = frames?.length > 0 ? [`${name}: ${message}`, ...frames].join('\n') : stack;
  return { name: name ?? '', message: String(message ?? ''), stack: String(text ?? '') };
}
