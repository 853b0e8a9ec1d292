import type { CallOptions } from '../../model/call-options.ts';
import type { FrameId } from '../../model/ids.ts';
import type { ExpressionOptions } from '../debug-adapter.ts';
import type { EditedSource } from '../edited-source.ts';
import type { Parts } from './parts.ts';

/** The sources and expressions of a debuggee in several languages, answered by the part whose language is meant. */
export class CompositeSources {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** As {@link DebugAdapter.source}. */
  async text(path: string, options?: CallOptions): Promise<string | undefined> {
    for (const { adapter } of this.#parts.running(path)) {
      const text = await adapter.source(path, options);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** As {@link DebugAdapter.editedSource}. */
  async edited(path: string, frameId?: FrameId, options?: CallOptions): Promise<EditedSource | undefined> {
    if (frameId !== undefined) {
      const { adapter, ids } = this.#parts.ofHandle(frameId);
      return adapter.editedSource(path, ids.ownId(frameId), options);
    }
    const asked = this.#parts.running(path).map(({ adapter }) => adapter.editedSource(path, undefined, options));
    return (await Promise.all(asked)).find((edited) => edited !== undefined);
  }

  /** As {@link DebugAdapter.isOwnSource}. */
  isOwn(path: string): boolean {
    return this.#parts.running(path).some(({ adapter }) => adapter.isOwnSource(path));
  }

  /**
   * Checks an expression. Without a file to say the language, the expression may be in the program's own, or in a language whose
   * processes run.
   */
  async expressionError(expression: string, options: ExpressionOptions = {}): Promise<string | undefined> {
    const { path, ...call } = options;
    const [owner] = path === undefined ? [] : this.#parts.ownersOf(path);
    const part = owner && 'language' in owner ? await this.#parts.make(owner) : owner;
    if (part) return part.adapter.expressionError(expression, call);
    const others = this.#parts.followers().filter(({ adapter }) => adapter.threads().length > 0);
    let error: string | undefined;
    for (const { adapter } of [this.#parts.root, ...others]) {
      const found = await adapter.expressionError(expression, call);
      if (found === undefined) return undefined;
      error ??= found;
    }
    return error;
  }
}
