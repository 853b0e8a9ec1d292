import { readPart } from '../../../files/read-file.ts';

/** Names of sections stand at the end of ELF files, and at the start of those of macOS. */
const LOOKED_AT_BYTES = 1 << 16;
const HEAD_BYTES = 4;
/** The first bytes of programs as hexadecimal digits, and where and how the section is named in them. */
const FORMATS = [
  { magic: '7f454c46', part: 'end', section: '.go.buildinfo' },
  { magic: 'cffaedfe', part: 'start', section: '__go_buildinfo' },
] as const;

/** True if a file is a program that Go has built: it carries what it was built from in a section of its own, also when it is stripped. */
export function isGoBinary(path: string): boolean {
  const head = readPart(path, 'start', HEAD_BYTES)?.toString('hex');
  const format = FORMATS.find(({ magic }) => magic === head);
  return format !== undefined && readPart(path, format.part, LOOKED_AT_BYTES)?.includes(format.section) === true;
}
