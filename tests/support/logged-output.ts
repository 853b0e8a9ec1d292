interface Written {
  readonly category: 'stdout' | 'stderr' | 'log';
  readonly text: string;
}

/**
 * The output of one stream of a program and of its log breakpoints, in one text, from the order in which the program wrote: a
 * line of the program stays whole, with text that is logged meanwhile behind it.
 */
export function loggedOutput(done: readonly Written[], stream: 'stdout' | 'stderr'): string {
  let [all, logged] = ['', ''];
  for (const { category, text } of done) {
    if (category === 'log' && /[^\n]$/.test(all)) logged += text;
    else if (category === 'log') all += text;
    if (category !== stream) continue;
    const end = logged === '' ? text.length : text.indexOf('\n') + 1;
    all += text.slice(0, end || text.length);
    if (end > 0) {
      all += logged;
      logged = '';
      all += text.slice(end);
    }
  }
  return all + logged;
}

/** The same of what is shown, as it stands. */
export function shownOutput(chunks: readonly Written[], stream: 'stdout' | 'stderr'): string {
  return chunks.flatMap(({ category, text }) => (category === stream || category === 'log' ? text : [])).join('');
}
