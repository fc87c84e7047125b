import { present } from '../../core/present.ts';
import * as z from 'zod';
import { type FieldMeta, fieldMeta } from '../../rest/rest-fields.ts';
import { fieldsOf, type Profile } from '../profiles.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of what a client reads, or of what it writes, without the fields that this instance does not have. */
export function schemaOf(schema: z.ZodType, direction: 'read' | 'write', profile: Profile): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(ofProfile(schema, profile), {
    target: 'draft-2020-12',
    io: direction === 'read' ? 'output' : 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = zodSchema instanceof z.ZodType ? fieldMeta.get(zodSchema) : undefined;
      if (meta !== undefined) Object.assign(jsonSchema, describedBy(meta, direction));
      // Unknown fields are ignored on write.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return json;
}

function ofProfile(schema: z.ZodType, profile: Profile): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema;
  const { customFields } = schema.shape;
  return z.looseObject({
    ...Object.fromEntries(fieldsOf(schema, profile)),
    ...present({ customFields }),
  });
}

function describedBy(meta: FieldMeta, direction: 'read' | 'write'): JsonSchema {
  const ids = meta.kind === 'picks' || meta.kind === 'relations' ? 'Ids' : 'Id';
  if (direction === 'write' && meta.picklist !== undefined)
    return { description: `${ids} from the picklist ${meta.picklist}.` };
  if (direction === 'write' && meta.to !== undefined) return { description: `${ids} from ${meta.to}.` };
  if (meta.kind === 'date') return { format: 'date' };
  if (meta.kind === 'datetime') return { format: 'date-time' };
  if (meta.kind === 'decimal') return { description: 'A decimal number, kept as a string for precision.' };
  return {};
}
