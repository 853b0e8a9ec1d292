import type { Server } from '../server.ts';
import { type Asked, ask, type Cost } from './ask.ts';
import type { PlantedProject } from './project.ts';

/** Beyond it a debugging agent has given up long ago. */
const MAX_CALLS = 150;

interface Frame {
  readonly name: string;
  /** `file:line`. */
  readonly place: string;
}

/** The cost until the program stood behind the faulty statement; `isThere` is false if the program never came by. */
export interface Stepped extends Cost {
  readonly isThere: boolean;
}

/**
 * Steps from the line of the program to the faulty statement and over it, without one wrong turn: it steps into each call that leads
 * there, over all others, and out of what it did not mean. A search for the bug takes at least so many steps, and one that does not
 * know the way needs more.
 */
export async function stepTo(
  project: PlantedProject,
  start: (cwd: PlantedProject) => Promise<Server>,
): Promise<Stepped> {
  const way = await wayTo(project, start);
  const server = await start(project);
  try {
    return await walk(server, project, way);
  } finally {
    await server.close();
  }
}

/** The stack at the faulty statement, from the program inwards: not counted. */
async function wayTo(
  { bug, faulty, ...project }: PlantedProject,
  start: (cwd: PlantedProject) => Promise<Server>,
): Promise<readonly Frame[]> {
  const server = await start({ bug, faulty, ...project });
  try {
    await ask(server, 'debug_launch', { program: bug.program, breakpoints: [`${faulty.file}:${faulty.line}`] });
    const { text } = await ask(server, 'debug_stack', {});
    const inner = framesOf(text);
    const outermost = inner.findIndex(({ place }) => place.startsWith(bug.program));
    return inner.slice(0, outermost + 1).reverse();
  } finally {
    await server.close();
  }
}

async function walk(server: Server, { bug, faulty }: PlantedProject, way: readonly Frame[]): Promise<Stepped> {
  const goal = `${faulty.file}:${faulty.line}`;
  let [calls, tokens, at] = [0, 0, 0];
  const take = async (asked: Promise<Asked>): Promise<readonly Frame[]> => {
    const answer = await asked;
    calls++;
    tokens += answer.tokens;
    return framesOf(answer.text);
  };
  const step = (action: string) => take(ask(server, 'debug_step', { action }));
  let stack = await take(ask(server, 'debug_launch', { program: bug.program, breakpoints: [way[0]?.place ?? ''] }));
  while (stack.length > 0 && calls < MAX_CALLS) {
    if (stack[0]?.place === goal) {
      await step('next');
      return { calls, tokens, isThere: true };
    }
    if (!isAtCall(stack[0], way[at])) {
      stack = await step('next');
      continue;
    }
    stack = await step('step_in');
    if (stack[0]?.name === way[at + 1]?.name) at++;
    else if (isAtCall(stack[1], way[at])) stack = await step('step_out');
  }
  return { calls, tokens, isThere: false };
}

/** A statement may begin some lines before the call in it. */
const STATEMENT_LINES = 4;

function isAtCall(at: Frame | undefined, call: Frame | undefined): boolean {
  if (!at || !call || at.name !== call.name) return false;
  const before = lineOf(call) - lineOf(at);
  return before >= 0 && before < STATEMENT_LINES;
}

function lineOf({ place }: Frame): number {
  return Number(place.slice(place.lastIndexOf(':') + 1));
}

/** `#0  name  (file:line)`, as stops show them. */
function framesOf(text: string): readonly Frame[] {
  return [...text.matchAll(/^\s*#\d+\s+(.*?)\s+\((\S+?:\d+)(?::\d+)?\)/gm)].map(([, name = '', place = '']) => ({
    name,
    place,
  }));
}
