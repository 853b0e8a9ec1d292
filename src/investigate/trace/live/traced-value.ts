import type { TracedValue } from '../../../model/trace/trace-record.ts';
import type { ValueSummary } from '../../../model/variable.ts';

const NUMBER = /^-?(\d[\d_]*(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** The words for numbers of the languages that have summaries. */
const NUMBER_TYPES = new Set(['number', 'int', 'float']);

/** A value that a session has summarised, in the words of the records. */
export function tracedValue({ type, value }: Pick<ValueSummary, 'type' | 'value'>): TracedValue {
  if (!NUMBER_TYPES.has(type)) return { text: value, type };
  if (!NUMBER.test(value)) return { text: value, type: value === 'NaN' || value === 'nan' ? 'NaN' : type };
  return { text: value, type, number: Number(value.replaceAll('_', '')) };
}
