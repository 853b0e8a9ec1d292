import { type ActionNames, wordAdvice } from '../model/advice.ts';
import type { TestFailure, TestRunReport } from '../model/test-report.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { seconds } from './evaluate.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from './output.ts';
import { displayLocation, displayPath, type PathContext } from './paths.ts';
import { counted, linesOf, oneLine } from './plain-text.ts';
import { layOut, type Section, type SectionLine } from './sections.ts';
import { sourceLines } from './source.ts';
import { localLine } from './variables.ts';

const MAX_NAME_CHARS = 200;
const MAX_MESSAGE_LINE_CHARS = 200;
const MAX_MESSAGE_LINES = 12;
const MAX_STACK_FRAMES = 5;
/** Failures that are shown with everything; the others with their names. */
const MAX_DETAILED = 10;
const MAX_UNFINISHED = 5;

interface TestReportOptions extends PathContext {
  /** The command as it was given, for the call that comes next. */
  readonly program: string;
  readonly actions: ActionNames;
  readonly budgetTokens?: number | undefined;
}

/** Failures with one cause: a hook that fails every test behind it. */
interface FailureGroup {
  readonly first: TestFailure;
  readonly others: readonly TestFailure[];
}

/**
 * A test run: the count, then each failure with its message, the source line and the variables where it was thrown,
 * and the next call. The runner's own output is there where it has to explain what the failures do not.
 */
export function renderTestReport(report: TestRunReport, options: TestReportOptions): string {
  const groups = grouped(report.failures);
  const sections = [
    ...groups.slice(0, MAX_DETAILED).map((group, index) => failureSection(group, index, options)),
    namesSection(groups.slice(MAX_DETAILED), options),
    unfinishedSection(report, options),
    ...(explainsItself(report) ? [] : [runOutput(report, options)]),
    adviceSection(report, options),
  ];
  return layOut(header(report), sections, options.budgetTokens ?? LIST_BUDGET_TOKENS);
}

