'use strict';
// Preloaded into every Node.js process of a launched tree (NODE_OPTIONS=--require). It reports the process to the debug server, and has
// it wait for a debugger: at once, or before it loads a file with a breakpoint.
//
// It runs inside programs that are not ours: plain CommonJS for every Node version, no dependency, nothing global besides
// one marker, and whatever fails leaves the program as it would be without us.
(() => {
  const CONFIG_VARIABLE = 'MCP_DEBUGGER_BOOT';
  const MARK_VARIABLE = 'MCP_DEBUGGER_PROGRAM';
  const OPTIONS_VARIABLE = 'NODE_OPTIONS';
  const INSPECT_FLAG = /^--inspect(-brk|-wait)?(=|$)/;
  // Two installations of this package may both be named in NODE_OPTIONS; a second announcement would be waited for twice.
  const LOADED = Symbol.for('mcp-debugger.boot');

  try {
    if (globalThis[LOADED]) return;
    Object.defineProperty(globalThis, LOADED, { value: true });
    const handed = process.env[CONFIG_VARIABLE] ? undefined : handedToWorker();
    const { [CONFIG_VARIABLE]: text = handed?.text, [MARK_VARIABLE]: mark = handed?.mark } = process.env;
    if (!text) return;
    const config = JSON.parse(text);
    // Where it was hidden from the program, workers do not find it in their environment either.
    const isMain = handed === undefined && (config.hidden || require('node:worker_threads').isMainThread);
    if (config.hidden) {
      hide(config.options, config.load);
      if (isMain) handToWorkers({ text, mark });
    }
    const report = require('./boot-report.cjs');
    const settings = report.readSettings(config.folder);
    const isFirst = process.ppid === settings.serverPid && (settings.isFlagged || process.execArgv.some(isInspectFlag));
    try {
      const variables = { [CONFIG_VARIABLE]: text, ...(mark === undefined ? {} : { [MARK_VARIABLE]: mark }) };
      const send = (facts) => report.send(config.folder, facts);
      require('./boot-children.cjs')(variables, config.options, send, `${config.folder}/bin`);
    } catch {
      // No such bindings (the permission model forbids them): children that inherit the environment are still debugged.
    }
    // The server started this one with --inspect… itself. fork() would hand that flag on to children, which would then wait
    // for a debugger before this file could report them. A worker has a list of flags of its own.
    if (isFirst) withoutInspectFlags();
    // Workers run this too; the server meets them through their main thread.
    else if (!isMain) require('./boot-worker.cjs')(config.folder, settings, report);
    else {
      const main = mainScript();
      if (!isLauncher(settings.launchers, main)) require('./boot-adoption.cjs')(config.folder, settings, report, main);
    }
    if (config.hidden) forgetModules();
  } catch {
    // Undebugged, but undisturbed.
  }

  /** Linux keeps what the process began with, which spares each one that has no workers the module for them. */
  function handToWorkers(handed) {
    if (process.platform !== 'linux') require('node:worker_threads').setEnvironmentData(CONFIG_VARIABLE, handed);
  }

  function handedToWorker() {
    const workers = require('node:worker_threads');
    if (workers.isMainThread) return undefined;
    if (process.platform !== 'linux') return workers.getEnvironmentData(CONFIG_VARIABLE);
    const pairs = require('node:fs').readFileSync('/proc/self/environ', 'utf8').split('\0');
    const given = (name) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    return { text: given(CONFIG_VARIABLE), mark: given(MARK_VARIABLE) };
  }

  /** The program finds the environment that it would have without us; its children are given ours below its eyes. */
  function hide(...added) {
    delete process.env[CONFIG_VARIABLE];
    delete process.env[MARK_VARIABLE];
    let rest = process.env[OPTIONS_VARIABLE];
    if (rest === undefined) return;
    for (const options of added) rest = rest.replace(` ${options}`, '').replace(options, '');
    if (rest === '') delete process.env[OPTIONS_VARIABLE];
    else process.env[OPTIONS_VARIABLE] = rest;
  }

  /** Programs list what was required; none of them required us. */
  function forgetModules() {
    for (const path of Object.keys(require.cache)) {
      if (path.startsWith(`${__dirname}/boot`)) delete require.cache[path];
    }
    module.children.length = 0;
    const slot = Object.getOwnPropertyDescriptor(process, '_preload_modules');
    if (!slot?.configurable || !Array.isArray(slot.value)) return;
    const value = slot.value.filter((path) => !path.startsWith(`${__dirname}/boot`));
    Object.defineProperty(process, '_preload_modules', { ...slot, value });
  }

  function isInspectFlag(flag) {
    return INSPECT_FLAG.test(flag);
  }

  function withoutInspectFlags() {
    const kept = process.execArgv.filter((flag) => !isInspectFlag(flag));
    process.execArgv.splice(0, process.execArgv.length, ...kept);
  }

  /**
   * The path of the script that the process runs; undefined if it has none, or a wrong one: that is the program's own error to
   * report.
   */
  function mainScript() {
    try {
      // node_modules/.bin and /usr/bin hold symbolic links.
      return process.argv[1] && require('node:fs').realpathSync(process.argv[1]);
    } catch {
      return undefined;
    }
  }

  /** Programs that only start other programs: users set no breakpoints in them, and attaching costs a wait each. */
  function isLauncher(launchers, main = process.argv[1]) {
    if (!main) return false;
    const normal = `/${main.replace(/\\/g, '/')}`;
    return launchers.some((suffix) => normal.endsWith(`/${suffix}`));
  }
})();
