import type { ScriptId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import type { WrittenPlace } from '../source/watched-place.ts';
import { isResumable, privateElement, type WrittenVariable, writtenVariable } from '../source/write-sites.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import type { FoundVariable } from '../writes/watched-variable.ts';
import { evaluated } from './object-in-frame.ts';

/** Lines that are listed in one answer. */
const MOST_LINES = 8;
/** Each is looked at behind, at some places. */
const MOST_SITES = 200;

type Named = Extract<WrittenPlace, { kind: 'variable' | 'privateField' }>;
type Found =
  /** @property note Which of its writes are seen, if not all. */
  { readonly variable: FoundVariable; readonly note: string } | { readonly why: string };

/** Finds a variable or a private field that a frame can name, to be watched, or the reason why it cannot be watched. */
export async function findVariable(
  thread: V8Thread,
  frame: PausedFrame,
  named: Named,
  options?: CallOptions,
): Promise<Found> {
  const { scriptId, lineNumber, columnNumber = 0 } = frame.callFrame.location;
  const { scriptSource: text } = await thread.session.send('Debugger.getScriptSource', { scriptId }, options);
  const variable = writtenVariable(named, text, { line: lineNumber + 1, column: columnNumber });
  const why = variable ? obstacleOf(variable) : undeclared(named);
  if (!variable || why !== '') return { why: `${why}${variable ? linesOf(variable, thread, scriptId) : ''}` };
  const reader = await evaluated({ thread, frame }, readerOf(named, variable), options);
  if ('error' in reader) return { why: `it cannot be read here: ${reader.error}` };
  const { variables } = thread.writes;
  const failure = named.kind === 'privateField' ? await variables.failure(reader.objectId, options) : '';
  if (failure !== '') return { why: failure };
  const { params: paused } = thread.pausedNow();
  const found = { variable, text, readerId: reader.objectId, paused, frame: frame.callFrame };
  return { variable: found, note: noteOf(variable) };
}

function noteOf({ isShared, owner, mayBeWrittenUnseen }: WrittenVariable): string {
  const end = isShared || owner.type === 'Program' ? '' : ' until its call returns';
  return mayBeWrittenUnseen ? `${end}, not those of eval or with` : end;
}

/** An expression for an object that reads it from anywhere. One of a call's own frame is read there. */
function readerOf(named: Named, { isShared, name }: WrittenVariable): string {
  if (named.kind === 'privateField')
    return `((object) => ({ __proto__: null, read: () => object.#${name} }))(${named.object})`;
  return isShared ? `({ __proto__: null, read: () => ${name} })` : '({ __proto__: null })';
}

function undeclared({ kind, name }: Named): string {
  return kind === 'variable'
    ? `nothing in this file declares ${name}, or its text does not parse: stop in the file that does`
    : `no class around this place declares #${name}: stop in a method of the one that does`;
}

/** The reason why a variable cannot be watched; empty if it can. */
function obstacleOf(variable: WrittenVariable): string {
  const { kind, sites, isShared, isOwn, runsOnce, scope, owner } = variable;
  const what = kind === 'variable' ? 'a variable' : 'a private field';
  const element = kind === 'privateField' ? privateElement(variable) : undefined;
  if (element && element.type !== 'PropertyDefinition')
    return 'it is a private method, getter or setter: watch what its code writes';
  if (sites.every(({ declares }) => declares))
    return `it is ${what}, and nothing writes it after its declaration. Watch what it holds: a property, its length or size, or an entry`;
  if (!isShared && !isOwn) return `it is ${what} that no function uses, so that V8 shows it in its own function alone`;
  if (!isShared && /^(PropertyDefinition|StaticBlock)$/.test(owner.type))
    return `it is ${what} of what initialises a class, where V8 is not safe to ask`;
  if (isShared && scope.type === 'ForStatement')
    return 'each round of its loop has one of its own, which functions keep';
  if (!isShared && !runsOnce && isResumable(owner))
    return `it is ${what} of an async function or generator that no other function uses, and V8 does not tell the calls of it apart`;
  if (sites.length > MOST_SITES) return `it is ${what} that is written in ${sites.length} places`;
  return '';
}

/** Names the lines at which breakpoints would see changes that a watch cannot. */
function linesOf({ sites }: WrittenVariable, { scripts }: V8Thread, scriptId: ScriptId): string {
  const located = sites
    .filter(({ declares }) => !declares)
    .map(({ place }) => scripts.locate({ scriptId, lineNumber: place.line - 1, columnNumber: place.column }).line);
  const lines = [...new Set(located)];
  if (lines.length === 0) return '';
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '';
  return `. It is written in line${lines.length === 1 ? '' : 's'} ${lines.slice(0, MOST_LINES).join(', ')}${more}: set breakpoints there`;
}
