import { phaseAt, type SessionPhase, stopAt } from '../log/moment.ts';
import type { SessionTrack } from '../log/session-track.ts';
import { displayable } from '../text/displayable.ts';
import { field, type Line, span, type Tone } from '../text/styled-line.ts';
import { duration } from '../text/times.ts';
import type { PaneContext } from './context.ts';
import { placeText } from './entry-text.ts';

const NAME_COLUMNS = 12;
const LANGUAGE_COLUMNS = 7;
const AGE_COLUMNS = 7;

const PHASES: Readonly<Record<SessionPhase, { readonly sign: string; readonly tone: Tone }>> = {
  created: { sign: '+', tone: 'accent' },
  running: { sign: '▸', tone: 'running' },
  paused: { sign: '‖', tone: 'warn' },
  stopped: { sign: '■', tone: 'dim' },
  closed: { sign: '-', tone: 'dim' },
};

/** The sessions with state and age, the ones that live first, then the latest. */
export function sessionLines(context: PaneContext, height: number): readonly Line[] {
  const { log, at } = context;
  const known = log.index.sessions.flatMap((session) => {
    const phase = phaseAt(log, session, at);
    return phase ? [{ session, phase }] : [];
  });
  if (known.length === 0) return [[span('No session yet.', 'dim')]];
  const order = known.sort((a, b) => weight(a.phase) - weight(b.phase) || b.session.number - a.session.number);
  const shown = order.length > height ? order.slice(0, height - 1) : order;
  const lines = shown.map(({ session, phase }) => sessionLine(context, session, phase));
  const rest = order.length - shown.length;
  return rest > 0 ? [...lines, [span(`  and ${rest} more`, 'dim')]] : lines;
}

function weight(phase: SessionPhase): number {
  if (phase === 'closed') return 2;
  return phase === 'stopped' ? 1 : 0;
}

function sessionLine(context: PaneContext, session: SessionTrack, phase: SessionPhase): Line {
  const { log, at, nowMs } = context;
  const { sign, tone } = PHASES[phase];
  const begun = log.index.timeMs(session.created ?? session.firstEntry);
  const end = phase === 'closed' ? log.index.timeMs(session.closed ?? at) : nowMs;
  const place = phase === 'paused' ? stopAt(log, session, at) : undefined;
  return [
    span(session === context.session ? '›' : ' ', 'accent'),
    span(`${sign} `, tone),
    span(`${field(displayable(session.name), NAME_COLUMNS)} `, session === context.session ? 'strong' : 'plain'),
    span(`${field(displayable(session.language ?? ''), LANGUAGE_COLUMNS)} `, 'dim'),
    span(`${field(phase, 7)} `, tone),
    span(`${field(duration(end - begun), AGE_COLUMNS, 'right')} `, 'dim'),
    span(place ? displayable(placeText(place.state)) : ''),
  ];
}
