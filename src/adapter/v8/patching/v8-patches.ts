import { basename, extname } from 'node:path';
import { statOf } from '../../../files/read-file.ts';
import { replaceOnce } from '../../../files/replace-once.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ThreadId } from '../../../model/ids.ts';
import type { PatchedFunction, PatchOutcome } from '../../../model/program/patch-outcome.ts';
import type { LoadedRequest, Patches } from '../../patches.ts';
import type { Script } from '../scripts/script-table.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { type ScriptOutcome, ThreadPatches } from './thread-patches.ts';

/** A file's script in one of the threads. */
interface LoadedScript {
  readonly patches: ThreadPatches;
  readonly thread: V8Thread;
  readonly script: Script;
}

/** Gives functions new texts in all threads that have loaded their file. */
export class V8Patches implements Patches {
  readonly #threads: () => readonly V8Thread[];
  readonly #patches = new WeakMap<V8Thread, ThreadPatches>();

  constructor(threads: () => readonly V8Thread[]) {
    this.#threads = threads;
  }

  async patch(path: string, request: LoadedRequest, options?: CallOptions): Promise<PatchOutcome> {
    const found = this.#threads().flatMap((thread) => this.#scriptsIn(thread, path));
    const obstacle = this.#obstacle(path, found);
    if (obstacle) return obstacle;
    const wanted = await Promise.all(found.map((each) => wantedText(each, path, request, options)));
    if (request.kind === 'text' && found.every(({ patches, script }, at) => patches.loaded(script) === wanted[at]))
      return { kind: 'unedited' };
    const outcomes: { readonly thread: string; readonly outcome: ScriptOutcome }[] = [];
    for (const [index, { patches, thread, script }] of found.entries()) {
      const text = wanted[index];
      if (text === undefined) continue;
      outcomes.push({ thread: thread.name, outcome: await patches.change(script, text, options) });
    }
    return together(outcomes);
  }

  get waiting(): readonly { readonly name: string; readonly path: string }[] {
    return this.#threads().flatMap((thread) =>
      (this.#patches.get(thread)?.waiting ?? []).map(({ change, script }) => ({
        name: change.name,
        path: script.path,
      })),
    );
  }

  waitingFrame(threadId: ThreadId): number | undefined {
    const thread = this.#threads().find((each) => each.threadId === threadId);
    const waiting = (thread && this.#patches.get(thread)?.waiting) ?? [];
    const frames = thread?.currentPause?.frames ?? [];
    const index = frames.findLastIndex(({ callFrame: { functionLocation: at } }) =>
      waiting.some(
        ({ script, start }) =>
          script.id === at?.scriptId && start.lineNumber === at.lineNumber && start.columnNumber === at.columnNumber,
      ),
    );
    return index < 0 ? undefined : index;
  }

  #scriptsIn(thread: V8Thread, path: string): LoadedScript[] {
    const { scripts } = thread;
    const patches = this.#patches.get(thread) ?? new ThreadPatches(thread);
    this.#patches.set(thread, patches);
    return scripts.containing(path, scripts.naming.urlsOf(path)).map((script) => ({ patches, thread, script }));
  }

  #obstacle(path: string, found: readonly LoadedScript[]): PatchOutcome | undefined {
    const name = basename(path);
    if (found.length === 0 && !statOf(path)?.isFile())
      return { kind: 'refused', why: `there is no file ${path}`, restart: false };
    if (found.length === 0)
      return { kind: 'refused', why: `${name} is not loaded: when it is, it runs as it is on disk`, restart: false };
    const compiled = found.find(({ thread, script }) => thread.scripts.isCompiledFrom(script, path));
    const isOther = !['.js', '.cjs', '.mjs', ''].includes(extname(path));
    if (!compiled && !isOther) return undefined;
    return { kind: 'refused', why: `${name} is compiled before it runs, and V8 knows only the result`, restart: true };
  }
}

/** @returns undefined where there is nothing to do */
async function wantedText(
  { patches, script }: LoadedScript,
  path: string,
  request: LoadedRequest,
  options?: CallOptions,
): Promise<string | undefined> {
  if (request.kind === 'revert') return patches.loaded(script);
  if (request.kind === 'text') return request.text.replace(/^\uFEFF/, '');
  return replaceOnce(await patches.wanted(script, options), request, path);
}

/** Threads of one program mostly say the same. */
function together(outcomes: readonly { readonly thread: string; readonly outcome: ScriptOutcome }[]): PatchOutcome {
  const refused = outcomes.find(({ outcome }) => outcome.kind === 'refused')?.outcome;
  if (refused?.kind === 'refused') return refused;
  const each = outcomes.map(({ thread, outcome }) => ({
    thread,
    functions:
      outcome.kind === 'patched'
        ? outcome.verdicts.map(({ change, verdict }) => ({ name: change.name, line: change.line, verdict }))
        : [],
  }));
  const texts = new Set(each.map(({ functions }) => JSON.stringify(functions)));
  const functions: readonly PatchedFunction[] =
    texts.size <= 1
      ? (each[0]?.functions ?? [])
      : each.flatMap(({ thread, functions: own }) => own.map((one) => ({ ...one, thread })));
  return functions.length === 0 ? { kind: 'same' } : { kind: 'patched', functions };
}
