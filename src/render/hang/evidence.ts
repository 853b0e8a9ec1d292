import type { BlockedEventLoop, HangReport, KeepAlive, ObservedLoop, PendingAwait } from '../../model/hang-report.ts';
import { seconds } from '../evaluate.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import { threadName } from '../program/thread-name.ts';
import type { Section } from '../sections.ts';
import { awaitedText, endedText, keepText, listSection, MAX_TEXT_CHARS, placeText, valueText } from './hang-words.ts';

const LOOP_ENDS: Readonly<Record<ObservedLoop['ending'], string>> = {
  counted: 'It ends after its items.',
  open: 'No test stands before its way out.',
  endless: 'Nothing in it ends it.',
};

function loopEnd({ condition, values, ending }: ObservedLoop): Section {
  const title =
    condition === undefined ? LOOP_ENDS[ending] : `Its end depends on: ${oneLine(condition, MAX_TEXT_CHARS)}`;
  return listSection(title, values.map(valueText), 1);
}

/** The parts that have ended before, and the objects that are waited for. */
export function waitSections({ ended = [], awaited = [] }: HangReport, context: PathContext): Section[] {
  return [
    listSection(
      'Ended before:',
      ended.map((each) => endedText(each, context)),
      1,
    ),
    listSection('Waited for:', awaited.map(awaitedText), 2),
  ];
}

/** The evidence for a verdict, kind by kind. */
export function evidenceSections(report: HangReport, context: PathContext): Section[] {
  switch (report.kind) {
    case 'busy loop':
    case 'sleeping loop':
      return [loopEnd(report.loop)];
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
    case 'busy':
      return [listSection('Values:', report.values.map(valueText), 1)];
    case 'waiting':
      return [awaitSection(report.awaits, context), keepSection('Kept alive by:', report.keptAliveBy, context)];
    case 'idle':
      return [keepSection('Kept alive by:', report.keptAliveBy, context)];
    case 'starting':
      return [keepSection('It was at:', report.keptAliveBy, context)];
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
      waitsForTask ?? (waitsFor && (isItself ? 'a lock that it has itself' : `thread ${threadName(waitsFor)}`));
    const who = task ?? `thread ${threadName(thread)}`;
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
