'use strict';

const OPTIONS_VARIABLE = 'NODE_OPTIONS';
const PATH = 'PATH=';
/** With the permission model, reading a file without permission ends the process. */
const PERMISSION = /^--(experimental-)?permission(=|$)/;
/** Words of a command that take our variables away again, below the eyes of any hook. */
const WIPES =
  /\benv\s+(-\S+\s+)*(-i|-|--ignore-environment|(-u\s*|--unset=)NODE_OPTIONS)(\s|$)|(^|[\s;&|("'])NODE_OPTIONS=/;

/**
 * Programs start children with a wiped environment (`env: {}`) or their own NODE_OPTIONS; those get ours added. Done at
 * the binding below child_process: loading that module would cost every process 2 ms, and its public functions stay
 * what the program expects them to be.
 *
 * @param {Record<string, string>} variables What is handed on beside NODE_OPTIONS.
 * @param {string} options What is added to NODE_OPTIONS.
 * @param {(facts: object) => void} send Reports a child that could not be reached in this way.
 * @param {string} own The folder of the `node` that puts options back, which stands first on PATH where it is wanted.
 */
module.exports = function passOnToChildren(variables, options, send, own) {
  const { apply } = Reflect;
  const { Process, spawnSync } = bindings();
  const { spawn } = Process.prototype;
  Process.prototype.spawn = function (...request) {
    const reason = withOurs(request);
    const result = apply(spawn, this, request);
    if (reason !== undefined) sayLeft(request, reason, this.pid);
    return result;
  };
  const synchronous = spawnSync.spawn;
  spawnSync.spawn = (...request) => {
    const reason = withOurs(request);
    if (reason !== undefined) sayLeft(request, reason);
    return apply(synchronous, spawnSync, request);
  };

  /** Node 24.21 and 26 pass (file, args, cwd, envPairs, stdio, …); older ones, and spawnSync, one object. */
  function withOurs(request) {
    try {
      const [first, args, , pairs] = request;
      if (Array.isArray(first?.envPairs)) {
        if (needsPermission(first.args)) return 'permission';
        first.envPairs = completed(ownFirst(first.envPairs));
        return whyOutOfReach(first.args);
      }
      if (typeof first === 'string' && Array.isArray(args) && Array.isArray(pairs)) {
        if (needsPermission(args)) return 'permission';
        request[3] = completed(ownFirst(pairs));
        return whyOutOfReach(args);
      }
    } catch {
      // The child is started as the program asked.
    }
    return undefined;
  }

  function completed(pairs) {
    const optionsPrefix = `${OPTIONS_VARIABLE}=`;
    const given = pairs.find((pair) => pair.startsWith(optionsPrefix));
    const missing = Object.keys(variables).filter((name) => !pairs.some((pair) => pair.startsWith(`${name}=`)));
    const hasOptions = given?.includes(options);
    if (missing.length === 0 && hasOptions) return pairs;
    const result = pairs.filter((pair) => hasOptions || !pair.startsWith(optionsPrefix));
    for (const name of missing) result.push(`${name}=${variables[name]}`);
    if (!hasOptions) result.push(`${given === undefined ? optionsPrefix : `${given} `}${options}`);
    return result;
  }

  /** A package manager puts a `node` of its own in front, which becomes the real one by its path. */
  function ownFirst(pairs) {
    const at = pairs.findIndex((pair) => pair.startsWith(PATH));
    const folders = at < 0 ? [] : pairs[at].slice(PATH.length).split(':');
    if (folders.indexOf(own) < 1) return pairs;
    const others = folders.filter((folder) => folder !== own);
    return pairs.map((pair, index) => (index === at ? PATH + [own, ...others].join(':') : pair));
  }

  function sayLeft(request, reason, pid) {
    try {
      const [first, args] = request;
      const words = Array.isArray(args) ? args : first.args;
      send({ kind: 'left', child: pid > 0 ? pid : undefined, argv: words.map(String), reason });
    } catch {
      // There is nowhere to say it.
    }
  }
};

function needsPermission(args) {
  return args.some((arg) => PERMISSION.test(arg));
}

function whyOutOfReach(args) {
  return WIPES.test(args.join(' ')) ? 'environment' : undefined;
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
