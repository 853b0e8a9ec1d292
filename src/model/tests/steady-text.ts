/** The address of an object in memory, also cut at its front by a runner that shortens texts. */
const ADDRESS = /\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{8,}(?=>)/gi;

/** Takes the addresses of objects, which differ in each run, out of a text. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, '0x…');
}

/** Durations, and places in files. */
const VARYING = /\b\d+(?:\.\d+)?\s?m?s\b|:\d+:\d+\b/gi;

/** Takes all out of a text of an error that differs from run to run though nothing about the error does. */
export function steadyText(text: string): string {
  return withoutAddresses(text).replace(VARYING, '…');
}

/** The name and the message of an error, as its text begins with them. */
export function errorText({ name, message }: { readonly name: string; readonly message: string }): string {
  return name === '' ? message : `${name}: ${message}`;
}
