import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';

/** The session in which a source is known. */
interface Holder {
  readonly connection: DapConnection;
}

/** A source that only its debug adapter can give: code in an archive, or made while the program runs. */
interface NamedSource {
  readonly target: Holder;
  readonly source: Dap.Source;
}

/**
 * The sources of frames that are no files here.
 *
 * @see DAP Source, `sourceReference`; source request
 */
export class SourceTexts {
  readonly #byPath = new Map<string, NamedSource>();

  /** Records where the frames of a stop stand. */
  note(target: Holder, frames: readonly Dap.StackFrame[]): void {
    for (const { source } of frames) {
      const path = source?.path ?? source?.name;
      if (path !== undefined && source?.sourceReference) this.#byPath.set(path, { target, source });
    }
  }

  /** The text of a source by the name that its frames had; undefined when no frame stood in it. */
  async text(path: string, options: CallOptions | undefined): Promise<string | undefined> {
    const named = this.#byPath.get(path);
    if (named === undefined) return undefined;
    const { source, target } = named;
    const { sourceReference = 0 } = source;
    return (await target.connection.request('source', { source, sourceReference }, options)).content;
  }

  /** The process has ended, and its sources with it. */
  forget(target: Holder): void {
    for (const [path, named] of this.#byPath) if (named.target === target) this.#byPath.delete(path);
  }
}
