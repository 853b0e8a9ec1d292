import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readText } from '../../../files/read-file.ts';

/** What describes values in the debuggee: files that share one namespace, in the order in which they are run. */
export const SUMMARISER_FILES = [
  'read_values.py',
  'describe_values.py',
  'library_values.py',
  'object_views.py',
  'frame_variables.py',
  'exception_texts.py',
  'how_asked.py',
  'answer_questions.py',
  'pass_breakpoints.py',
  'exception_causes.py',
  'function_entries.py',
  'quiet_log.py',
  'wake_threads.py',
  'library_frames.py',
] as const;

/** Those of them that describe the variables of a frame, which need no debugger. */
export const DESCRIBING_FILES = SUMMARISER_FILES.slice(0, 5);

/** What says why a program hangs, likewise. */
export const HANG_FILES = [
  'how_asked.py',
  'hang_loops.py',
  'hang_threads.py',
  'hang_tasks.py',
  'hang_locks.py',
] as const;

/** Programs that run alone, and what installs the others. */
type SingleFile = 'start_debuggee.py' | 'install_module.py' | 'interpreter_facts.py' | 'check_expressions.py';
type DebuggeeFile = SingleFile | (typeof SUMMARISER_FILES | typeof HANG_FILES)[number];

/**
 * Where a file lies that runs in the debuggee: in a folder beside this file in the sources, and beside the bundled chunks in
 * the distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function debuggeeFile(name: DebuggeeFile): string {
  const path = fileURLToPath(new URL(`./in-debuggee/${name}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`A file is missing: ${path}. Build again: npm run build`);
  return path;
}

/** @throws Error as {@link debuggeeFile} */
export function debuggeeText(name: DebuggeeFile): string {
  const path = debuggeeFile(name);
  const text = readText(path);
  if (text === undefined) throw new Error(`A file cannot be read: ${path}. Build again: npm run build`);
  return text;
}
