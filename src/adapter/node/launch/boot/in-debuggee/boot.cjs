'use strict';
// Preloaded into every Node.js process of a launched tree (NODE_OPTIONS=--require). It announces the process to the debug
// server through a FIFO and waits there until the server has attached and lets it run.
//
// It runs inside programs that are not ours: plain CommonJS for every Node version, no dependency, nothing global besides
// one marker, and whatever fails leaves the program as it would be without us.
(() => {
  const CONFIG_VARIABLE = 'MCP_DEBUGGER_BOOT';
  const OPTIONS_VARIABLE = 'NODE_OPTIONS';
  // Two installations of this package may both be named in NODE_OPTIONS; a second announcement would be waited for twice.
  const LOADED = Symbol.for('mcp-debugger.boot');
  // POSIX promises that writes up to this size are not mixed with those of other processes. 512 is the least allowed value.
  const ATOMIC_WRITE_BYTES = process.platform === 'linux' ? 4096 : 512;
  const FULL_PIPE_RETRY_MS = 5;
  const FULL_PIPE_RETRIES = 400;

  try {
    if (globalThis[LOADED]) return;
    Object.defineProperty(globalThis, LOADED, { value: true });
    const text = process.env[CONFIG_VARIABLE];
    if (!text) return;
    const config = JSON.parse(text);
    try {
      passOnToChildren(text, config.options);
    } catch {
      // No such bindings (the permission model forbids them): children that inherit the environment are still debugged.
    }
    // Workers run this too; the server meets them through their main thread.
    if (!require('node:worker_threads').isMainThread) return;
    announce(config);
  } catch {
    // Undebugged, but undisturbed.
  }

  function announce(config) {
    if (isLauncher(config.launchers)) return;
    const inspector = require('node:inspector');
    const openedByFlag = inspector.url() !== undefined;
    if (openedByFlag && process.ppid === config.serverPid) {
      // The server started this process with --inspect… itself. fork() would hand that flag on to children, which would
      // then wait for a debugger before this file could announce them.
      withoutInspectFlags();
      return;
    }
    const fs = require('node:fs');
    // Without O_NONBLOCK this would wait for a server that may be gone; with it, that is the error ENXIO.
    const fifo = fs.openSync(config.fifo, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    let announced = false;
    try {
      // A configuration that is not ours may name anything; nothing but a FIFO is ever written to.
      if (!fs.fstatSync(fifo).isFIFO()) return;
      if (!openedByFlag) inspector.open(0, '127.0.0.1');
      writeWhole(fs, fifo, announcement(inspector.url()));
      announced = true;
    } finally {
      fs.closeSync(fifo);
      // Node's realpath looks at what the last stat found, whoever asked: were that still the FIFO, a main script that is a
      // symbolic link (node_modules/.bin/jest) would not be resolved.
      fs.statSync('/');
      if (!announced && !openedByFlag) inspector.close();
    }
    inspector.waitForDebugger();
  }

  /** Programs that only start other programs: nobody sets a breakpoint in them, and attaching costs a wait each. */
  function isLauncher(launchers) {
    const script = process.argv[1];
    if (!script) return false;
    const fs = require('node:fs');
    let path = script;
    try {
      // node_modules/.bin and /usr/bin hold symbolic links.
      path = fs.realpathSync(script);
    } catch {
      // A script that does not exist is the program's own error to report.
    }
    const normal = `/${path.replace(/\\/g, '/')}`;
    return launchers.some((suffix) => normal.endsWith(`/${suffix}`));
  }

  function withoutInspectFlags() {
    const kept = process.execArgv.filter((flag) => !/^--inspect(-brk|-wait)?(=|$)/.test(flag));
    process.execArgv.splice(0, process.execArgv.length, ...kept);
  }

  function announcement(url) {
    const facts = { pid: process.pid, ppid: process.ppid, argv: process.argv.slice(), url };
    let line = Buffer.from(`${JSON.stringify(facts)}\n`);
    while (line.length > ATOMIC_WRITE_BYTES && facts.argv.length > 0) {
      facts.argv.pop();
      line = Buffer.from(`${JSON.stringify(facts)}\n`);
    }
    return line;
  }

  function writeWhole(fs, fd, line) {
    for (let attempt = 0; ; attempt++) {
      try {
        fs.writeSync(fd, line);
        return;
      } catch (error) {
        if (error.code !== 'EAGAIN' || attempt >= FULL_PIPE_RETRIES) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_RETRY_MS);
      }
    }
  }

  /**
   * Programs start children with a wiped environment (`env: {}`) or their own NODE_OPTIONS; those get ours added. Done at
   * the binding below child_process: loading that module would cost every process 2 ms, and its public functions stay
   * what the program expects them to be.
   */
  function passOnToChildren(configText, options) {
    const { Process, spawnSync } = bindings();
    const spawn = Process.prototype.spawn;
    Process.prototype.spawn = function (...request) {
      return spawn.apply(this, withOurs(request));
    };
    const synchronous = spawnSync.spawn;
    spawnSync.spawn = (...request) => synchronous.apply(spawnSync, withOurs(request));

    /** Node 24.21 and 26 pass (file, args, cwd, envPairs, stdio, …); older ones, and spawnSync, one object. */
    function withOurs(request) {
      try {
        const [first, args, , pairs] = request;
        if (Array.isArray(first?.envPairs)) {
          first.envPairs = completed(first.envPairs, configText, options);
        } else if (typeof first === 'string' && Array.isArray(args) && Array.isArray(pairs)) {
          request[3] = completed(pairs, configText, options);
        }
      } catch {
        // The child is started as the program asked.
      }
      return request;
    }
  }

  function completed(pairs, configText, options) {
    const optionsPrefix = `${OPTIONS_VARIABLE}=`;
    const given = pairs.find((pair) => pair.startsWith(optionsPrefix));
    const hasConfig = pairs.some((pair) => pair.startsWith(`${CONFIG_VARIABLE}=`));
    const hasOptions = given?.includes(options);
    if (hasConfig && hasOptions) return pairs;
    const result = pairs.filter((pair) => hasOptions || !pair.startsWith(optionsPrefix));
    if (!hasConfig) result.push(`${CONFIG_VARIABLE}=${configText}`);
    if (!hasOptions) result.push(`${given === undefined ? optionsPrefix : `${given} `}${options}`);
    return result;
  }

  function bindings() {
    // process.binding is deprecated; with --pending-deprecation it would write a warning into the program's stderr.
    const noDeprecation = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
    process.noDeprecation = true;
    try {
      return { Process: process.binding('process_wrap').Process, spawnSync: process.binding('spawn_sync') };
    } finally {
      if (noDeprecation) Object.defineProperty(process, 'noDeprecation', noDeprecation);
      else delete process.noDeprecation;
    }
  }
})();
