import { definedOnly } from '../../../process/defined-only.ts';

/**
 * The environment of a debugged Python: what it prints is to arrive when it is printed, as text; and debugpy's advice about
 * its own settings is no part of the program's output.
 */
export function pythonEnvironment(given: Readonly<Record<string, string>>): Record<string, string> {
  const base = { PYTHONIOENCODING: 'utf-8', ...process.env };
  const ours = { PYTHONUNBUFFERED: '1', PYDEVD_DISABLE_FILE_VALIDATION: '1' };
  return definedOnly({ ...base, ...ours, ...given });
}
