// The reporter that vitest-hook.cjs adds. It writes nothing to the terminal.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { record, root, isChosen } = globalThis[Symbol.for('mcp-debugger.tests')];

export default class Recorder {
  async onInit(vitest) {
    if (isChosen) return;
    const others = await reportersOf(vitest);
    vitest.reporters.unshift(...others);
    for (const reporter of others) await reporter.onInit?.(vitest);
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

/** The reporters that would be there without this one. */
async function reportersOf(vitest) {
  const { ReportersMap } = await import(pathToFileURL(join(root, 'dist', 'node.js')).href);
  const given = vitest.vite?.config?.test?.reporters;
  const listed = given === undefined ? [] : Array.isArray(given) ? given : [given];
  const wanted = listed.filter((each) => nameOf(each) !== ownPath());
  const found = [];
  for (const each of wanted.length > 0 ? wanted : ['default']) {
    const [name, options] = Array.isArray(each) ? each : [each, {}];
    if (typeof name !== 'string') found.push(name);
    else if (ReportersMap[name]) found.push(new ReportersMap[name](options ?? {}));
    else found.push(new (await import(customUrl(name, vitest))).default(options ?? {}));
  }
  return found;
}

function nameOf(each) {
  return Array.isArray(each) ? each[0] : each;
}

function ownPath() {
  return process.argv.find((arg) => arg.endsWith('vitest-reporter.mjs'))?.replace('--reporter=', '');
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
