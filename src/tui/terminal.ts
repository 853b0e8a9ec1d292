const ENTER = '\u001b[?1049h\u001b[2J\u001b[H';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const ERASE_SCROLLBACK = '\u001b[3J';
const CLEAR = '\u001b[2J\u001b[H';

/** A terminal to draw on: what of a process's streams is used. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Changes to the terminal's second screen, so that what was on the first one is there again afterwards. */
export function enterScreen({ stdout }: Terminal): void {
  stdout.write(ENTER);
}

/** Gives the terminal back as it was found: first screen, cursor, keys. May be called more than once. */
export function leaveScreen({ stdin, stdout }: Terminal): void {
  if (stdin.isTTY) stdin.setRawMode(false);
  stdout.write(LEAVE);
}

/** Empties the screen: after a change of its size what is on it is anywhere. */
export function clearScreen({ stdout }: Terminal): void {
  stdout.write(CLEAR);
}

/** Puts a text on the clipboard of the person at the terminal, also through ssh (OSC 52). Not every terminal allows it. */
export function copyText({ stdout }: Terminal, text: string): void {
  stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}

/**
 * A terminal's stream as ink is to see it. Ink empties the lines that were scrolled away, too, when a screen became smaller; those belong
 * to the person.
 */
export function keepingScrollback(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = (text: string | Uint8Array, ...rest: []) =>
    stdout.write(typeof text === 'string' ? text.replaceAll(ERASE_SCROLLBACK, '') : text, ...rest);
  return new Proxy(stdout, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
