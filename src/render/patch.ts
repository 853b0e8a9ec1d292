import { type ActionNames, wordAdvice } from '../model/advice.ts';
import type { PatchedFunction, PatchOutcome, PatchRequest } from '../model/program/patch-outcome.ts';
import { displayPath, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';

/** Functions that are listed one by one. */
const MAX_FUNCTIONS = 20;
const MAX_NAME_CHARS = 80;

/** The context of an answer about a patch. */
interface PatchContext extends PathContext {
  /** Absolute. */
  readonly path: string;
  readonly request: PatchRequest['kind'];
  readonly actions: ActionNames;
  /** The outcome of restarting the stopped call, where that was asked for. */
  readonly restarted:
    | { readonly kind: 'restarted' }
    | { readonly kind: 'refused'; readonly why: string }
    | { readonly kind: 'noCall' }
    | undefined;
  /** Functions that wait for their next call, after that. */
  readonly waiting: readonly { readonly name: string; readonly path: string }[];
  /** The stop and the breakpoints that stand on another line of the running text than before. */
  readonly moved: readonly MovedLine[];
}

/** The present line of the program's stop, or of a breakpoint. */
export interface MovedLine {
  /** Left out for the stop. */
  readonly breakpoint?: number;
  readonly line: number;
}

/** A verdict for each function, what runs it where a patch cannot, and that nothing was written. */
export function renderPatch(outcome: PatchOutcome, context: PatchContext): string[] {
  const { path, request, actions, restarted } = context;
  const file = displayPath(path, context);
  if (outcome.kind === 'unedited') return [`Not applied: ${file} on disk is what the program loaded. ${TO_DO}`];
  if (outcome.kind === 'same') return [`${file}: ${SAME[request]}`];
  if (outcome.kind === 'refused') {
    const advice = outcome.restart ? restartAdvice(actions) : [];
    return [`Not applied: ${outcome.why}.`, ...advice];
  }
  const now = outcome.functions.map((each) => verdictNow(each, context));
  const words = { word: request === 'revert' ? 'reverted' : 'applied', isRestarted: restarted?.kind === 'restarted' };
  const lines = now.slice(0, MAX_FUNCTIONS).map((each) => functionLine(each, file, words));
  const more = now.length > MAX_FUNCTIONS ? [`… and ${now.length - MAX_FUNCTIONS} more functions.`] : [];
  const isPartial = now.some(({ verdict }) => verdict.kind === 'notApplied');
  const isApplied = now.some(({ verdict }) => verdict.kind !== 'notApplied');
  return [
    ...lines,
    ...more,
    ...(isPartial ? restartAdvice(actions) : []),
    ...(isApplied ? [...callLines(restarted), ...movedLines(context)] : []),
    ...(isApplied && request !== 'revert' ? [NOT_WRITTEN] : []),
  ];
}

const NOT_WRITTEN = 'Only the running program has changed; no file was written.';
const TO_DO = 'Edit it, or give old and new; revert takes the patches back.';
/** Nothing is to be done. */
const SAME: Readonly<Record<PatchRequest['kind'], string>> = {
  replace: 'the program runs this text already.',
  text: 'the program runs this text already.',
  disk: 'the program runs what is on disk already. Edit it first, or give old and new.',
  revert: 'the program runs what it loaded.',
};

/** The outcome of restarting a call, where no stop shows it. */
function callLines(restarted: PatchContext['restarted']): string[] {
  if (restarted?.kind === 'refused') return [`The call was not restarted: ${restarted.why}.`];
  return restarted?.kind === 'noCall' ? ['Nothing was restarted: no call of a patched function is stopped.'] : [];
}

function restartAdvice(actions: ActionNames): string[] {
  const advice = [
    'Edit the file and call ',
    { action: 'launch' },
    ' again: it runs that, with the breakpoints kept.',
  ] as const;
  const text = wordAdvice(advice, actions);
  return text === undefined ? [] : [text];
}

function movedLines({ moved, restarted }: PatchContext): string[] {
  const shown = moved.filter(({ breakpoint }) => breakpoint !== undefined || restarted?.kind !== 'restarted');
  if (shown.length === 0) return [];
  const parts = shown.map(({ breakpoint, line }) =>
    breakpoint === undefined ? `the stop is on line ${line} now` : `breakpoint ${breakpoint} on line ${line}`,
  );
  return [`Lines have moved: ${parts.join(', ')}.`];
}

/** A restarted call runs its function's new text. */
function verdictNow(patched: PatchedFunction, { path, restarted, waiting }: PatchContext): PatchedFunction {
  const { name, verdict } = patched;
  const waits = waiting.some((each) => each.name === name && each.path === path);
  if (verdict.kind !== 'nextCall' || !verdict.restartable || restarted?.kind !== 'restarted' || waits) return patched;
  return { ...patched, verdict: { kind: 'applied', kept: 0 } };
}

/** @property word What has happened to a function. */
interface VerdictWords {
  readonly word: string;
  readonly isRestarted: boolean;
}

function functionLine({ name, line, thread, verdict }: PatchedFunction, file: string, words: VerdictWords): string {
  const where = thread === undefined ? '' : ` in ${oneLine(thread, MAX_NAME_CHARS)}`;
  return `${oneLine(name, MAX_NAME_CHARS)} (${file}:${line})${where}: ${verdictText(verdict, words)}`;
}

function verdictText(verdict: PatchedFunction['verdict'], { word, isRestarted }: VerdictWords): string {
  switch (verdict.kind) {
    case 'applied':
      return verdict.kept === 0
        ? word
        : `${word}; the old text is kept by ${counted(verdict.kept, 'function object')} that earlier calls made`;
    case 'nextCall':
      if (isRestarted) return `${word} at its next call`;
      return verdict.restartable
        ? `${word} at its next call (it runs now; restart: true restarts the stopped call)`
        : `${word} at its next call (it runs now, and finishes as it began)`;
    case 'notApplied':
      return `not ${word}: ${verdict.why}`;
  }
}
