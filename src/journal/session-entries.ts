import { optionsOf } from '../model/breakpoints/breakpoint-options.ts';
import type { BreakpointRecord } from '../model/breakpoints/breakpoint-record.ts';
import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { SessionEvent, SessionRef } from '../model/session-event.ts';
import type { SessionState } from '../model/session-summary.ts';
import type { LocalVariable } from '../model/stop-report.ts';
import { lastName } from '../redaction/asked-name.ts';
import { maskNamed } from '../redaction/redaction.ts';
import type {
  DebugBreakpointEntry,
  DebugStackEntry,
  DebugStateEntry,
  DebugVariablesEntry,
  DebugWatchesEntry,
} from './entries.ts';
import type { EntryBody, WithoutHead } from './entry-line.ts';
import { firstItems } from './first-items.ts';
import type { Pending } from './pending-entries.ts';
import type { Sanitizer } from './sanitize.ts';

/** Variables and frames that an entry lists at most; the numbers beside them say how many there are. */
const MAX_VARIABLES = 50;
const MAX_FRAMES = 20;

/** The entry that records an event of a session; undefined for one that the journal does not record. Output has its own way. */
export function sessionEntry(
  { atMs, session, event }: Extract<Pending, { kind: 'session' }>,
  sanitizer: Sanitizer,
): EntryBody | undefined {
  const whose = sessionFields(session);
  switch (event.kind) {
    case 'created': {
      const { language, program, cwd } = event;
      return {
        level: 'info',
        namespace: 'debug-mcp:session',
        message: 'session:created',
        sessionId: whose.sessionId,
        sessionName: whose.sessionName,
        language,
        program: sanitizer.text(program),
        cwd: sanitizer.path(cwd),
      };
    }
    case 'closed':
      return {
        level: 'info',
        namespace: 'debug-mcp:session',
        message: 'session:closed',
        sessionId: whose.sessionId,
        sessionName: whose.sessionName,
        duration: Math.max(0, atMs - session.createdMs),
      };
    case 'state':
      return stateEntry(whose, event.state, sanitizer);
    case 'breakpoint':
      return breakpointEntry(whose, event, sanitizer);
    case 'variables':
      return variablesEntry(whose, event, sanitizer);
    case 'stack':
      return stackEntry(whose, event, sanitizer);
    case 'watches':
      return watchesEntry(whose, event, sanitizer);
  }
}

/**
 * The fields by which entries name a session. Written field by field: spreading a second object into an entry costs more than the
 * rest of the entry.
 */
export function sessionFields({ uuid, name }: SessionRef): { sessionId: string; sessionName: string } {
  return { sessionId: uuid, sessionName: name };
}

type Whose = ReturnType<typeof sessionFields>;

/** The event of one kind. */
type EventOf<K extends SessionEvent['kind']> = Extract<SessionEvent, { kind: K }>;

function stateEntry(whose: Whose, state: SessionState, sanitizer: Sanitizer): WithoutHead<DebugStateEntry> | undefined {
  const { sessionId, sessionName } = whose;
  const base = {
    level: 'info',
    namespace: 'debug-mcp:state',
    message: 'debug:state',
    sessionId,
    sessionName,
  } as const;
  switch (state.kind) {
    case 'created':
    case 'starting':
      return undefined;
    case 'running':
      return { ...base, event: 'running' };
    case 'stopped': {
      const { reason, location, functionName, threadId, hitBreakpointIds, exception } = state;
      return {
        ...base,
        event: 'paused',
        reason,
        location: { file: sanitizer.path(location.path), line: location.line, function: sanitizer.text(functionName) },
        threadId,
        breakpointIds: hitBreakpointIds.length > 0 ? hitBreakpointIds.map(breakpointName) : undefined,
        description: exception && sanitizer.text(`${exception.name}: ${exception.message}`),
      };
    }
    case 'exited': {
      const { exitCode, signal } = state;
      return { ...base, event: 'stopped', reason: 'exited', exitCode, ...(signal !== null && { signal }) };
    }
    case 'lost':
      return { ...base, level: 'warn', event: 'stopped', reason: 'lost', description: sanitizer.text(state.cause) };
  }
}

function breakpointName(id: number): string {
  return `bp-${id}`;
}

