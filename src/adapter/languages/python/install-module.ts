import { debuggeeText } from './debuggee-files.ts';
import { asciiJson } from './python-literals.ts';

/** Files of ours by their paths or, for a debuggee that does not see them, as texts; in the order in which they are run. */
interface ModuleFiles {
  readonly paths?: readonly string[];
  readonly texts?: readonly string[];
}

/** The expression that puts a module of ours into the debuggee; it is found there by {@link moduleNamed}. */
export function installModule(name: string, { paths = [], texts = [] }: ModuleFiles): string {
  const given = asciiJson({ NAME: name, PATHS: paths, TEXTS: texts });
  return `exec(compile(${asciiJson(debuggeeText('install_module.py'))}, "<mcp-debugger>", "exec"), ${given})`;
}

const HOLDER = "__import__('sys').modules['_pydevd_bundle.pydevd_constants']";

/** An expression for a module that was installed. */
export function moduleNamed(name: string): string {
  return `${HOLDER}.${name}`;
}
