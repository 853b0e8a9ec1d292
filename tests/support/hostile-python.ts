import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../tests/support/hostile-python/', import.meta.url));

/** A program that does a deed, calls `f`, and writes what comes of it; its first argument names the deed. */
export const HOSTILE_PYTHON = { 'main.py': textOf('main.py'), 'hostile.py': textOf('hostile.py') };
export const TAME_DEED = 'no deed';
export const HOSTILE_DEEDS = [...HOSTILE_PYTHON['hostile.py'].matchAll(/^@deed\ndef (\w+)/gm)]
  .map(([, name = '']) => name.replaceAll('_', ' '))
  .filter((name) => name !== TAME_DEED);
/** With these, `f` is called with more than without. */
export const WITH_OTHER_VALUES = /^(?:texts|keys|values|classes) that|^proxies/;

function textOf(name: string): string {
  return readFileSync(FOLDER + name, 'utf8');
}
