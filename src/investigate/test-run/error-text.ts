import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { TestError, TestFrame } from '../../model/test-report.ts';
import type { RecordedError } from './runner-records.ts';

const FRAME = /^\s+at (?:async )?(?:(.*?) \()?((?:file:\/\/)?[^()\s][^()]*?):(\d+):(\d+)\)?$/;

/** An error as its runner reported it, in the words of the model. @param cwd Folder that relative paths start from. */
export function testError({ name = '', message, stack = '' }: RecordedError, cwd: string): TestError {
  const stackText = stripVTControlCharacters(stack).trimEnd();
  const [headline = ''] = stackText.split(/\n\s+at /, 1);
  const colon = /^([\w$.]*(?:Error|Exception|Failure)\w*)(?: \[\w+\])?(?:: |$)/.exec(headline);
  const text = message === undefined ? headline.slice(colon?.[0].length ?? 0) : stripVTControlCharacters(message);
  return {
    name: name || (colon?.[1] ?? ''),
    message: text.trim(),
    stack: framesOf(stackText, cwd),
    stackText,
  };
}

/** The calls of the program's own code in a stack. */
function framesOf(stack: string, cwd: string): TestFrame[] {
  return stack.split('\n').flatMap((text) => {
    const [, name = '', place = '', line = '', column = ''] = FRAME.exec(text) ?? [];
    if (place === '' || isNoFile(place)) return [];
    const path = pathOf(place, cwd);
    if (!isOwnCode(path)) return [];
    return [{ name: name || '(anonymous)', location: { path, line: Number(line), column: Number(column) } }];
  });
}

/** Whether a place has the name of a module that is built in, or another scheme than that of files. A drive has one letter. */
function isNoFile(place: string): boolean {
  return /^(?!file:)[a-z][\w+.-]+:/i.test(place);
}

function pathOf(place: string, cwd: string): string {
  return place.startsWith('file://') ? fileURLToPath(place) : resolve(cwd, place);
}

/** Whether code is the program's or its tests' own: a file, and in no dependency. */
export function isOwnCode(path: string): boolean {
  return isAbsolute(path) && !/[\\/](node_modules|site-packages|dist-packages)[\\/]/.test(path);
}
