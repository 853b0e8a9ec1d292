import * as z from 'zod/v4';

/** A JSON Schema of an object, as `tools/list` carries it. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

/**
 * A tool's schema as the model reads it. Every client pays for each of these tokens on each turn, so what a validator needs
 * and a model does not is left out: `$schema` (60 bytes a tool), numeric bounds, patterns, `additionalProperties`
 * (an unknown name is refused with those that there are, a value of a variable of the environment is taken as text),
 * arguments that stand with another tool already (`unadvertised`), `default` (which zod shows for some types only: a default belongs in the description).
 * The validator itself enforces them all and explains the broken one.
 */
export function advertisedSchema(schema: z.ZodObject): ObjectSchema {
  const full = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => strip(jsonSchema) });
  const { $schema: _draft, type: _type, ...keywords } = full;
  return { type: 'object', ...keywords };
}

/** The schema of a tool's structured answer, whole: clients validate answers with it. Only the bounds of all integers are left out. */
export function advertisedOutput(schema: z.ZodObject): ObjectSchema {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => stripSafeBounds(jsonSchema);
  const { $schema: _draft, type: _type, ...keywords } = z.toJSONSchema(schema, { io: 'output', override });
  return { type: 'object', ...keywords };
}

function stripSafeBounds(node: z.core.JSONSchema.BaseSchema): void {
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
}

function strip(node: z.core.JSONSchema.BaseSchema): void {
  delete node.default;
  delete node.minimum;
  delete node.maximum;
  delete node.exclusiveMinimum;
  delete node.pattern;
  delete node.minLength;
  delete node.propertyNames;
  delete node.additionalProperties;
  for (const [name, property] of Object.entries(node.properties ?? {}))
    if (typeof property === 'object' && 'unadvertised' in property) delete node.properties?.[name];
  if (Object.keys(node.properties ?? {}).length === 0) delete node.properties;
}
