import * as z from 'zod/v4';

/** The fields about a value beside the value. */
const facts = {
  type: z.string().describe('What typeof gives; accessor for a getter, which is not run'),
  subtype: z.string().optional().describe('array, map, set, date, error, null, …'),
  objectId: z.string().optional().describe('For debugger_inspect_object, until the program goes on'),
  childCount: z.int().optional(),
  truncated: z.literal(true).optional().describe('Something is left out'),
  length: z.int().optional().describe('Of a text that is left out in part'),
  enumerable: z.literal(false).optional(),
};

/** The properties of an object by their names; each has a type, and may have properties of its own. */
export const properties = z.record(z.string(), z.looseObject(facts)).describe('Each with type and value');

/** A value: itself where JSON has it, otherwise its text; of an object all that answers show of it. */
export const value = z.unknown().describe('Itself, or its text where JSON has none; for an object {type, objectId, …}');

/** A variable, as every answer lists it. */
export const variable = z.object({ name: z.string(), value: value.optional(), ...facts });

/** The fields of an answer that is about one value. */
export const valueFields = { value, ...facts };
