import * as z from 'zod';
import { type FieldMeta, fieldMeta, metaOf } from '../../rest/fields.ts';
import type { Profile } from '../profiles.ts';

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

function ofProfile(schema: z.ZodType, { modules }: Profile): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema;
  const offered = Object.entries(schema.shape).filter(([, field]) => {
    const module = metaOf(field)?.module;
    return module === undefined || modules.has(module);
  });
  return z.looseObject(Object.fromEntries(offered));
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
