/** Whose script it is. `program`: the user's own. `dependency`: a package's. `internal`: the host's own, or evaluated by the debugger. */
export type ScriptOrigin = 'program' | 'dependency' | 'internal';

/** How a host of V8 names its scripts: handed in, because a file that Node loads has another url than one that a page loads. */
export interface ScriptNaming {
  /** Every url under which V8 may report a script of this file, most likely first. */
  urlsOf(path: string): readonly string[];
  /** What a script's url is called towards users: an absolute path for a file, the url itself for everything else. */
  nameOf(url: string): string;
  originOf(url: string): ScriptOrigin;
  /** Whether a script of the host loads modules: it catches what a module throws, and throws it again. */
  isModuleLoader(url: string): boolean;
  /** Whether a script of the host starts the main script, so that nothing has called it. */
  startsMain(url: string): boolean;
}
