import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { GeneratedPosition, SourceMap } from '../../../sourcemap/source-map.ts';
import { declaredNames } from '../source/declared-names.ts';
import { originalNames } from '../source/original-names.ts';
import { identifiersIn, nodesAround } from '../source/source-structure.ts';
import type { AnyNode } from '../source/syntax-tree.ts';
import type { CdpLocation, ScriptTable } from './script-table.ts';

/**
 * The author's names of the variables around a place in a minified script, by their names there. Empty if no
 * map has other names.
 */
export async function namesAround(
  session: CdpSession,
  scripts: ScriptTable,
  at: CdpLocation,
  options?: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const map = scripts.mapOf(scripts.get(at.scriptId));
  if (!map?.hasNames) return new Map();
  const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId: at.scriptId }, options);
  return namesInText(map, scriptSource, { lineNumber: at.lineNumber, columnNumber: at.columnNumber ?? 0 });
}

/** The same for a text that is known, be it loaded or not. */
export function namesInText(map: SourceMap, text: string, at: GeneratedPosition): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (!map.hasNames) return names;
  const place = nodesAround(text, at.lineNumber + 1, at.columnNumber);
  const hidden = new Set<string>();
  let declared = new Set<string>();
  // From the inside out: an inner function's variable hides an outer one of its name.
  for (const node of [...(place?.nodes ?? [])].reverse()) {
    for (const name of [...declaredNames(node), ...importedNames(node)]) declared.add(name);
    if (!/Function|Program/.test(node.type) || !node.loc) continue;
    const start = { lineNumber: node.loc.start.line - 1, columnNumber: node.loc.start.column };
    for (const [generated, original] of originalNames(map, text.slice(node.start, node.end), start)) {
      // What other functions in it declare is not to be had here.
      const isHere = declared.has(generated) && !hidden.has(generated);
      if (isHere && (!hidden.has(original) || names.has(original))) names.set(generated, original);
    }
    for (const name of declared) hidden.add(name);
    declared = new Set();
  }
  return names;
}

function importedNames(node: AnyNode): string[] {
  if (node.type !== 'Program') return [];
  return node.body.flatMap((each) =>
    each.type === 'ImportDeclaration' ? each.specifiers.map(({ local }) => local.name) : [],
  );
}

/** An expression in the author's names, in those that the running program has. */
export function inGeneratedNames(expression: string, names: ReadonlyMap<string, string>): string {
  // The innermost is the first of them, and the one that is meant.
  const generated = new Map([...names].reverse().map(([name, original]) => [original, name]));
  let renamed = '';
  let end = 0;
  for (const { name, start, isShorthand } of identifiersIn(expression)) {
    const other = generated.get(name);
    if (other === undefined) continue;
    renamed += expression.slice(end, start) + (isShorthand ? `${name}: ${other}` : other);
    end = start + name.length;
  }
  return renamed + expression.slice(end);
}
