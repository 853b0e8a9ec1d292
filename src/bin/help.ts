import { DEFAULT_JOURNAL } from '../journal/journal-names.ts';
import { LOG_LEVELS } from '../journal/log-level.ts';

/** A command, as it is typed behind the program's name. */
export type CommandName = 'serve' | 'doctor' | 'trust' | 'tui';

interface About {
  readonly usage: string;
  readonly text: string;
}

const COMMANDS: Readonly<Record<CommandName, About>> = {
  serve: { usage: '[serve] [options]', text: 'Serves a debugger over the Model Context Protocol on stdin and stdout.' },
  doctor: {
    usage: 'doctor [LANGUAGE] [--fix] [--python PATH] [--json]',
    text: `doctor says which languages can be debugged here: version, where, or what to run.
Its exit code is 1 when LANGUAGE cannot be debugged (without one: when none can).`,
  },
  trust: {
    usage: 'trust [FOLDER]',
    text: 'trust lets the mcp-debugger.json of FOLDER (default: this one) take effect, as it is now: it names commands that debugging runs.',
  },
  tui: {
    usage: 'tui [FILE] [--no-follow] [--session ID] [--demo]',
    text: `tui shows what a server does, live: the journal that it writes (default: ${DEFAULT_JOURNAL}).`,
  },
};

/** The options, each with what it does, and the commands that take it; without commands: every one. */
const OPTIONS: readonly (readonly [option: string, text: string, commands?: readonly CommandName[]])[] = [
  ['--toolset NAME[,NAME]', 'tools to serve (default: debug)', ['serve']],
  ['--trace-wire FILE', 'write every message from and to debuggees to FILE, one JSON object a line', ['serve']],
  [
    '--config FILE',
    'read languages from FILE, which is trusted (default: mcp-debugger.json, where there is a trusted one)',
    ['serve', 'doctor'],
  ],
  ['--root DIR', 'refuse programs, folders and files outside of DIR; may be given repeatedly', ['serve']],
  ['--allow-shell', 'run any command, lines for a shell and code in calls, too, which may lead out of DIR', ['serve']],
  ['--allow-remote', 'attach to programs on other machines, too', ['serve']],
  ['--log-file FILE', `write the journal to FILE (default: ${DEFAULT_JOURNAL})`, ['serve']],
  ['--log-level LEVEL', `what the journal records: ${LOG_LEVELS.join(', ')} (default: info)`, ['serve']],
  ['--no-log', 'write no journal', ['serve']],
  ['--show-secrets', 'do not mask passwords, keys and tokens in answers (the journal masks them always)', ['serve']],
  ['--fix', 'install what is missing into a private folder', ['doctor']],
  ['--python PATH', 'look at this Python, or the one that programs in the folder PATH run with', ['doctor']],
  ['--json', 'print JSON', ['doctor']],
  ['--no-follow', 'show what is in the journal, wait for nothing', ['tui']],
  ['--session ID', 'begin with this session alone, by its name or id', ['tui']],
  ['--demo', 'play a recorded session', ['tui']],
  ['-v, --version', 'print the version'],
  ['-h, --help', 'print this text; behind a command, that of the command alone'],
];
const OPTION_WIDTH = 25;

/** The text that `--help` prints: of one command, or of all of them. */
export function helpText(command?: CommandName): string {
  const about = command === undefined ? Object.values(COMMANDS) : [COMMANDS[command]];
  const usage = about.map((each) => `mcp-debugger ${each.usage}`).join('\n       ');
  const texts = about.map(({ text }) => text).join('\n\n');
  const options = OPTIONS.filter(([, , of]) => command === undefined || of === undefined || of.includes(command));
  return `Usage: ${usage}\n\n${texts}\n\nOptions:\n${options.map((each) => optionLine(each, command)).join('')}`;
}

/** In the text of all commands, the options of one that is not the server name it. */
function optionLine([option, text, commands]: (typeof OPTIONS)[number], command: CommandName | undefined): string {
  const of = command === undefined && commands?.length === 1 && commands[0] !== 'serve' ? `${commands[0]}: ` : '';
  return `${`  ${option}`.padEnd(OPTION_WIDTH)}${of}${text}\n`;
}
