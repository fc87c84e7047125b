import * as z from 'zod';
import { own } from '../../core/own.ts';
import { isStateOf, metaOf, objectIn, stateForm } from '../../rest/rest-fields.ts';
import { isData, merge } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import type { FieldMessages } from './replies.ts';

/** The addresses that a change touches whose state is then of another country: a PUT may change one of the two alone. */
export function statesAbroad(
  schema: z.ZodType | undefined,
  { change, stored }: { readonly change: RecordData; readonly stored: RecordData },
  path = '',
): FieldMessages {
  const shape = schema === undefined ? undefined : objectIn(schema)?.shape;
  const errors: Record<string, string> = {};
  for (const [field, changed] of Object.entries(change)) {
    const found = shape && own(shape, field);
    const inner = found === undefined ? undefined : z.instanceof(z.ZodType).parse(found);
    if (inner === undefined || !isData(changed)) continue;
    const before = stored[field];
    const part = { change: changed, stored: isData(before) ? before : {} };
    const { state, country } = merge(part.stored, changed);
    if (metaOf(inner)?.kind !== 'address')
      Object.assign(errors, statesAbroad(inner, part, `${path}${field}.`));
    else if (!isStateOf(state, country)) errors[`${path}${field}.state`] = stateForm;
  }
  return errors;
}
