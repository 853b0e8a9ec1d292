import { type AnyNode, walk } from '../../../../v8/source/syntax-tree.ts';
import type { CodeText } from './frame-code.ts';
import { RECORDER } from './table.ts';

/**
 * Has the `catch` clauses of a text say what they catch: errors that leave a traced function are known there. Those with a pattern
 * cannot, since they do not name the error. `probed`: nodes whose own probes see it.
 */
export function watchCatches({ text, edits }: Pick<CodeText, 'text' | 'edits'>, probed: readonly AnyNode[]): void {
  const free = freeName(text.source);
  walk(text.program, (node) => {
    if (probed.includes(node)) return 'skip';
    if (node.type !== 'CatchClause') return undefined;
    const name = node.param?.type === 'Identifier' ? node.param.name : node.param ? undefined : free;
    if (name === undefined) return undefined;
    if (!node.param) edits.probe(text.tokenEndBefore(node.body.start), `(${name})`);
    edits.probe(node.body.start + 1, `;${RECORDER}(-1,${name});`);
    return undefined;
  });
}

function freeName(source: string): string {
  let name = '$mte';
  while (source.includes(name)) name = `$${name}`;
  return name;
}
