import type { CallOptions } from '../../model/call-options.ts';
import type { PatchOutcome } from '../../model/program/patch-outcome.ts';
import type { LoadedRequest, Patches } from '../patches.ts';
import type { Parts } from './parts.ts';

const CANNOT: PatchOutcome = {
  kind: 'refused',
  why: 'the debugger of this language changes no running program',
  restart: true,
};

/** Patches in all parts: a file goes to those whose language it is written in. */
export class CompositePatches implements Patches {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async patch(path: string, request: LoadedRequest, options?: CallOptions): Promise<PatchOutcome> {
    const able = this.#parts.running(path).flatMap(({ adapter }) => adapter.patches ?? []);
    const outcomes = await Promise.all(able.map((patches) => patches.patch(path, request, options)));
    const functions = outcomes.flatMap((outcome) => (outcome.kind === 'patched' ? outcome.functions : []));
    if (functions.length > 0) return { kind: 'patched', functions };
    // A part that has not loaded the file has no say where another one has.
    const said = outcomes.find(({ kind }) => kind !== 'refused');
    return said ?? outcomes.find((each) => each.kind === 'refused' && each.restart) ?? outcomes[0] ?? CANNOT;
  }

  get waiting(): Patches['waiting'] {
    return this.#parts.all().flatMap(({ adapter }) => adapter.patches?.waiting ?? []);
  }

  waitingFrame(threadNumber: number): number | 'stopped' | undefined {
    const { part, threadId } = this.#parts.ofThread(threadNumber);
    return part.adapter.patches?.waitingFrame(threadId);
  }
}
