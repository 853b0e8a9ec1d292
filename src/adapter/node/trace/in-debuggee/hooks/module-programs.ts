import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { ownScript } from '../agent/settings.ts';
import type { Texts } from './texts.ts';

const { readFileSync, realpathSync } = fs;

/**
 * Calls `come` at the start where the program may be ES modules, else before the first text that imports some: a thread for
 * hooks takes a tenth of a second to start.
 */
export function whenModulesCome(texts: Texts, come: () => void): void {
  const script = ownScript();
  if (script === undefined || mayBeModule(script)) come();
  else texts.beforeImports(come);
}

function mayBeModule(script: string): boolean {
  try {
    const path = realpathSync(script);
    if (path.endsWith('.cjs')) return false;
    if (path.endsWith('.mjs') || /[\\/]node_modules[\\/]/.test(path)) return true;
    return isModulePackage(dirname(path)) || /^\s*(import|export)\b/m.test(readFileSync(path, 'utf8'));
  } catch {
    return true;
  }
}

/** By the nearest package.json. */
function isModulePackage(folder: string): boolean {
  try {
    return /"type"\s*:\s*"module"/.test(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    const parent = dirname(folder);
    return parent !== folder && isModulePackage(parent);
  }
}
