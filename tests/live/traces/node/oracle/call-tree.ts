import type { TracedEnd, TraceRecord } from '../../../../../src/model/trace/trace-record.ts';
import { callLines } from './call-lines.ts';
import { type CorpusRun, folderOf, outlineEnd, processRecords } from './corpus-run.ts';
import { outlinesOf } from './frame-events.ts';
import type { ProcessLog } from './log.ts';
import type { Places } from './places.ts';

/** A call with the calls that it made. */
interface CallNode {
  readonly of: string;
  readonly file: string;
  readonly arguments: Parameters<typeof callLines>[0]['arguments'];
  readonly end: TracedEnd;
  readonly below: CallNode[];
  /** The number of calls that it stands for. */
  count: number;
}

/** The calls of each program, each on a line that is as far in as it is deep; those that are alike are one, with their number. */
export type CallTrees = Readonly<Record<string, readonly string[]>>;

/** The trees that the tracer records. */
export function tracedTrees(run: CorpusRun, records: readonly TraceRecord[]): CallTrees {
  const roots = processRecords(records).map((each) => recordedRoots(each));
  return byProgram(run, roots, (file) => run.pathOf(file));
}

/** The trees of what really happened. */
export function realTrees(run: CorpusRun): CallTrees {
  return byProgram(
    run,
    run.logs.map((log) => realRoots(log, run.places)),
    (file) => file,
  );
}

/** @param roots Of each process. What several did at the same time has no order. */
function byProgram(
  run: CorpusRun,
  roots: readonly (readonly CallNode[])[],
  pathOf: (file: string) => string,
): CallTrees {
  const entries = run.programs.map((program) => {
    const start = pathOf(`${folderOf(program)}/`);
    const own = roots
      .map((each) => each.filter(({ file }) => file.startsWith(start)))
      .filter(({ length }) => length > 0);
    const text = (node: CallNode) => treeLines([node], '').join('\n');
    const all = own.length > 1 ? own.flat().toSorted((a, b) => (text(a) < text(b) ? -1 : 1)) : own.flat();
    return [program.name, treeLines(folded(all), '')];
  });
  return Object.fromEntries(entries);
}

function treeLines(nodes: readonly CallNode[], indent: string): string[] {
  return nodes.flatMap(({ of, arguments: given, end, below, count }) => {
    const [first, last] = callLines({ arguments: given, events: [], end: outlineEnd(end) });
    return [`${indent}${of}${first} ${last} ×${count}`, ...treeLines(below, `${indent}  `)];
  });
}

/**
 * Siblings that are alike as one: the same function, the same kinds of arguments and of end, and below them calls of the same kinds.
 * The tracer does this when a call ends, if the call was not in the file by then; done here again, it makes no difference when.
 */
function folded(nodes: readonly CallNode[]): CallNode[] {
  const kinds = new Map<string, CallNode>();
  const kept: CallNode[] = [];
  for (const each of nodes) {
    const node = { ...each, below: folded(each.below) };
    const isOver = node.end.kind === 'returned' || node.end.kind === 'threw';
    const kind = kindOf(node);
    const same = isOver ? kinds.get(kind) : undefined;
    if (same !== undefined) same.count += node.count;
    else {
      kept.push(node);
      if (isOver) kinds.set(kind, node);
    }
  }
  return kept;
}

function kindOf({ of, file, arguments: given, end, below }: CallNode): string {
  const types = given.map(({ after }) => after?.type);
  const ended = end.kind === 'returned' ? end.value.type : end.kind === 'threw' ? `!${end.error.type}` : end.kind;
  return JSON.stringify([of, file, types, ended, below.map(kindOf)]);
}

function recordedRoots(records: readonly TraceRecord[]): CallNode[] {
  const functions = new Map(records.flatMap((each) => (each.kind === 'function' ? [[each.id, each] as const] : [])));
  const nodes = new Map(records.flatMap((each) => (each.kind === 'node' ? [[each.id, each] as const] : [])));
  const made = new Map<number, CallNode>();
  const roots: CallNode[] = [];
  for (const [id, { function: of, parent, arguments: given, end, alike }] of [...nodes].sort(([a], [b]) => a - b)) {
    const { name = '', line = 0, path = '' } = functions.get(of) ?? {};
    const node: CallNode = { of: `${name}:${line}`, file: path, arguments: given, end, below: [], count: alike + 1 };
    made.set(id, node);
    const owner = parent === undefined ? undefined : made.get(parent);
    (owner?.below ?? roots).push(node);
  }
  return roots;
}

/** The tree of real calls: the call that began or went on last, and has neither ended nor waits, makes the next. */
function realRoots(process: ProcessLog, places: Places): CallNode[] {
  const calls = outlinesOf(process, places);
  const nodes: CallNode[] = [];
  const roots: CallNode[] = [];
  let running: number[] = [];
  for (const entry of process.log) {
    const [what, call] = entry;
    if (what === 'hit') continue;
    if (what === 'enter') {
      const known = calls[nodes.length];
      if (known === undefined) continue;
      const { of, arguments: given, end } = known;
      const node: CallNode = { of: `${of.name}:${of.line}`, file: of.file, arguments: given, end, below: [], count: 1 };
      const owner = running.at(-1);
      const parent = owner === undefined ? undefined : nodes[owner - 1];
      nodes.push(node);
      (parent?.below ?? roots).push(node);
    }
    running = running.filter((each) => each !== call);
    if (what !== 'left' && what !== 'wait') running.push(call);
  }
  return roots;
}
