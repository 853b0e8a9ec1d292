import type { BlockedEventLoop, HangReport, KeepAlive, ObservedValue, PendingAwait } from '../model/hang-report.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { seconds } from './evaluate.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from './output.ts';
import { displayLocation, displayPath, type PathContext } from './paths.ts';
import { counted, oneLine, sentence } from './plain-text.ts';
import { layOut, type Section } from './sections.ts';
import { stackEntries } from './stack.ts';

const MAX_TEXT_CHARS = 160;
const MAX_VALUE_CHARS = 60;

/** How {@link renderHang} is to be. */
interface HangRenderOptions extends PathContext {
  readonly budgetTokens?: number | undefined;
}

/** A hang explained: what the program does, the evidence for it, where it stands, and the next step. */
export function renderHang(report: HangReport, options: HangRenderOptions): string {
  const header = [headline(report, options), `Next: ${sentence(report.nextStep)}`].join('\n');
  const sections = [
    ...evidenceSections(report, options),
    stackSection(report, options),
    listSection(
      'Other threads:',
      report.otherThreads.map(({ thread, doing }) => `${thread.name} ${thread.id} ${doing}`),
      5,
    ),
    outputSection(report.output, {
      cwd: options.cwd,
      title: 'Output:',
      indent: '  ',
      tier: 6,
      limits: EXIT_OUTPUT_LIMITS,
    }),
    listSection('', [watchText(report)], 7),
  ];
  return layOut(header, sections, options.budgetTokens ?? LIST_BUDGET_TOKENS);
}

function watchText({ durationMs, samples, sampleIntervalMs }: HangReport): string {
  return `Watched for ${seconds(durationMs)}, ${counted(samples, 'sample')}, one each ${sampleIntervalMs} ms.`;
}

function headline(report: HangReport, context: PathContext): string {
  const where = 'location' in report && report.location ? ` at ${displayLocation(report.location, context)}` : '';
  const thread =
    'thread' in report && report.thread.id > 1 ? ` (thread ${report.thread.name} ${report.thread.id})` : '';
  switch (report.kind) {
    case 'busy loop': {
      const { functionName, lines } = report.loop;
      const range = `${displayPath(lines.path, context)}:${lines.first}-${lines.last}`;
      return `Hung: busy loop in ${oneLine(functionName, MAX_TEXT_CHARS)}, ${range}${thread}.`;
    }
    case 'busy event loop':
      return `Hung: busy event loop, ${oneLine(report.functions[0]?.name ?? 'callbacks', MAX_TEXT_CHARS)} runs again and again${where}${thread}.`;
    case 'waiting':
      return `Hung: waiting${where}${thread}; no code runs.`;
    case 'blocked call':
      if (report.eventLoop) return blockedLoopText(report, report.eventLoop, where, thread);
      return `Hung: blocked in ${oneLine(report.call ?? 'a native call', MAX_TEXT_CHARS)}${where}${thread}.`;
    case 'deadlock':
      return `Hung: deadlock of ${counted(report.threads.length, report.threads[0]?.task === undefined ? 'thread' : 'task')}${where}.`;
    case 'ended early':
      return `Not hung, but ended early: exit code ${report.exitCode ?? 'unknown'} while something was still awaited${where}.`;
    case 'finished':
      return `Not hung: it finished, ${report.signal === null ? `exit code ${report.exitCode ?? 'unknown'}` : `killed by ${report.signal}`}, after ${seconds(report.durationMs)}.`;
    case 'progressing':
      return `Not hung: it makes progress${where}${thread}: ${sentence(oneLine(report.evidence, MAX_TEXT_CHARS))}`;
    case 'undecided':
      return `Not decided: it still ran${where}${thread} when the ${seconds(report.timeoutMs)} were over.`;
    case 'stopped':
      return `Not hung: it is stopped by the debugger${where}${thread}.`;
    case 'lost':
      return `The connection to the program was lost: ${sentence(report.cause)}`;
  }
}

function blockedLoopText(
  { call }: Extract<HangReport, { kind: 'blocked call' }>,
  { blockedBy }: BlockedEventLoop,
  where: string,
  thread: string,
): string {
  const who = `${blockedBy.isCoroutine ? 'coroutine' : 'callback'} ${oneLine(blockedBy.name, MAX_TEXT_CHARS)}`;
  const what = oneLine(call ?? 'a native call', MAX_TEXT_CHARS);
  return `Hung: the event loop is blocked by ${what}, a synchronous call in ${who}${where}${thread}.`;
}

function evidenceSections(report: HangReport, context: PathContext): Section[] {
  switch (report.kind) {
    case 'busy loop': {
      const condition = report.loop.condition;
      const title =
        condition === undefined
          ? 'Nothing in it ends it.'
          : `Its end depends on: ${oneLine(condition, MAX_TEXT_CHARS)}`;
      return [listSection(title, report.loop.values.map(valueText), 1)];
    }
    case 'busy event loop':
      return [
        listSection(
          `Ran in ${seconds(report.countedMs)}:`,
          report.functions.map((each) => `${placeText(each, context)} ${each.calls} times`),
          1,
        ),
        listSection('Values:', report.values.map(valueText), 2),
      ];
    case 'progressing':
      return [listSection('Values:', report.values.map(valueText), 1)];
    case 'waiting':
      return [awaitSection(report.awaits, context), keepSection('Kept alive by:', report.keptAliveBy, context)];
    case 'ended early':
      return [awaitSection(report.awaits, context)];
    case 'blocked call':
      return [loopSection(report.eventLoop, context), systemSection(report, context)];
    case 'deadlock':
      return [deadlockSection(report, context)];
    default:
      return [];
  }
}

