// docs/traces.md and docs/planted.md: what debug_trace answers, shown by the golden answers of the tests and by what was measured.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Questions, their occasions, and the goldens that answer them. */
const QUESTIONS = [
  {
    title: 'A wrong value, and no idea where it comes from',
    call: { program: 'invoices.js', mode: 'deep' },
    golden: 'demo',
    text: 'The first call to make. `mode: "deep"` records all functions of the program, or those that ran in a call of `function`, and shows of each one call with the statements that made something: rows by which values came to be that others used, or that the program wrote, come first. Statements that made nothing stay out when there is no room.',
  },
  {
    title: 'Where a wrong value came from',
    call: { program: 'invoice.js', value: '91' },
    golden: 'value-node',
    text: '`value` is the wrong one, as it was printed: `60.30`, `Tea Tea`, `["b","a"]`; in quotes it is a string alone. Shown is the statement by which it first came to be, where it went from there, the rows that led to it in that very call, and what ran before it. A value counts that is the text, or an object that has it one level deep; where nothing is, a longer string with the text in it. Words of three characters and more that are a part of it are looked for as well: of `1924-12-05` it says where the 1924 was made. Of several places the one counts whose value was made there and went on to others; the next ones are named. A common value (`0`, `true`) comes to be in many places: a text that only the wrong value has says more.',
  },
  {
    title: 'The life of one call',
    call: { program: 'invoice.js', function: 'invoice', call: 'first' },
    golden: 'frame-node',
    text: 'Each line that ran, in order, with what it changed, the calls it made with arguments and results, and the branches. Loops are folded to the first, the second, the last and each pass that differs. Without `call` it is the first call that throws, or the last.',
  },
  {
    title: 'The call that threw',
    call: { program: 'invoice.js', args: ['--broken'], function: 'Cart.invoice()' },
    golden: 'throws-node',
    text: 'Nothing more is needed: the one that threw is what is shown by default.',
  },
  {
    title: 'The call where something holds',
    call: { program: 'invoice.py', file: 'invoice.py', line: 7, call: 'if item["kind"] == "cd"' },
    golden: 'condition-python',
    text: '`call: "if …"` takes an expression with the arguments in scope; `file` and `line` mean the function around a line.',
  },
  {
    title: 'What called what',
    call: { program: 'invoice.js' },
    golden: 'calls-node',
    text: 'The tree of calls of own code, below `function` or of the whole run. Calls that are alike in kind are folded with a count: of their values, the first are shown. True and false, empty values, zero and negative numbers are kinds of their own. One of the others may be the odd one: the call at the end has the values of all.',
  },
  {
    title: 'Values at places, over all passes',
    call: {
      program: 'invoice.js',
      at: ['invoice.js:22: price, total', 'invoice.js:22 if price > 20: item.kind', 'priceOf()'],
    },
    golden: 'values-node',
    text: 'For each point the passes are counted and the values summed up; a function as a point gives its arguments and results.',
  },
  {
    title: 'It works with one input and not with another',
    call: { program: 'invoice.js', function: 'invoice', call: '2', compareWith: { args: ['--member'] } },
    golden: 'comparison-node',
    text: 'The program runs twice; shown is the first place where the two part, in path or in value. `compareWith: {"trace": "3"}` compares with an earlier run instead: after an edit, the same question shows what the edit changed.',
  },
  {
    title: 'What ran, and how often',
    call: { program: 'invoice.js', mode: 'lines', function: 'Cart.invoice()' },
    golden: 'lines-function-node',
    text: '`mode: "lines"` counts each line and each way of a branch: of a function, of a `file`, or of all own code, where what did not run comes first.',
  },
  {
    title: 'What ran only in the run that fails',
    call: { program: 'invoice.js', mode: 'lines', args: ['--broken'], compareWith: { args: ['--member'] } },
    golden: 'lines-compared-node',
    text: 'The lines and branches that one of two runs has alone, then those that ran another number of times.',
  },
  {
    title: 'From here to the end of the call, in a session',
    call: {},
    golden: 'session-frame-node',
    text: 'Without `program`, it is a session that is traced, from where it is stopped: here in `invoice()`, line 19. `function` lets it run to the next call of that function first, as for a request to a server; `until` ends the trace at a place, or at `"return"`. `frame`, as debug_stack numbers them, follows the call of a caller instead. In Python, the program itself reports the end of the call: what it returned or threw, that it waits, or that it was given up while it waited, also where a library or another task goes on.',
  },
  {
    title: 'Values while a session runs',
    call: { at: ['invoice.js:22: price, total', 'invoice.js:23 if price > 20: price, nosuch'] },
    golden: 'session-values-node',
    text: 'From where the session is to its next stop, to `until`, or to the end of the time; a server that runs is not stopped for it. Python processes that the program starts meanwhile are recorded, too. A function alone (`"priceOf()"`) gives what each call of it was given and came to.',
  },
  {
    title: 'What a session calls',
    call: { mode: 'calls' },
    golden: 'session-calls-node',
    text: 'The tree of calls in own code over the same stretch, or below `function`: send a request to a server meanwhile. `mode: "lines"` says what ran in it and what did not, and `mode: "deep"` what each function made.',
  },
];

