/** The text that a source file is to run as. */
export type PatchRequest =
  /** One text in it replaced by another; it must stand there once. */
  | { readonly kind: 'replace'; readonly old: string; readonly new: string }
  /** The text as its file is on disk now. */
  | { readonly kind: 'disk' }
  /** A whole new text. */
  | { readonly kind: 'text'; readonly text: string }
  /** The text as the program loaded it. */
  | { readonly kind: 'revert' };

/** The outcome for one function that a patch changes. */
export type PatchVerdict =
  /** @property kept Function objects of earlier calls around it, which run their old text until the call makes new ones. */
  | { readonly kind: 'applied'; readonly kept: number }
  /**
   * The function runs now: its calls finish with the old text, and the next one begins with the new.
   *
   * @property restartable Whether a stopped call of it can be restarted.
   */
  | { readonly kind: 'nextCall'; readonly restartable: boolean }
  /** @property why A part of a sentence: "it is an async function". */
  | { readonly kind: 'notApplied'; readonly why: string };

/** A function that a patch changes. */
export interface PatchedFunction {
  readonly name: string;
  /** In the new text, 1-based. */
  readonly line: number;
  /** The thread, where the program has several that have loaded the file. */
  readonly thread?: string;
  readonly verdict: PatchVerdict;
}

/** The outcome of a patch: refused as a whole, or a verdict for each changed function. */
export type PatchOutcome =
  /** Nothing was changed. @property why A sentence without its full stop. @property restart Whether a new start runs it. */
  | { readonly kind: 'refused'; readonly why: string; readonly restart: boolean }
  /** The file is on disk as the program loaded it, and the program runs a patched one. */
  | { readonly kind: 'unedited' }
  /** No function has another text. */
  | { readonly kind: 'same' }
  | { readonly kind: 'patched'; readonly functions: readonly PatchedFunction[] };

/** True if the program has changed. */
export function isPatched(outcome: PatchOutcome): boolean {
  return outcome.kind === 'patched' && outcome.functions.some(({ verdict }) => verdict.kind !== 'notApplied');
}
