/** A value's text from delve, without the type that stands before it: `{Name: "kettle"}` of `main.Item {Name: "kettle"}`. */
export function goValueText(text: string, type: string): string {
  // Beside a value, packages have the names that code gives them, and not their paths.
  const known = [type, type.replace(/(?<![^\s[\]*(),{}])[^\s[\]*(),{}]+\/(?=[^\s/[\]*(),{}]+)/g, '')].find((each) =>
    text.startsWith(`${each} `),
  );
  if (known === undefined || known === '') return text;
  const rest = text.slice(known.length + 1);
  const bare = known.startsWith('*') && rest !== 'nil' ? `*${rest}` : rest;
  return bare.replace(/, ([\]}])/g, '$1');
}

/** A result has no value before its function returns: what stands there is left from earlier calls. */
export function isUnsetResult(name: string): boolean {
  return /^~[rb]\d+$/.test(name);
}
