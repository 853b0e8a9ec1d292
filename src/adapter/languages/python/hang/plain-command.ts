/** A debugger's part of a command line: from the first text to the end of the second. */
interface Inserted {
  readonly first: string;
  /** Behind `first`, where there is one. */
  readonly through: string;
  readonly last: string;
}

const INSERTED: readonly Inserted[] = [
  // debugpy's, before the code of `-c`
  { first: "import sys; sys.path.insert(0, r'", through: '__setup_holder__=', last: '); ' },
  // debugpy's, before a file: its own file, whose path begins behind a space, and options
  { first: 'pydevd.py --', through: '', last: ' --file ' },
  // ours, before the program
  { first: 'start_debuggee.py ', through: '--configure-subProcess', last: ' true ' },
];
/** The orders that `multiprocessing` gives to its fork server: all of `sys.path`, among others. */
const ORDERS = /(\bfrom multiprocessing\.forkserver import main; ?main\().*\)(?= |$)/;
const FROZEN = / -X frozen_modules=off$/;

/**
 * The command line of a Python process as the program gave it. Debuggers put their own start in front of the code of `-c` and of the file that
 * is run, and with it what the process proves itself by.
 *
 * @param command The words, joined by spaces.
 */
export function plainCommand(command: string): string {
  for (const { first, through, last } of INSERTED) {
    const begin = command.indexOf(first);
    const inside = begin === -1 ? -1 : command.indexOf(through, begin);
    const end = inside === -1 ? -1 : command.indexOf(last, inside);
    if (end === -1) continue;
    const isCode = first.startsWith('import');
    const front = command.slice(0, isCode ? begin : command.lastIndexOf(' ', begin));
    const program = command.slice(end + last.length);
    // It stands on a line of its own where it could not stand behind ours.
    return isCode
      ? (front + program.replace(/^\n/, '')).replace(ORDERS, '$1…)')
      : `${front.replace(FROZEN, '')} ${program}`;
  }
  return command.replace(ORDERS, '$1…)');
}