function breakpointEntry(
  whose: Whose,
  { change, breakpoint }: EventOf<'breakpoint'>,
  sanitizer: Sanitizer,
): WithoutHead<DebugBreakpointEntry> {
  const { id, state, target, hits } = breakpoint;
  const event = change === 'changed' ? state.kind : change;
  const reason = state.kind === 'verified' ? verifiedRemark(breakpoint) : state.reason;
  return {
    level: event === 'rejected' ? 'warn' : 'info',
    namespace: 'debug-mcp:breakpoint',
    message: 'debug:breakpoint',
    sessionId: whose.sessionId,
    sessionName: whose.sessionName,
    event,
    breakpointId: breakpointName(id),
    ...placeOf(breakpoint, sanitizer),
    ...(target.kind === 'function' && { function: sanitizer.text(target.name) }),
    verified: state.kind === 'verified',
    ...optionTexts(breakpoint, sanitizer),
    ...(change === 'changed' && reason !== undefined && { reason: sanitizer.text(reason) }),
    ...(change === 'hit' && { hits }),
  };
}

/** A breakpoint's options, but for the values to collect, which no caller asks for by itself. */
function optionTexts(breakpoint: BreakpointRecord, sanitizer: Sanitizer): Readonly<Record<string, string>> {
  const { collect: _, ...texts } = optionsOf(breakpoint);
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sanitizer.text(text)]));
}

/** The place of a breakpoint; until the place is known, the place that the caller asked for. */
function placeOf({ target, state }: BreakpointRecord, sanitizer: Sanitizer): { file?: string; line?: number } {
  if (state.kind === 'verified') return { file: sanitizer.path(state.location.path), line: state.location.line };
  return target.kind === 'line' ? { file: sanitizer.path(target.path), line: target.line } : {};
}

function verifiedRemark({ state }: BreakpointRecord): string | undefined {
  if (state.kind !== 'verified') return undefined;
  const moved = state.movedFromLine === undefined ? [] : `moved from line ${state.movedFromLine}`;
  return [moved, state.warning ?? []].flat().join(': ') || undefined;
}

function variablesEntry(
  whose: Whose,
  { scope, variablesReference, variables }: EventOf<'variables'>,
  sanitizer: Sanitizer,
): WithoutHead<DebugVariablesEntry> {
  return {
    level: 'info',
    namespace: 'debug-mcp:variables',
    message: 'debug:variables',
    sessionId: whose.sessionId,
    sessionName: whose.sessionName,
    frameId: scope?.frameId,
    scope: scope?.name,
    variablesReference,
    variableCount: variables.length,
    variables: variables.slice(0, MAX_VARIABLES).map((variable) => shownVariable(variable, sanitizer)),
  };
}

/** Names by which programs call the variables of their environment, or something that holds them. */
const ENVIRONMENT_NAME = /^(?:env|environ|environment)$/i;

function shownVariable({ name, type, value, previous }: LocalVariable, sanitizer: Sanitizer) {
  const shown = (text: string) =>
    ENVIRONMENT_NAME.test(name) && /[{(]/.test(text)
      ? '[environment]'
      : sanitizer.short(firstItems(maskNamed(name, text)));
  return {
    name: sanitizer.short(name),
    type: sanitizer.short(type),
    value: shown(value),
    previous: previous === undefined || previous === null ? previous : shown(previous),
  };
}

function stackEntry(
  whose: Whose,
  { threadId, frames, source }: EventOf<'stack'>,
  sanitizer: Sanitizer,
): WithoutHead<DebugStackEntry> {
  return {
    level: 'info',
    namespace: 'debug-mcp:stack',
    message: 'debug:stack',
    sessionId: whose.sessionId,
    sessionName: whose.sessionName,
    threadId,
    frames: frames.slice(0, MAX_FRAMES).map(({ name, location, presentation }) => ({
      name: sanitizer.short(name),
      file: sanitizer.path(location.path),
      line: location.line,
      presentation,
    })),
    frameCount: frames.length,
    source: source && { startLine: source.startLine, lines: source.lines.map((line) => sanitizer.text(line)) },
  };
}

function watchesEntry(
  whose: Whose,
  { watches }: EventOf<'watches'>,
  sanitizer: Sanitizer,
): WithoutHead<DebugWatchesEntry> {
  return {
    level: 'info',
    namespace: 'debug-mcp:watches',
    message: 'debug:watches',
    sessionId: whose.sessionId,
    sessionName: whose.sessionName,
    watches: watches.map(({ expression, outcome, previous }) => {
      const name = lastName(expression);
      return {
        expression: sanitizer.text(expression),
        value: sanitizer.short(firstItems(maskNamed(name, outcomeText(outcome)))),
        failed: outcome.kind !== 'value',
        ...(previous !== undefined && { previous: sanitizer.short(firstItems(maskNamed(name, previous))) }),
      };
    }),
  };
}

function outcomeText(outcome: EvaluateOutcome): string {
  switch (outcome.kind) {
    case 'value':
      return outcome.value;
    case 'thrown':
      return `${outcome.exception.name}: ${outcome.exception.message}`;
    case 'timeout':
      return `no answer within ${outcome.timeoutMs} ms`;
    case 'side-effect':
      return outcome.message;
  }
}
