import { fileURLToPath } from 'node:url';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { namedPaths } from './named-paths.ts';

/** Variables by which shells, interpreters, linkers and tools find code, and files that name some. Others are data of the program. */
const LOADS_CODE = new RegExp(
  `^(${[
    ...['PATH', 'HOME', 'ENV', 'BASH_ENV', 'SHELL', 'ZDOTDIR', 'XDG_CONFIG_HOME', 'VIRTUAL_ENV', 'CLASSPATH'],
    ...[
      'MAKEFLAGS',
      'MAKEFILES',
      '_JAVA_OPTIONS',
      'JAVA_TOOL_OPTIONS',
      'JDK_JAVA_OPTIONS',
      'GO(FLAGS|ROOT|PATH|BIN|WORK|ENV)',
    ],
    ...['(LD|DYLD|NPM|YARN|PNPM|COREPACK|BUN|DENO|TS_NODE|TSX|UV|GIT|JEST|MOCHA|VITEST|BABEL|SWC)_\\w+'],
    ...['(OPENSSL_(CONF|MODULES|ENGINES)|GCONV_PATH|FLASK_APP|PHPRC|PHP_INI_SCAN_DIR|COVERAGE_(PROCESS_START|RCFILE))'],
    ...['(DOTNET|CORECLR|GUNICORN|UVICORN|CELERY)_\\w+'],
    ...['(NODE|PYTHON|PYTEST|RUBY|PERL|LUA)\\w+'],
  ].join('|')})$`,
  'i',
);
/** Certificates: no code. */
const DATA = /^NODE_EXTRA_CA_CERTS$/;
const HERE = fileURLToPath(new URL('./', import.meta.url));
/** The folder of this server's own additions: in the distribution, or anywhere in the sources. */
const OWN = HERE.endsWith('/src/engine/roots/') ? fileURLToPath(new URL('../../../', import.meta.url)) : HERE;

/** A path that a variable of a launch has code loaded from. */
interface LoadedPath {
  readonly variable: string;
  /** Absolute. */
  readonly path: string;
}

/**
 * The paths from which the variables of a launch may have code loaded, as far as they are not the server's own value of them
 * already.
 */
export function loadedPaths({ env, cwd }: Pick<LaunchRequest, 'env' | 'cwd'>): LoadedPath[] {
  return Object.entries(env).flatMap(([variable, value]) => {
    if (!LOADS_CODE.test(variable) || DATA.test(variable)) return [];
    const inherited = new Set(namedPaths(process.env[variable] ?? '', process.cwd()));
    const paths = namedPaths(value.replaceAll(OWN, ''), cwd).filter((path) => !inherited.has(path));
    return paths.map((path) => ({ variable, path }));
  });
}
