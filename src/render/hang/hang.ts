import type { ActionNames } from '../../model/advice.ts';
import type { HangReport } from '../../model/hang-report.ts';
import { LIST_BUDGET_TOKENS } from '../budget.ts';
import { seconds } from '../evaluate.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from '../output.ts';
import type { PathContext } from '../paths.ts';
import { counted, sentence } from '../plain-text.ts';
import { threadName } from '../program/thread-name.ts';
import { layOut, type Section } from '../sections.ts';
import { stackEntries } from '../stack.ts';
import { evidenceSections, waitSections } from './evidence.ts';
import { listSection } from './hang-words.ts';
import { headline } from './headline.ts';

/** Options of {@link renderHang}. */
interface HangRenderOptions extends PathContext {
  readonly actions?: ActionNames | undefined;
  readonly budgetTokens?: number | undefined;
}

/** A hang explained: what the program does, the evidence for it, where it stands, and the next step. */
export function renderHang(report: HangReport, options: HangRenderOptions): string {
  const header = [headline(report, options), `Next: ${sentence(report.nextStep)}`].join('\n');
  const sections = [
    ...waitSections(report, options),
    ...evidenceSections(report, options),
    stackSection(report, options),
    listSection(
      'Other threads:',
      report.otherThreads.map(({ thread, doing }) => `thread ${threadName(thread)} ${doing}`),
      5,
    ),
    outputSection(report.output, {
      cwd: options.cwd,
      title: 'Output:',
      indent: '  ',
      tier: 6,
      limits: EXIT_OUTPUT_LIMITS,
      more: options.actions?.output,
    }),
    listSection('', [watchText(report)], 7),
  ];
  return layOut(header, sections, options.budgetTokens ?? LIST_BUDGET_TOKENS);
}

function watchText({ durationMs, samples, sampleIntervalMs }: HangReport): string {
  return `Watched for ${seconds(durationMs)}, ${counted(samples, 'sample')}, one each ${sampleIntervalMs} ms.`;
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
