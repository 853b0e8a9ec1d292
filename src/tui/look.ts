import type { TextProps } from 'ink';
import type { Span, Tone } from './text/styled-line.ts';

type Look = Pick<TextProps, 'bold' | 'dimColor' | 'inverse' | 'underline' | 'color'>;

const LOOKS: Readonly<Record<Tone, Look>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  title: { bold: true, color: 'cyan' },
  good: { color: 'green' },
  bad: { color: 'red' },
  warn: { color: 'yellow' },
  changed: { bold: true, color: 'yellow' },
  accent: { color: 'cyan' },
  running: { color: 'blue' },
  match: { bold: true, underline: true, color: 'magenta' },
};

/** The look of a piece of a line. Without colours the piece keeps its weight, and a sign also shows whatever matters. */
export function lookOf({ tone, selected }: Span, colours: boolean): Look {
  const { color, ...weight } = LOOKS[tone];
  if (selected) return { inverse: true, ...(tone === 'match' ? { underline: true } : {}) };
  return colours && color !== undefined ? { ...weight, color } : weight;
}
