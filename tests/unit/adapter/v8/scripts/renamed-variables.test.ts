import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { inGeneratedNames, namesInText } from '../../../../../src/adapter/v8/scripts/renamed-variables.ts';
import { SourceMap } from '../../../../../src/sourcemap/source-map.ts';

/** An expression in the source's names at the line of a text, in those of the generated code. */
function translated(source: string, at: string, expression: string, minify = false): string {
  const options = { loader: 'ts', sourcemap: true, sourcefile: 'a.ts', minify, minifySyntax: false } as const;
  const { code, map: json } = transformSync(source, options);
  const map = new SourceMap(json, { url: 'file:///p/a.js', root: '/p', exists: () => true });
  const line = source.split('\n').findIndex((text) => text.includes(at)) + 1;
  const [place] = map.generatedOf('/p/a.ts', line);
  if (!place) throw new Error(`nothing at ${at}`);
  return inGeneratedNames(expression, namesInText(map, code, place));
}

const ENUM = `enum Kind {
  Short = 'short',
}
export function kindOf(days: number): Kind {
  return days > 5 ? Kind.Short : Kind.Short;
}
`;

describe('names of the source at a place of generated code', () => {
  it('takes none that a compiler gave to a variable of another function', () => {
    expect(translated(ENUM, 'days > 5', 'Kind.Short + days')).toBe('Kind.Short + days');
    expect(translated(ENUM, "Short = 'short'", 'Kind.Short')).toBe('Kind2.Short');
  });

  it('finds those that a minifier gave, of the function, its blocks and the functions around it', () => {
    const source = `export function outer(total: number) {
  const inner = (price: number) => {
    for (const each of [price]) {
      console.log(each, total);
    }
    return price;
  };
  const other = (later: number) => later;
  return [inner(total), other(total)];
}
`;
    const inner = translated(source, 'console.log', '[each, price, total, later]', true);
    expect(inner).toMatch(/^\[\w, \w, \w, later\]$/);
    expect(translated(source, 'return [inner', '[price, total]', true)).toMatch(/^\[price, \w\]$/);
  });

  it('means the innermost of several variables of one name', () => {
    const source = `export function outer(value: number) {
  const inner = (value: string) => {
    console.log(value);
    return value;
  };
  return inner(String(value));
}
`;
    const { code } = transformSync(source, { loader: 'ts', minify: true, minifySyntax: false });
    const [, parameter = ''] = /console\.log\((\w)\)/.exec(code) ?? [];
    const [, ofOuter = ''] = /String\((\w)\)/.exec(code) ?? [];
    expect(parameter).not.toBe(ofOuter);
    expect(translated(source, 'console.log', 'value', true)).toBe(parameter);
    expect(translated(source, 'return inner', 'value', true)).toBe(ofOuter);
  });
});