function loopSection(loop: BlockedEventLoop | undefined, context: PathContext): Section {
  const waiting = loop?.waiting ?? [];
  return listSection(
    'Cannot go on meanwhile:',
    waiting.map((each) => placeText(each, context)),
    2,
  );
}

function deadlockSection({ threads }: Extract<HangReport, { kind: 'deadlock' }>, context: PathContext): Section {
  const sides = threads.map(({ thread, task, call, location, waitsFor, waitsForTask }) => {
    const at = location ? ` at ${displayLocation(location, context)}` : '';
    const isItself = waitsFor?.id === thread.id;
    const other =
      waitsForTask ?? (waitsFor && (isItself ? 'a lock that it has itself' : `${waitsFor.name} ${waitsFor.id}`));
    const who = task ?? `${thread.name} ${thread.id}`;
    return `${oneLine(who, MAX_TEXT_CHARS)} in ${oneLine(call, MAX_TEXT_CHARS)}${at}${other === undefined ? '' : `, for ${oneLine(other, MAX_TEXT_CHARS)}`}`;
  });
  return listSection(threads.length > 1 ? 'Each waits for another:' : 'It waits for itself:', sides, 1);
}

function systemSection({ system }: Extract<HangReport, { kind: 'blocked call' }>, context: PathContext): Section {
  if (!system) return listSection('', [], 1);
  const subject = system.subject === undefined ? '' : ` on ${oneLine(system.subject, MAX_TEXT_CHARS)}`;
  const call = system.systemCall === undefined ? [] : [`system call ${system.systemCall}${subject}`];
  const computes = system.computes === true ? ['it uses the processor'] : [];
  return listSection(
    'The system says:',
    [...call, ...computes, ...system.children.map((each) => keepText(each, context))],
    1,
  );
}

function awaitSection(awaits: readonly PendingAwait[], context: PathContext): Section {
  return listSection(
    'Awaiting, innermost first:',
    awaits.map((each) => placeText(each, context)),
    1,
  );
}

function keepSection(title: string, kept: readonly KeepAlive[], context: PathContext): Section {
  return listSection(
    title,
    kept.map((each) => keepText(each, context)),
    2,
  );
}

function keepText(kept: KeepAlive, context: PathContext): string {
  switch (kept.kind) {
    case 'timer': {
      const due = kept.dueInMs === undefined ? '' : `, fires in ${seconds(kept.dueInMs)}`;
      const what = kept.callback ? `, calls ${placeText(kept.callback, context)}` : '';
      return `${kept.repeats ? 'repeating timer' : 'timer'} of ${seconds(kept.delayMs)}${due}${what}`;
    }
    case 'server':
      return `server on ${oneLine(kept.address, MAX_TEXT_CHARS)}`;
    case 'socket': {
      const ends = [kept.local, kept.remote].filter((each) => each !== undefined).join(' to ');
      return `socket ${oneLine(ends, MAX_TEXT_CHARS)}${kept.connecting ? ', not connected yet' : ''}`;
    }
    case 'child process':
      return `child process ${kept.pid}, ${kept.hasFullPipe ? 'blocked writing to a full pipe that this program could read' : kept.state}: ${oneLine(kept.command, MAX_TEXT_CHARS)}`;
    case 'thread':
      return `thread ${oneLine(kept.name, MAX_TEXT_CHARS)}`;
    case 'file':
      return oneLine(kept.path, MAX_TEXT_CHARS);
    case 'lock':
      return `lock ${oneLine(kept.name, MAX_TEXT_CHARS)}`;
    case 'other':
      return `${oneLine(kept.name, MAX_TEXT_CHARS)}${kept.count > 1 ? ` (${kept.count})` : ''}`;
  }
}

function placeText({ name, location, awaits }: PendingAwait, context: PathContext): string {
  const what = awaits === undefined ? '' : ` for ${oneLine(awaits, MAX_TEXT_CHARS)}`;
  return `${oneLine(name, MAX_TEXT_CHARS)}${what} (${displayLocation(location, context)})`;
}

function valueText({ expression, values, changes }: ObservedValue): string {
  const name = oneLine(expression, MAX_TEXT_CHARS);
  const texts = values.map((each) => oneLine(each, MAX_VALUE_CHARS));
  return changes ? `${name}: ${texts.join(', ')}` : `${name} = ${texts[0] ?? '?'}, never changes`;
}

function stackSection(report: HangReport, options: HangRenderOptions): Section {
  const frames = 'stack' in report && report.kind !== 'waiting' && report.kind !== 'ended early' ? report.stack : [];
  const entries = stackEntries(
    frames.map((frame, id) => ({ ...frame, id })),
    options,
  );
  return {
    title: 'Stack:',
    lines: entries.map(({ text, frames: weight }, index) => ({ text, weight, tier: index < 4 ? 3 : 7 })),
    contiguous: true,
    note: ({ weight }) => (weight > 0 ? `… ${counted(weight, 'more frame')}` : undefined),
  };
}

function listSection(title: string, texts: readonly string[], tier: number): Section {
  const indent = title === '' ? '' : '  ';
  const lines = texts.map((text) => ({ text: `${indent}${text}`, tier }));
  const note = (left: { lines: number }) => (left.lines > 0 ? `${indent}… ${left.lines} more` : undefined);
  return title === '' || lines.length === 0
    ? { lines: title === '' || !title.endsWith('.') ? lines : [{ text: title, tier }], note }
    : { title, lines, note };
}
