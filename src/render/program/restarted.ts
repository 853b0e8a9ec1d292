import { oneLine } from '../plain-text.ts';

/** Names that are listed. */
const MAX_NAMES = 10;
const MAX_NAME_CHARS = 80;

/** Variables of a call that was restarted in its old frame, by their names. */
interface RestartedNames {
  /** Arguments that may have been assigned. */
  readonly assigned: readonly string[];
  /** Variables that other functions share. */
  readonly shared: readonly string[];
  /** Variables that have a value already. */
  readonly kept: readonly string[];
  /** True if more variables show what they held before. */
  readonly others: boolean;
}

/**
 * Lists the differences from the state in which a restarted call was first made. @param variables Left out if no more is known.
 */
export function renderRestarted(variables?: RestartedNames): string[] {
  if (!variables) return [`Restarted with the arguments as they are now; ${NOT_UNDONE}`];
  const { assigned, shared, kept, others } = variables;
  const said = assigned.length > 0 ? `it may have assigned ${names(assigned)}` : 'no statement of it assigns one';
  return [
    `Restarted with the arguments as they are now (${said}); ${NOT_UNDONE}`,
    ...(kept.length > 0 ? [`Still bound, unlike in a new call: ${names(kept)}.`] : []),
    ...(others ? ['Locals show what they held before until they are assigned.'] : []),
    ...(shared.length > 0 ? [`Functions that it has made before go on sharing with it: ${names(shared)}.`] : []),
  ];
}

const NOT_UNDONE = 'what its statements had done elsewhere is not undone.';

function names(all: readonly string[]): string {
  const more = all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '';
  return `${all
    .slice(0, MAX_NAMES)
    .map((each) => oneLine(each, MAX_NAME_CHARS))
    .join(', ')}${more}`;
}
