import { debuggeeText } from './debuggee-files.ts';
import { asciiJson } from './python-literals.ts';

/** A module of ours and those that it imports, by their names: as paths or, for a debuggee that does not see our files, as texts. */
interface OwnModule {
  /** The name of the module itself among them. */
  readonly module: string;
  readonly paths?: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
}

/** The expression that puts a module of ours into the debuggee; {@link moduleNamed} finds it there. */
export function installModule(name: string, { module, paths = {}, texts = {} }: OwnModule): string {
  const given = asciiJson({ NAME: name, MODULE: module, PATHS: paths, TEXTS: texts });
  const installing = debuggeeText('own_package.py') + debuggeeText('install_module.py');
  return `exec(compile(${asciiJson(installing)}, "<mcp-debugger>", "exec"), ${given})`;
}

const HOLDER = "__import__('sys').modules['_pydevd_bundle.pydevd_constants']";

/** An expression that is true for a module which was installed, and whose function of that name says so. */
export function installedModuleSays(name: string, predicate: string): string {
  return `getattr(getattr(${HOLDER}, ${asciiJson(name)}, None), ${asciiJson(predicate)}, bool)()`;
}

/** An expression for a module that was installed. */
export function moduleNamed(name: string): string {
  return `${HOLDER}.${name}`;
}
