/** The longest text about one wrong parameter in an answer. */
const MAX_CHARS = 500;

/** The message of an error of the SDK's schemas (a list of issues as JSON) in one line; undefined for any other. */
export function wrongParams(message: string): string | undefined {
  if (!message.startsWith('[')) return undefined;
  let issues: unknown;
  try {
    issues = JSON.parse(message);
  } catch {
    return undefined;
  }
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  const texts = issues.map((issue: unknown) => {
    const { path, message: text }: Record<string, unknown> = { ...(typeof issue === 'object' ? issue : {}) };
    return `${Array.isArray(path) ? path.join('.') : 'params'}: ${String(text)}`;
  });
  return `Invalid params: ${texts.join('; ')}`.slice(0, MAX_CHARS);
}
