/**
 * An action that a caller can take next. Each toolset has its own name for the tool that does it.
 *
 * `start` is whatever begins a session, by launching a program or by attaching to one.
 */
export type ActionName =
  | 'start'
  | 'launch'
  | 'listBreakpoints'
  | 'continue'
  | 'pause'
  | 'evaluate'
  | 'stack'
  | 'variables'
  | 'watch'
  | 'output'
  | 'sessions'
  | 'stop';

/** A toolset's names of the tools for actions; an action that none of its tools does is left out. */
export type ActionNames = Readonly<Partial<Record<ActionName, string>>>;

/** Advice on the next step: a text, or one sentence in parts, some of which stand for the name of a tool. */
export type Advice = string | readonly (string | { readonly action: ActionName })[];

/** The advice in the words of a toolset; undefined when it depends on an action that the toolset has no tool for. */
export function wordAdvice(advice: Advice | undefined, names: ActionNames): string | undefined {
  if (advice === undefined || typeof advice === 'string') return advice;
  const parts = advice.map((part) => (typeof part === 'string' ? part : names[part.action]));
  return parts.includes(undefined) ? undefined : parts.join('');
}
