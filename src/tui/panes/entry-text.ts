import type { DebugBreakpointEntry, DebugStateEntry, JournalEntry } from '../../journal/entries.ts';
import { isObject, type JsonObject } from '../log/entry-fields.ts';
import type { ShownEntry } from '../log/journal-log.ts';
import { displayable } from '../text/displayable.ts';
import { type Span, span } from '../text/styled-line.ts';

/** Longer values are cut before they are made displayable: a screen is at most a few hundred columns wide. */
const MAX_CHARS = 400;

/** Arguments that name the session, which has a column of its own. */
const SESSION_ARGUMENTS: ReadonlySet<string> = new Set(['session', 'sessionId']);

/** The text of an entry, as one line after its time. An entry of unknown shape is shown as it was written. */
export function entryText({ entry, json }: ShownEntry): readonly Span[] {
  if (!entry) return [span('· ', 'dim'), text(JSON.stringify(json), 'dim')];
  switch (entry.message) {
    case 'tool:call':
      return [span('» ', 'accent'), text(entry.tool, 'strong'), text(argumentsText(entry.request), 'plain')];
    case 'tool:response':
      return [span('« ', 'good'), text(entry.tool, 'strong'), text(` ${answerText(entry.response)}`, 'dim')];
    case 'tool:error':
      return [span('« ', 'bad'), text(entry.tool, 'strong'), text(` ${entry.error}`, 'bad')];
    case 'debug:state':
      return stateText(entry);
    case 'debug:breakpoint':
      return breakpointText(entry);
    case 'session:created':
      return [span('+ ', 'good'), text(`session ${entry.sessionName}`, 'strong'), text(` ${startText(entry)}`, 'dim')];
    case 'session:closed':
      return [span('- ', 'dim'), text(`session ${entry.sessionName} closed`, 'dim')];
    default:
      return detailText(entry);
  }
}

/** The first line of an answer, for the row of its call. */
export function answerText(response: JsonObject): string {
  if (typeof response.text === 'string') return displayable(firstLine(response.text));
  const shown = Object.entries(response).filter(([name]) => name !== 'success');
  return displayable(
    shown
      .map(([name, value]) => `${name}=${valueText(value)}`)
      .join(' ')
      .slice(0, MAX_CHARS),
  );
}

/** The place of a program: `app.js:10 total`. */
export function placeText({ location }: DebugStateEntry): string {
  if (!location) return '';
  return `${location.file}:${location.line}${location.function ? ` ${location.function}` : ''}`;
}

function stateText(entry: DebugStateEntry): Span[] {
  const why = entry.description ?? '';
  switch (entry.event) {
    case 'paused': {
      const tone = entry.reason === 'exception' ? 'bad' : 'warn';
      return [span('‖ ', tone), text(entry.reason ?? 'stopped', tone), text(` ${placeText(entry)} ${why}`, 'plain')];
    }
    case 'running':
      return [span('▸ ', 'running'), text('running', 'running')];
    case 'stopped': {
      const how = entry.signal ?? (typeof entry.exitCode === 'number' ? `code ${entry.exitCode}` : '');
      const tone = entry.reason === 'lost' || (entry.exitCode ?? 0) !== 0 ? 'bad' : 'dim';
      return [span('■ ', tone), text([entry.reason ?? 'stopped', how, why].filter(Boolean).join(' '), tone)];
    }
  }
}

function breakpointText(entry: DebugBreakpointEntry): Span[] {
  const tone = entry.event === 'rejected' ? 'bad' : entry.event === 'pending' ? 'warn' : 'plain';
  const place = entry.file === undefined ? (entry.function ?? '') : `${entry.file}:${entry.line ?? '?'}`;
  const when = entry.condition === undefined ? '' : ` if ${entry.condition}`;
  const rest = [entry.hits === undefined ? '' : `${entry.hits}x`, entry.reason ?? ''].filter(Boolean).join(' ');
  return [
    span('● ', 'bad'),
    text(`${entry.breakpointId} ${entry.event}`, tone),
    text(` ${place}${when} ${rest}`, 'dim'),
  ];
}

/** Entries about what was read. */
function detailText(entry: JournalEntry): Span[] {
  switch (entry.message) {
    case 'debug:variables': {
      const values = entry.variables.map(({ name, value }) => `${name}=${value.slice(0, 40)}`).join('  ');
      return [span('= ', 'dim'), text(`${entry.scope ?? 'value'} `, 'dim'), text(values, 'dim')];
    }
    case 'debug:stack':
      return [span('≡ ', 'dim'), text(entry.frames.map(({ name }) => name || '(anonymous)').join(' ← '), 'dim')];
    case 'debug:watches': {
      const values = entry.watches.map(({ expression, value }) => `${expression} = ${value}`).join('  ');
      return [span('@ ', 'dim'), text(values, 'dim')];
    }
    case 'debug:output':
      return [span('| ', 'dim'), text(firstLine(entry.output), entry.category === 'stderr' ? 'bad' : 'plain')];
    case 'journal:gap':
      return [span('! ', 'bad'), text(`${entry.dropped} entries are missing: ${entry.reason}`, 'bad')];
    default:
      return [];
  }
}

function argumentsText(request: JsonObject): string {
  return Object.entries(request)
    .filter(([name]) => !SESSION_ARGUMENTS.has(name))
    .map(([name, value]) => ` ${name}=${valueText(value)}`)
    .join('');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value) ?? '';
  return isObject(value) || Array.isArray(value) ? json.replaceAll('"', '') : json;
}

function startText({ language, program }: Extract<JournalEntry, { message: 'session:created' }>): string {
  return program === undefined ? language : `${language} ${program}`;
}

function firstLine(value: string): string {
  return value.trimStart().split('\n', 1)[0] ?? '';
}

function text(value: string, tone: Span['tone']): Span {
  return span(displayable(value.slice(0, MAX_CHARS)), tone);
}
