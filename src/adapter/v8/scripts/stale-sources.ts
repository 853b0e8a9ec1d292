import type { Stats } from 'node:fs';
import { isAbsolute } from 'node:path';
import { readText, statOf } from '../../../files/read-file.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { SourceMap } from '../../../sourcemap/source-map.ts';
import type { EditedSource } from '../../edited-source.ts';
import type { ProgramTexts } from './program-texts.ts';
import type { Script, ScriptTable } from './script-table.ts';

/** The file system's clock is some milliseconds behind. */
const CLOCK_STEP_MS = 50;
const MAX_KEPT = 20;

/**
 * True if the file of a script may have been written to since it was loaded. The time of the change counts: that of the text is
 * what a copy was given.
 */
export function mayBeEdited({ path, loadedAtMs }: Pick<Script, 'path' | 'loadedAtMs'>): boolean {
  const file = isAbsolute(path) ? statOf(path) : undefined;
  return file !== undefined && isNewer(file, loadedAtMs);
}

/** The source files of a thread that have been edited, and the text of them that the thread runs. */
export class StaleSources {
  readonly #scripts: ScriptTable;
  readonly #texts: ProgramTexts;
  /** The outcome of comparing a script with its file, by script, for as long as the file stays as it is. */
  readonly #compared = new Map<string, { readonly stamp: string; readonly edited: EditedSource | undefined }>();

  constructor(scripts: ScriptTable, texts: ProgramTexts) {
    this.#scripts = scripts;
    this.#texts = texts;
  }

  /**
   * @param path Absolute.
   * @param script The script that has its code; left out, the last one that was loaded.
   */
  async of(path: string, script = this.#lastOf(path), options?: CallOptions): Promise<EditedSource | undefined> {
    const file = script && statOf(path);
    if (!script || !file?.isFile()) return undefined;
    const map = this.#scripts.mapOf(script);
    if (map?.sources.includes(path)) return compiledSource(path, file, script, map);
    return script.path === path ? this.#writtenSource(file, script, options) : undefined;
  }

  #lastOf(path: string): Script | undefined {
    return this.#scripts.containing(path, this.#scripts.naming.urlsOf(path)).at(-1);
  }

  async #writtenSource(file: Stats, script: Script, options?: CallOptions): Promise<EditedSource | undefined> {
    const isPatched = this.#texts.isPatched(script.id);
    if (!isPatched && !isNewer(file, script.loadedAtMs)) return undefined;
    const stamp = `${file.ino} ${file.size} ${file.mtimeMs} ${file.ctimeMs}`;
    const known = this.#compared.get(script.id);
    if (known?.stamp === stamp && !isPatched) return known.edited;
    const text = await this.#texts.of(script.id, options);
    const now = readText(script.path);
    const isSame = now === undefined || isSameText(text, now) || isWithoutTypes(text, now);
    const edited: EditedSource | undefined = isSame
      ? undefined
      : { since: isPatched ? 'patch' : script.loadedAtMs === undefined ? 'unknown' : 'load', text };
    this.#compared.delete(script.id);
    this.#compared.set(script.id, { stamp, edited });
    for (const oldest of this.#compared.keys()) {
      if (this.#compared.size <= MAX_KEPT) break;
      this.#compared.delete(oldest);
    }
    return edited;
  }
}

function compiledSource(path: string, file: Stats, script: Script, map: SourceMap): EditedSource | undefined {
  const { loadedAtMs } = script;
  const output = script.path === path ? undefined : statOf(script.path);
  // Its map was written again with it, and says nothing about what runs.
  if (output && loadedAtMs !== undefined && output.mtimeMs > loadedAtMs + CLOCK_STEP_MS) return { since: 'recompiled' };
  const compiledAtMs = output?.mtimeMs ?? loadedAtMs;
  if (compiledAtMs !== undefined && file.mtimeMs <= compiledAtMs) return undefined;
  const text = map.contentOf(path);
  const since = output ? 'compile' : loadedAtMs === undefined ? 'unknown' : 'load';
  if (text === undefined) return since === 'unknown' ? undefined : { since };
  const now = readText(path);
  return now === undefined || isSameText(text, now) ? undefined : { since, text };
}

/** A time that is not known is no time after which a file can be called unchanged. */
function isNewer({ ctimeMs, mtimeMs }: Stats, loadedAtMs: number | undefined): boolean {
  return loadedAtMs === undefined || Math.max(ctimeMs, mtimeMs) > loadedAtMs - CLOCK_STEP_MS;
}

function isSameText(a: string, b: string): boolean {
  return a === b || plain(a) === plain(b);
}

/** Hosts drop the mark of the byte order, and tools that write maps change line ends. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** True if a script is a file whose types Node took out, by leaving blanks. */
function isWithoutTypes(text: string, written: string): boolean {
  if (text.length !== written.length) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== written.charCodeAt(index) && !/[\s;]/.test(text.charAt(index))) return false;
  }
  return true;
}
