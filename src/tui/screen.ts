import { type PaneContext, type Picture, paneContext } from './panes/context.ts';
import { entryLines } from './panes/entry-pane.ts';
import { footerLine } from './panes/footer.ts';
import { headerLine } from './panes/header.ts';
import { helpLines } from './panes/help.ts';
import { outputLines } from './panes/output-pane.ts';
import { sessionLines } from './panes/sessions-pane.ts';
import { sourceBlock, sourceTitle } from './panes/source-pane.ts';
import { timelineLines, timelineTitle } from './panes/timeline-pane.ts';
import { localsLines, stackLines, watchesLines } from './panes/values-panes.ts';
import { columnsOf, fitBlock, fitLine, type Line, type Span, span } from './text/styled-line.ts';

/** A screen in characters. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const LEAST: ScreenSize = { columns: 40, rows: 12 };
/** From here on there is room for the output beside the timeline, and for a third column. */
const MEDIUM: ScreenSize = { columns: 100, rows: 32 };
const LARGE: ScreenSize = { columns: 160, rows: 45 };

/** A pane with its title: so many lines of so many columns, the title the first of them. */
type Pane = (columns: number, rows: number) => readonly Line[];

/** The whole screen: exactly as many lines as it has rows, each exactly as wide. Pure: the same picture gives the same lines. */
export function screenLines(picture: Picture, size: ScreenSize): readonly Line[] {
  const { columns, rows } = size;
  if (!fits(size, LEAST)) {
    const least = `${LEAST.columns}x${LEAST.rows}`;
    return fitBlock(
      [[span(`${columns}x${rows} is too small, ${least} is the least. q leaves.`, 'warn')]],
      columns,
      rows,
    );
  }
  const context = paneContext(picture);
  const header = fitLine(headerLine(context, columns), columns);
  const footer = fitLine(footerLine(context, columns), columns);
  return [header, ...body(context, columns, rows - 2), footer];
}

function body(context: PaneContext, columns: number, rows: number): readonly Line[] {
  const { overlay } = context.view;
  switch (overlay.kind) {
    case 'help':
      return titled('Help: ?, esc or q closes it', () => helpLines(columns))(columns, rows);
    case 'entry':
      return titled('Entry: up and down scroll, esc closes it', (height) =>
        entryLines(context, overlay.scroll, height),
      )(columns, rows);
    case 'none':
      return panesFor(context, { columns, rows })(columns, rows);
  }
}

function panesFor(context: PaneContext, size: ScreenSize): Pane {
  const panes = panesOf(context);
  const { sessions, timeline, source, locals, stack, watches, output } = panes;
  if (fits(size, LARGE)) {
    return beside(
      [above([sessions, 0.14], [timeline, 1]), 0.42],
      [above([source, 0.6], [output, 1]), 0.5],
      [above([locals, 0.45], [stack, 0.55], [watches, 1]), 1],
    );
  }
  if (fits(size, MEDIUM)) {
    const tabs = tabbed(context, panes, ['stack', 'watches']);
    return beside(
      [above([sessions, 0.14], [timeline, 0.74], [output, 1]), 0.5],
      [above([source, 0.45], [locals, 0.55], [tabs, 1]), 1],
    );
  }
  const lower = beside([source, 0.55], [tabbed(context, panes, TABS), 1]);
  return above([sessions, 0.16], [timeline, 0.48], [lower, 1]);
}

/** The panes that share one place on a small screen. */
const TABS = ['locals', 'stack', 'watches', 'output'] as const;

type Tab = (typeof TABS)[number];
type PaneName = 'sessions' | 'timeline' | 'source' | Tab;

function panesOf(context: PaneContext): Readonly<Record<PaneName, Pane>> {
  return {
    sessions: titled('Sessions', (height) => sessionLines(context, height)),
    timeline: (columns, rows) =>
      titled(timelineTitle(context, columns - 4), (height) => timelineLines(context, columns, height))(columns, rows),
    source: titled(sourceTitle(context), (height) => sourceBlock(context, height)),
    locals: titled('Locals', (height) => localsLines(context, height)),
    stack: titled('Stack', (height) => stackLines(context, height)),
    watches: titled('Watches', (height) => watchesLines(context, height)),
    output: titled('Output', (height) => outputLines(context, height)),
  };
}

/** Panes that share a place, one after the other. */
function tabbed({ view }: PaneContext, panes: Readonly<Record<PaneName, Pane>>, names: readonly Tab[]): Pane {
  const shown = names[view.tab % names.length] ?? 'locals';
  const title = names.map((name) => (name === shown ? `[${nameOf(name)}]` : nameOf(name))).join(' ');
  return (columns, rows) => [titleLine(title, columns), ...panes[shown](columns, rows).slice(1)];
}

function nameOf(tab: Tab): string {
  return tab.slice(0, 1).toUpperCase() + tab.slice(1);
}

function titled(title: string, content: (height: number) => readonly Line[]): Pane {
  return (columns, rows) => [titleLine(title, columns), ...fitBlock(content(rows - 1), columns, rows - 1)];
}

function titleLine(title: string, columns: number): Line {
  const text = fitTitle(title, columns - 4);
  return [
    span('─ ', 'dim'),
    span(text, 'title'),
    span(` ${'─'.repeat(columns)}`.slice(0, columns - 2 - columnsOf(text)), 'dim'),
  ];
}

function fitTitle(title: string, columns: number): string {
  const [part = span('')]: readonly Span[] = fitLine([span(title)], columns);
  return part.text.trimEnd();
}

/** Panes one under another, each with its share of what the ones before left. */
function above(...parts: readonly (readonly [pane: Pane, share: number])[]): Pane {
  return (columns, rows) => {
    let left = rows;
    return parts.flatMap(([pane, share]) => {
      const height = Math.min(left, Math.max(3, Math.round(left * share)));
      left -= height;
      return height > 0 ? pane(columns, height) : [];
    });
  };
}

/** Panes beside each other with a line between them, each with its share of what the ones before left. */
function beside(...parts: readonly (readonly [pane: Pane, share: number])[]): Pane {
  return (columns, rows) => {
    let left = columns;
    const blocks = parts.map(([pane, share]) => {
      const width = share === 1 ? left : Math.round(left * share) - 1;
      left -= width + 1;
      return pane(width, rows);
    });
    return Array.from({ length: rows }, (_, row) =>
      blocks.flatMap((block, column) => [...(column > 0 ? [span('│', 'dim')] : []), ...(block[row] ?? [])]),
    );
  };
}

function fits({ columns, rows }: ScreenSize, least: ScreenSize): boolean {
  return columns >= least.columns && rows >= least.rows;
}
