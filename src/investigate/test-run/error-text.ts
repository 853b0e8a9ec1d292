import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { isInstalled } from '../../files/installed.ts';
import { MODULE_FRAME } from '../../model/stack-frame.ts';
import type { TestError, TestFrame } from '../../model/tests/test-report.ts';
import { comparedValues } from './compared/compared-values.ts';
import { relatedErrors } from './recorded-site.ts';
import type { RecordedError } from './runner-records.ts';

const UNREADABLE = /^((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\n]*?):(\d+)\n/;
/** The place, the line and a mark below it. */
const UNREADABLE_HEAD = /^(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\n]*?:\d+\n[\s\S]*?\n\n(?=\w*Error)/;
const FRAME = /^\s+at (?:async )?(?:(.*?) \()?((?:file:\/\/)?[^()\s][^()]*?):(\d+):(\d+)\)?$/;

/** An error as its runner reported it, in the words of the model. @param cwd Folder that relative paths start from. */
export function testError(recorded: RecordedError, cwd: string): TestError {
  const { name = '', message, stack = '' } = recorded;
  const stackText = stripVTControlCharacters(stack).trimEnd();
  const [headline = ''] = stackText.replace(UNREADABLE_HEAD, '').split(/\n[ \t]+at /, 1);
  const colon = /^([\w$.]{0,200}(?:Error|Exception|Failure)\w{0,200})(?: \[\w+\])?(?:: |$)/.exec(headline);
  const text = message === undefined ? headline.slice(colon?.[0].length ?? 0) : stripVTControlCharacters(message);
  const compared = comparedValues(recorded, text.trim());
  const related = relatedErrors(recorded.related);
  return {
    name: name || (colon?.[1] ?? ''),
    message: text.trim(),
    stack: framesOf(stackText, cwd),
    stackText,
    ...(compared ? { compared } : {}),
    ...(related.length > 0 ? { related } : {}),
  };
}

/** The calls of the program's own code in a stack, or the place of an error in syntax, with which its text begins. */
function framesOf(stack: string, cwd: string): TestFrame[] {
  const [, place, line] = UNREADABLE.exec(stack) ?? [];
  if (place !== undefined && isOwnCode(pathOf(place, cwd)))
    return [{ name: MODULE_FRAME, location: { path: pathOf(place, cwd), line: Number(line), column: 1 } }];
  return callsOf(stack, cwd);
}

function callsOf(stack: string, cwd: string): TestFrame[] {
  return stack.split('\n').flatMap((text) => {
    const [, name = '', place = '', line = '', column = ''] = FRAME.exec(text) ?? [];
    if (place === '' || place.startsWith('<') || isNoFile(place)) return [];
    const path = pathOf(place, cwd);
    if (!isOwnCode(path)) return [];
    return [{ name: name || '(anonymous)', location: { path, line: Number(line), column: Number(column) } }];
  });
}

/** True if a place has the name of a module that is built in, or another scheme than that of files. A drive has one letter. */
function isNoFile(place: string): boolean {
  return /^(?!file:)[a-z][\w+.-]+:/i.test(place);
}

function pathOf(place: string, cwd: string): string {
  return place.startsWith('file://') ? fileURLToPath(place) : resolve(cwd, place);
}

/** True if code is the program's or its tests' own: a file, in no dependency, and no hook of ours. */
export function isOwnCode(path: string): boolean {
  return isAbsolute(path) && !isInstalled(path) && !isHook(path);
}

function isHook(path: string): boolean {
  return basename(dirname(path)) === 'in-debuggee' && /-(?:hook|reporter|events|preload|context)\.[cm]js$/.test(path);
}
