import { pathInDebuggee, textInDebuggee } from '../../../files/debuggee-file.ts';

/** The modules that describe values, which need no debugger: `describing` has what a hook of a test runner asks for. */
export const DESCRIBING_MODULES = [
  'own_threads',
  'read_values',
  'describe_values',
  'library_values',
  'object_views',
  'keep_stores',
  'refused_calls',
  'package_values',
  'exception_texts',
  'frame_variables',
  'unwarned',
  'frame_ends',
  'still_values',
  'syntax_trees',
  'exception_handlers',
  'code_files',
  'throw_records',
  'related_exceptions',
  'describing',
] as const;

/** The module that answers the server's questions, and those that it imports. */
export const SUMMARISER_MODULES = [
  'questions',
  'patient_tracing',
  ...DESCRIBING_MODULES,
  'archive_sources',
  'how_asked',
  'private_names',
  'seen_stack',
  'answer_questions',
  'expressions',
  'log_messages',
  'pass_reports',
  'pass_frames',
  'pass_conditions',
  'loaded_files',
  'whereabouts',
  'own_frames',
  'thrown_locals',
  'exception_causes',
  'function_entries',
  'quiet_log',
  'plain_names',
  'wake_threads',
  'library_frames',
  'process_name',
  'exit_handlers',
  'leave_process',
  'own_socket',
  'debugger_threads',
  'late_copies',
  'raw_threads',
  'followed_calls',
  'stepped_frames',
  'thrown_steps',
  'held_signals',
  'stopped_threads',
  'keep_sight',
  'keep_apart',
] as const;

/** Modules that find out why a program hangs. */
export const HANG_MODULES = [
  'how_asked',
  'unwarned',
  'still_values',
  'syntax_trees',
  'hang_frames',
  'hang_loops',
  'hang_threads',
  'hang_schedulers',
  'hang_tasks',
  'hang_locks',
  'hang_awaited',
  'hang_pools',
  'hang_ended',
] as const;

/** Modules that watch the writes of places; they import some of the summariser's. */
export const WRITE_MODULES = [
  'write_place',
  'write_places',
  'write_items',
  'write_sites',
  'write_calls',
  'write_values',
  'write_stops',
  'write_watch',
  'write_changes',
  'write_monitoring',
  'write_codes',
  'write_frames',
  'write_tracing',
  'write_watches',
] as const;

/** Programs that run alone, and what installs the modules. */
type SingleFile =
  | 'start_debuggee.py'
  | 'hurry_debugpy.py'
  | 'load_debugger.py'
  | 'own_files.py'
  | 'own_package.py'
  | 'install_module.py'
  | 'interpreter_facts.py'
  | 'check_expressions.py';
type DebuggeeModule = (typeof SUMMARISER_MODULES | typeof HANG_MODULES | typeof WRITE_MODULES)[number];
type DebuggeeFile = SingleFile | `${DebuggeeModule}.py`;

/**
 * The path of a file that runs in the debuggee: it lies in a folder beside this file in the sources, and beside the bundled
 * chunks in the distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function debuggeeFile(name: DebuggeeFile): string {
  return pathInDebuggee(name, import.meta.url);
}

/** @throws Error as {@link debuggeeFile} */
export function debuggeeText(name: DebuggeeFile): string {
  return textInDebuggee(name, import.meta.url);
}

/**
 * The texts of modules, by their names.
 *
 * @throws Error as {@link debuggeeFile}
 */
export function moduleTexts(names: readonly DebuggeeModule[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, debuggeeText(`${name}.py`)]));
}

/**
 * The paths of modules, by their names.
 *
 * @throws Error as {@link debuggeeFile}
 */
export function modulePaths(names: readonly DebuggeeModule[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, debuggeeFile(`${name}.py`)]));
}
