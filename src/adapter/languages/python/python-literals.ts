/**
 * A value as JSON in ASCII, of which a text is a Python string, too.
 *
 * pydevd replaces `@LINE@` in what it evaluates, and reads its input in an encoding of its own: nothing of either is left.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('@', '\\u0040')
    .replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