function header(report: TestRunReport): string {
  const { counts, outcome, runners, durationMs } = report;
  const { passed, failed, skipped, todo } = counts;
  const broken = report.failures.filter(({ kind }) => kind !== 'test').length;
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(broken > 0 ? [`${counted(broken, 'error')} outside of tests`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(todo > 0 ? [`${todo} todo`] : []),
  ];
  // A runner that is not known may have run any number of them.
  const isCounted = runners.length > 0;
  const none = isCounted ? 'No tests ran' : 'Tests not counted, as their runner is unknown';
  const what = parts.length > 0 ? `Tests: ${parts.join(', ')}` : none;
  const who = runners.length > 0 ? `${runners.join(', ')}; ` : '';
  const noneEnded = isCounted ? 'no test ended' : 'tests of an unknown runner are not counted';
  const untilThen = `Until then: ${parts.length > 0 ? parts.join(', ') : noneEnded}.`;
  switch (outcome.kind) {
    case 'finished': {
      const end =
        outcome.signal === null ? `exit code ${outcome.exitCode ?? 'unknown'}` : `killed by ${outcome.signal}`;
      return `${what} (${who}${seconds(durationMs)}, ${end}).`;
    }
    case 'timed out':
      return `Not finished after ${seconds(outcome.timeoutMs)}, so the command was ended. ${untilThen}`;
    case 'lost':
      return `The connection to the tests was lost: ${oneLine(outcome.cause, MAX_NAME_CHARS)}. ${untilThen}`;
  }
}

function grouped(failures: readonly TestFailure[]): FailureGroup[] {
  const groups = new Map<string, { first: TestFailure; others: TestFailure[] }>();
  for (const failure of failures) {
    const key = causeOf(failure);
    const group = groups.get(key);
    if (group) group.others.push(failure);
    else groups.set(key, { first: failure, others: [] });
  }
  return [...groups.values()];
}

/** The same for failures that would be shown with the same lines. */
function causeOf({ error, site, name, file }: TestFailure): string {
  if (site.kind === 'unseen') return `${file}\n${name}`;
  const values = [...site.locals, ...site.closure].map((variable) => `${variable.name}=${variable.value}`);
  return [error.message, site.location.path, site.location.line, ...values].join('\n');
}

function failureSection({ first, others }: FailureGroup, index: number, context: PathContext): Section {
  const { error, site, moreErrors } = first;
  // All names before any details; the details of a failure before those of the next one.
  const tier = 2 + index / MAX_DETAILED;
  const line = (text: string, rank: number): SectionLine => ({ text, tier: tier + rank / 1000 });
  const [headline = '', ...further] = linesOf(error.message);
  const shown = further.filter((each) => each.trim() !== '').slice(0, MAX_MESSAGE_LINES);
  const more = others.length > 0 ? [line(`  Also: ${namesOf(others)}`, 5)] : [];
  return {
    lines: [
      { text: `\n✗ ${oneLine(displayName(first, context), MAX_NAME_CHARS)}${placeOf(first, context)}`, tier: 1 },
      { text: `  ${error.name === '' ? '' : `${error.name}: `}${oneLine(headline, MAX_MESSAGE_LINE_CHARS)}`, tier: 1 },
      ...shown.map((each) => line(`    ${oneLine(each, MAX_MESSAGE_LINE_CHARS).trimEnd()}`, 1)),
      ...(moreErrors.length > 0 ? [line(`  and ${counted(moreErrors.length, 'more error')}`, 4)] : []),
      ...siteLines(first, line),
      ...stackLines(first, context).map((text) => line(text, 4)),
      ...(site.kind === 'unseen' ? [line(`  No variables: ${oneLine(site.reason)}.`, 6)] : []),
      ...more,
    ],
  };
}

function siteLines({ site }: TestFailure, line: (text: string, rank: number) => SectionLine): SectionLine[] {
  if (site.kind === 'unseen') return [];
  const source = site.source ? sourceLines(site.source, site.location) : [];
  return [
    ...source.filter(({ distance }) => distance <= 2).map(({ text, distance }) => line(text, 0.5 + distance * 3)),
    ...(site.moment === 'before' ? [line('  Variables before this line ran, in a second run:', 2)] : []),
    ...site.locals.map((local) => line(localLine(local, false), 2)),
    ...site.closure.map((variable) => line(`${localLine(variable, false)} (closure)`, 5)),
  ];
}

function displayName({ kind, name }: TestFailure, context: PathContext): string {
  return kind === 'file' ? displayPath(name, context) : name;
}

function placeOf({ site, error, file, kind }: TestFailure, context: PathContext): string {
  if (site.kind === 'seen') return `  at ${displayLocation(site.location, context)}`;
  const [frame] = error.stack;
  if (frame) return `  at ${displayLocation(frame.location, context)}`;
  return file === undefined || kind === 'file' ? '' : `  in ${displayPath(file, context)}`;
}

/** Who called the code that threw; a test that threw itself has no callers that anybody looks for. */
function stackLines({ error: { stack } }: TestFailure, context: PathContext): string[] {
  if (stack.length < 2) return [];
  const frames = stack.slice(0, MAX_STACK_FRAMES);
  const texts = frames.map(({ name, location }) => `${oneLine(name, 60)} (${displayLocation(location, context)})`);
  return [`  Stack: ${texts.join(' < ')}${stack.length > frames.length ? ' < …' : ''}`];
}

function namesOf(failures: readonly TestFailure[]): string {
  return oneLine(failures.map(({ name }) => name).join('; '), MAX_NAME_CHARS);
}

function namesSection(groups: readonly FailureGroup[], context: PathContext): Section {
  return {
    title: '\nAlso failed:',
    lines: groups.map(({ first }) => ({
      text: `  ${oneLine(displayName(first, context), MAX_NAME_CHARS)}${placeOf(first, context)}`,
      tier: 4,
    })),
    note: ({ weight }) => (weight > 0 ? `  … ${weight} more` : undefined),
  };
}

function unfinishedSection({ unfinished }: TestRunReport, context: PathContext): Section {
  return {
    title: '\nBegun and not finished:',
    lines: unfinished.slice(-MAX_UNFINISHED).map(({ name, file }) => ({
      text: `  ${oneLine(name, MAX_NAME_CHARS)}${file === undefined ? '' : `  in ${displayPath(file, context)}`}`,
      tier: 1,
    })),
  };
}

/** Whether the failures say why the run ended as it did. */
function explainsItself({ outcome, failures, counts }: TestRunReport): boolean {
  if (outcome.kind !== 'finished') return false;
  return failures.length > 0 || (outcome.exitCode === 0 && counts.passed > 0);
}

function runOutput({ output }: TestRunReport, { cwd }: PathContext): Section {
  return outputSection(output, { cwd, title: '\nOutput:', indent: '  ', tier: 6, limits: EXIT_OUTPUT_LIMITS });
}

function adviceSection(report: TestRunReport, options: TestReportOptions): Section {
  const text = adviceFor(report, options);
  return { lines: text === undefined ? [] : [{ text: `\n${text}`, tier: 1 }] };
}

function adviceFor({ outcome, failures, runners }: TestRunReport, options: TestReportOptions): string | undefined {
  const { actions } = options;
  const program = JSON.stringify(oneLine(options.program, MAX_NAME_CHARS));
  if (outcome.kind === 'timed out') {
    const where = outcome.where ? ` It was at ${displayLocation(outcome.where, options)}.` : '';
    const look = wordAdvice(
      [', or look into it: ', { action: 'launch' }, ` ${program}, then `, { action: 'pause' }],
      actions,
    );
    return `${where.trimStart()}${where === '' ? '' : ' '}Give a longer timeoutMs${look ?? ''}.`;
  }
  const seen = failures.find(({ site }) => site.kind === 'seen')?.site;
  if (seen?.kind === 'seen') {
    const breakpoints = `["${displayLocation(seen.location, options)}"]`;
    return wordAdvice(
      ['To step there: ', { action: 'launch' }, ` ${program} with breakpoints ${breakpoints}.`],
      actions,
    );
  }
  if (runners.length === 0) return `No test runner was recognised in ${program}.`;
  return undefined;
}
