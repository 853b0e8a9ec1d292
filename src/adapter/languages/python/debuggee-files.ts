import { pathInDebuggee, textInDebuggee } from '../../../files/debuggee-file.ts';

/** Files that describe values in the debuggee; they share one namespace, in the order in which they are run. */
export const SUMMARISER_FILES = [
  'read_values.py',
  'describe_values.py',
  'library_values.py',
  'object_views.py',
  'refused_calls.py',
  'package_values.py',
  'frame_variables.py',
  'exception_texts.py',
  'archive_sources.py',
  'how_asked.py',
  'private_names.py',
  'answer_questions.py',
  'pass_reports.py',
  'pass_frames.py',
  'pass_conditions.py',
  'pass_breakpoints.py',
  'exception_causes.py',
  'function_entries.py',
  'quiet_log.py',
  'wake_threads.py',
  'library_frames.py',
  'process_name.py',
  'exit_handlers.py',
  'raw_threads.py',
  'keep_apart.py',
] as const;

/** The files among them that describe the variables of a frame, which need no debugger. */
export const DESCRIBING_FILES = SUMMARISER_FILES.slice(0, 7);

/** Files that find out why a program hangs, likewise. */
export const HANG_FILES = [
  'how_asked.py',
  'hang_loops.py',
  'hang_threads.py',
  'hang_schedulers.py',
  'hang_tasks.py',
  'hang_locks.py',
] as const;

/** Files that watch the writes of places, likewise. */
export const WRITE_FILES = [
  'write_places.py',
  'write_items.py',
  'write_sites.py',
  'write_calls.py',
  'write_values.py',
  'write_stops.py',
  'write_watch.py',
  'write_changes.py',
  'write_monitoring.py',
  'write_codes.py',
  'write_frames.py',
  'write_tracing.py',
  'write_watches.py',
] as const;

/** Programs that run alone, and what installs the others. */
type SingleFile =
  | 'start_debuggee.py'
  | 'hurry_debugpy.py'
  | 'install_module.py'
  | 'interpreter_facts.py'
  | 'check_expressions.py';
type DebuggeeFile = SingleFile | (typeof SUMMARISER_FILES | typeof HANG_FILES | typeof WRITE_FILES)[number];

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
