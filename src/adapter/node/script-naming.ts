import { fileURLToPath, pathToFileURL } from 'node:url';
import { realPathOf } from '../v8/scripts/real-path.ts';
import type { ScriptNaming, ScriptOrigin } from '../v8/scripts/script-table.ts';

/** A file of a package that runs tests or asserts in them; the innermost `node_modules` of its url says which package it is of. */
const TEST_RUNNERS =
  /[\\/]node_modules[\\/](?:jest|jest-[\w-]+|@jest[\\/][\w-]+|expect|vitest|@vitest[\\/][\w-]+|mocha|chai|jasmine|jasmine-core|ava|tap|@tapjs[\\/][\w-]+|tape|uvu|playwright|@playwright[\\/]test)[\\/](?!(?:.*[\\/])?node_modules[\\/])/;

/**
 * Tools put what they make of the program into hidden folders of `node_modules` (`.vite-temp`, `.cache`), and package managers
 * their packages.
 */
const DEPENDENCY = /[\\/]node_modules[\\/](?!\.(?!(?:pnpm|store|bun|deno)[\\/])[^\\/]+[\\/])/;

/** Paths of our preloaded scripts: see runnerFile. Test runners are given some of them as text. */
const PRELOADED = /(?:[\\/]|%2F)in-debuggee(?:[\\/]|%2F)[\w-]+\.[cm]?js/;

/** Node's names of its scripts: files by their `file:` url, its own ones by `node:` and their name. */
export const nodeScriptNaming: ScriptNaming = {
  urlsOf,
  nameOf,
  originOf,
  // A module of WebAssembly has no text of the program.
  programUrls: `^(?!node:|wasm:)(?!.*${PRELOADED.source})(?!.*${DEPENDENCY.source}).`,
  dependencyUrls: DEPENDENCY.source,
  ownUrl: (name) => `node:mcp-debugger/${name}`,
  isModuleLoader: (url) => url.startsWith('node:internal/modules/'),
  isTestRunner: (url) => TEST_RUNNERS.test(url),
  startsMain: (url) => /^node:internal\/(main\/|modules\/run_main)/.test(url),
};

/**
 * Every url under which V8 may report a script of this file, most likely first.
 *
 * ES modules are reported as `pathToFileURL` writes them. CommonJS modules pass through V8's own encoder, which leaves
 * `[`, `]` and `~` as they are: a breakpoint on the other spelling never binds. Symbolic links are resolved by Node, unless
 * the program runs with `--preserve-symlinks`, so both paths count.
 */
function urlsOf(path: string): string[] {
  const urls = new Set<string>();
  for (const candidate of [realPathOf(path), path]) {
    const href = pathToFileURL(candidate).href;
    urls.add(href);
    urls.add(href.replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%7E/g, '~'));
  }
  return [...urls];
}

/**
 * The name of a script's url for users: an absolute path for a file (a `?v=1` or `#x` suffix dropped), the url itself for
 * everything else (`node:fs`, `evalmachine.<anonymous>`).
 */
function nameOf(url: string): string {
  if (!url.startsWith('file://')) return url;
  try {
    return fileURLToPath(url.replace(/[?#][\s\S]*/, ''));
  } catch {
    // Not decodable as a path on this platform (a host name in the url): the url is then its only name.
    return url;
  }
}

function originOf(url: string): ScriptOrigin {
  if (url === '' || url.startsWith('node:')) return 'internal';
  return DEPENDENCY.test(url) ? 'dependency' : 'program';
}