/** docs/traces.md */
export function tracesPage() {
  return [
    '# Traces',
    '',
    'Written by `npm run gen`; the answers are the goldens of the tests.',
    '',
    '`debug_trace` runs a program or a test command of Node.js or Python to its end, without a debugger and without stopping it, and answers what',
    'the run did. It answers before the source is read: with nothing but the name of a function, or without even that.',
    '',
    ...QUESTIONS.flatMap(({ title, call, golden: name, text }) => [
      `## ${title}`,
      '',
      text,
      '',
      ...block(call, golden(name)),
      '',
    ]),
    '## Costs and limits',
    '',
    '- An answer has about 700 tokens of four characters, whatever ran; a failed program adds the end of its output.',
    '- Code that is not recorded runs at full speed (on Python 3.8 to 3.11 all functions of the program are slower while it records). `frame` records',
    '  one function; `deep` and `calls` all of own code, so they are for the short run that shows the symptom, not for a whole test suite.',
    '- Own code is what lies below `cwd`, outside of installed packages. To look into a package, work in a copy of it.',
    '- `deep` shows one call of each function: the last, or as `call` says. What goes wrong in another one does not show; `call: "2"`, or `frame` with',
    '  `call: "if …"`, asks for it.',
    '- `value` finds what own code set, passed, returned or was given: not what a library makes and prints itself. Of a list, dictionary or object it',
    '  knows the first 160 characters as they are shown; in Python also of a string.',
    '- Values are described as they were at the time, without running code of the program. Secrets are masked.',
    '- [docs/planted.md](planted.md): bugs planted in real packages, and what one call shows of them beside stepping.',
    '',
  ].join('\n');
}

/** README.md's sentence on docs/planted.md. */
export function plantedSentence() {
  const bugs = readPlanted()?.results ?? [];
  const found = bugs.filter(({ trace }) => trace.verdict === 'found').length;
  return `Of ${bugs.length} bugs planted in real packages, far from where they show, the first \`debug_trace\` found ${found}: [docs/planted.md](docs/planted.md).`;
}

/** docs/planted.md, or undefined without results. */
export function plantedPage() {
  const results = readPlanted();
  if (results === undefined) return undefined;
  const { date, results: bugs } = results;
  const found = bugs.filter(({ trace }) => trace.verdict === 'found');
  const sure = bugs.filter(({ stepping }) => stepping.isThere);
  return [
    '# Planted bugs',
    '',
    `Written by \`npm run gen\` from docs/planted.json, which \`npm run planted -- --write\` wrote on ${date}.`,
    '',
    `${bugs.length} bugs were planted in copies of real packages, each with a program as a user would write it: the value goes wrong in one function and shows`,
    'in another. The call is the first one that an agent would make who knows what the program prints, what it should print, and the public function',
    'that it calls. It counts as found where the answer has the row of the faulty statement and the wrong value, as line where it has only the row.',
    'Tokens are those of call and answer (o200k). What an answer shows first was tuned with these bugs in view: with others it will find fewer.',
    '',
    'Stepping is the best that anybody could do: from the line of the program to the faulty statement without one wrong turn, into each call that',
    'leads there and over all others, as only who knows the bug can. Where a statement was never come by in that way (a callback, generated code, a',
    'value out of sight), the calls until then are given with a plus.',
    '',
    `**Found by the first call: ${found.length} of ${bugs.length}, for ${median(bugs.map(({ trace }) => trace.tokens))} tokens (median).** ` +
      `Stepping to the same place, where it led there (${sure.length}): ${median(sure.map(({ stepping }) => stepping.calls))} calls and ` +
      `${median(sure.map(({ stepping }) => stepping.tokens))} tokens (medians).`,
    '',
    '| Package | Mistake | Call | Found | Tokens | Stepping: calls | Tokens |',
    '|---|---|---|---|---:|---:|---:|',
    ...bugs.map(plantedRow),
    '',
    `The same question put to other modes: the tree of calls (\`mode: "calls"\`) showed the row of ${seen(bugs, 'calls')} of ${bugs.length} bugs (${medianOf(bugs, 'calls')} tokens), for it names`,
    `functions and not statements; the life of the public function alone (\`mode: "frame"\`) that of ${seen(bugs, 'frame')} (${medianOf(bugs, 'frame')} tokens), since that is not where the`,
    'bug is. Either costs a second call.',
    '',
    '## The bugs',
    '',
    ...bugs.map(({ package: name, faulty, right, wrong, plant }) =>
      [
        `- ${name}, ${faulty}: ${code(plant.was)} became ${code(plant.is)}.`,
        `  It prints ${code(wrong)}, not ${code(right)}.`,
      ].join('\n'),
    ),
    '',
  ].join('\n');
}

function plantedRow({ package: name, mistake, call, trace, stepping }) {
  const verdict = { found: 'yes', line: 'line', no: '**no**' }[trace.verdict];
  const plus = stepping.isThere ? '' : '+';
  return `| ${name} | ${mistake} | ${code(JSON.stringify(call))} | ${verdict} | ${trace.tokens} | ${stepping.calls}${plus} | ${stepping.tokens}${plus} |`;
}

function seen(bugs, mode) {
  return bugs.filter(({ others }) => others[mode].verdict !== 'no').length;
}

function medianOf(bugs, mode) {
  return median(bugs.map(({ others }) => others[mode].tokens));
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return Math.round(middle.reduce((sum, value) => sum + value, 0) / middle.length);
}

/** In one line, for a table or a list. */
function code(text) {
  const line = text
    .trim()
    .replace(/\s*\r?\n\s*/g, ' ⏎ ')
    .replaceAll('|', '\\|');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}

function block(call, answer) {
  return ['```text', `→ debug_trace ${JSON.stringify(call)}`, answer, '```'];
}

function golden(name) {
  return readFileSync(`${root}tests/golden/trace/${name}.txt`, 'utf8').trimEnd();
}

function readPlanted() {
  try {
    return JSON.parse(readFileSync(`${root}docs/planted.json`, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`docs/planted.json: ${error.message}`);
  }
}
