import { relative, resolve } from 'node:path';
import { DebugError } from '../model/debug-error.ts';
import { statOf } from './read-file.ts';
import { similarFiles } from './similar-files.ts';

/** A program as its caller names it, and the absolute folder that it is looked for in. */
interface NamedProgram {
  readonly program: string;
  readonly cwd: string;
}

/**
 * A program that is to be launched and is not there: `source_not_found`, with the files that the caller may mean.
 *
 * @param hint Said behind the advice, for what a language can be given instead of a file.
 */
export function missingProgram(request: NamedProgram, hint = ''): DebugError {
  const { program, cwd } = request;
  const path = resolve(cwd, program);
  const advice =
    didYouMean(request) ?? `Give a path relative to ${cwd}, or an absolute one, or set cwd.${hint && ` ${hint}`}`;
  return new DebugError('source_not_found', `There is no file "${program}" (looked for ${path}).`, {
    advice,
    details: { path },
  });
}

/** `app.js:10` is a place in a program, where one can be stopped. */
function placeAdvice({ program, cwd }: NamedProgram): string | undefined {
  const [, file] = /^(.+?)(?::\d+){1,2}$/s.exec(program) ?? [];
  if (file === undefined || !statOf(resolve(cwd, file))?.isFile()) return undefined;
  return `Give "${file}" as program, and "${program}" in breakpoints.`;
}

/** `Did you mean src/app.js?`: the files that are most like what a caller named, or where to write a place; undefined where there is none. */
export function didYouMean({ program, cwd }: NamedProgram): string | undefined {
  const place = placeAdvice({ program, cwd });
  if (place !== undefined) return place;
  const files = similarFiles(resolve(cwd, program), cwd);
  if (files.length === 0) return undefined;
  const names = files.map((file) => (relative(cwd, file).startsWith('..') ? file : relative(cwd, file)));
  return `Did you mean ${names.join(' or ')}?`;
}
