import type { BreakpointRecord } from '../model/breakpoint-record.ts';
import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { SessionEvent, SessionRef } from '../model/session-event.ts';
import type { SessionState } from '../model/session-summary.ts';
import type { LocalVariable } from '../model/stop-report.ts';
import { lastName } from './asked-name.ts';
import type {
  DebugBreakpointEntry,
  DebugStackEntry,
  DebugStateEntry,
  DebugVariablesEntry,
  DebugWatchesEntry,
  JournalEntry,
} from './entries.ts';
import { maskNamed } from './redaction.ts';
import type { Sanitizer } from './sanitize.ts';

/** What every entry of one server begins with. */
export interface EntryHead {
  readonly timestamp: number;
  readonly time: string;
  readonly pid: number;
}

/** Variables and frames that an entry lists at most; the numbers beside them say how many there are. */
const MAX_VARIABLES = 50;
const MAX_FRAMES = 20;

/** The entry that tells an event of a session; undefined for one that the journal does not tell. Output has its own way. */
export function sessionEntry(
  head: EntryHead,
  session: SessionRef,
  event: Exclude<SessionEvent, { kind: 'output' }>,
  sanitizer: Sanitizer,
): JournalEntry | undefined {
  const whose = sessionFields(session);
  switch (event.kind) {
    case 'created': {
      const { language, program, cwd } = event;
      return {
        ...head,
        level: 'info',
        namespace: 'debug-mcp:session',
        message: 'session:created',
        ...whose,
        language,
        program: sanitizer.text(program),
        cwd: sanitizer.path(cwd),
      };
    }
    case 'closed':
      return {
        ...head,
        level: 'info',
        namespace: 'debug-mcp:session',
        message: 'session:closed',
        ...whose,
        duration: Math.max(0, head.timestamp - session.createdMs),
      };
    case 'state':
      return stateEntry(head, whose, event.state, sanitizer);
    case 'breakpoint':
      return breakpointEntry(head, whose, event, sanitizer);
    case 'variables':
      return variablesEntry(head, whose, event, sanitizer);
    case 'stack':
      return stackEntry(head, whose, event, sanitizer);
    case 'watches':
      return watchesEntry(head, whose, event, sanitizer);
  }
}

/** How entries name a session. */
export function sessionFields({ uuid, name }: SessionRef): { sessionId: string; sessionName: string } {
  return { sessionId: uuid, sessionName: name };
}

type Whose = ReturnType<typeof sessionFields>;

/** The event of one kind. */
type EventOf<K extends SessionEvent['kind']> = Extract<SessionEvent, { kind: K }>;

function stateEntry(
  head: EntryHead,
  whose: Whose,
  state: SessionState,
  sanitizer: Sanitizer,
): DebugStateEntry | undefined {
  const base = { ...head, level: 'info', namespace: 'debug-mcp:state', message: 'debug:state', ...whose } as const;
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
        ...(hitBreakpointIds.length > 0 && { breakpointIds: hitBreakpointIds.map(breakpointName) }),
        ...(exception && { description: sanitizer.text(`${exception.name}: ${exception.message}`) }),
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
  head: EntryHead,
  whose: Whose,
  { change, breakpoint }: EventOf<'breakpoint'>,
  sanitizer: Sanitizer,
): DebugBreakpointEntry {
  const { id, state, target, condition, hitCondition, logMessage, hits } = breakpoint;
  const event = change === 'told' ? state.kind : change;
  const reason = state.kind === 'verified' ? verifiedRemark(breakpoint) : state.reason;
  return {
    ...head,
    level: event === 'rejected' ? 'warn' : 'info',
    namespace: 'debug-mcp:breakpoint',
    message: 'debug:breakpoint',
    ...whose,
    event,
    breakpointId: breakpointName(id),
    ...placeOf(breakpoint, sanitizer),
    ...(target.kind === 'function' && { function: sanitizer.text(target.name) }),
    verified: state.kind === 'verified',
    ...(condition !== undefined && { condition: sanitizer.text(condition) }),
    ...(hitCondition !== undefined && { hitCondition: sanitizer.text(hitCondition) }),
    ...(logMessage !== undefined && { logMessage: sanitizer.text(logMessage) }),
    ...(change === 'told' && reason !== undefined && { reason: sanitizer.text(reason) }),
    ...(change === 'hit' && { hits }),
  };
}

/** Where it stands; until that is known, where it was wanted. */
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
  head: EntryHead,
  whose: Whose,
  { scope, variablesReference, variables }: EventOf<'variables'>,
  sanitizer: Sanitizer,
): DebugVariablesEntry {
  return {
    ...head,
    level: 'info',
    namespace: 'debug-mcp:variables',
    message: 'debug:variables',
    ...whose,
    ...(scope && { frameId: scope.frameId, scope: scope.name }),
    variablesReference,
    variableCount: variables.length,
    variables: variables.slice(0, MAX_VARIABLES).map((variable) => shownVariable(variable, sanitizer)),
  };
}

/** Names by which programs call the variables of their environment, or something that holds them. */
const ENVIRONMENT_NAME = /^(?:env|environ|environment)$/i;

function shownVariable({ name, type, value, previous }: LocalVariable, sanitizer: Sanitizer) {
  const shown = (text: string) =>
    ENVIRONMENT_NAME.test(name) && /[{(]/.test(text) ? '[environment]' : sanitizer.short(maskNamed(name, text));
  return {
    name: sanitizer.short(name),
    type: sanitizer.short(type),
    value: shown(value),
    ...(previous !== undefined && { previous: previous === null ? null : shown(previous) }),
  };
}

function stackEntry(
  head: EntryHead,
  whose: Whose,
  { threadId, frames, source }: EventOf<'stack'>,
  sanitizer: Sanitizer,
): DebugStackEntry {
  return {
    ...head,
    level: 'info',
    namespace: 'debug-mcp:stack',
    message: 'debug:stack',
    ...whose,
    threadId,
    frames: frames.slice(0, MAX_FRAMES).map(({ name, location, presentation }) => ({
      name: sanitizer.short(name),
      file: sanitizer.path(location.path),
      line: location.line,
      presentation,
    })),
    frameCount: frames.length,
    ...(source && {
      source: { startLine: source.startLine, lines: source.lines.map((line) => sanitizer.text(line)) },
    }),
  };
}

function watchesEntry(
  head: EntryHead,
  whose: Whose,
  { watches }: EventOf<'watches'>,
  sanitizer: Sanitizer,
): DebugWatchesEntry {
  return {
    ...head,
    level: 'info',
    namespace: 'debug-mcp:watches',
    message: 'debug:watches',
    ...whose,
    watches: watches.map(({ expression, outcome, previous }) => {
      const name = lastName(expression);
      return {
        expression: sanitizer.text(expression),
        value: sanitizer.short(maskNamed(name, outcomeText(outcome))),
        failed: outcome.kind !== 'value',
        ...(previous !== undefined && { previous: sanitizer.short(maskNamed(name, previous)) }),
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
