import * as z from 'zod';
import { tolerant } from './rest-fields.ts';

/** The list envelope (REST 2.2). */
export function listOf<T extends z.ZodType>(record: T) {
  return tolerant({
    page: z.number(),
    perPage: z.number(),
    total: z.number(),
    className: z.string(),
    models: z.array(record),
  });
}

/** The first answer to a batch write. */
export const batchAccepted = tolerant({
  id: z.string(),
  status: z.enum(['pending', 'processing', 'error']),
  total: z.number(),
  className: z.string(),
  results_url: z.string(),
});

/** What a failed record of a batch has in its place, and the body of a refused write. */
export const fieldErrors = tolerant({
  errors: tolerant({ field_errors: z.record(z.string(), z.string()) }),
});

/** The result of `GET /v1/batch/{id}`; `responses`, in payload order, once it is completed. */
export const batchResult = tolerant({
  id: z.string(),
  status: z.enum(['pending', 'processing', 'completed', 'error']),
  total: z.number(),
  className: z.string(),
  responses: z.array(z.unknown()).optional(),
});

/** The answer to the deprecated bulk write: a failed record's element has `errors` or `messages`. */
export const bulkResult = tolerant({ responses: z.array(z.unknown()) });

/** One entry of a picklist; its id is a number in some lists. */
export const picklistEntry = tolerant({ id: z.union([z.string(), z.number()]), value: z.string() });
export type PicklistEntry = z.infer<typeof picklistEntry>;

/** What `GET /v1/fields/{objectType}` says of a field. */
export const fieldDescriptor = tolerant({
  apiField: z.string(),
  objectType: z.string(),
  fieldName: z.string(),
  fieldLabel: z.string(),
  fieldType: z.string(),
  fieldCustom: z.boolean(),
});

/** The object types whose fields can be asked for. */
export const objectTypes = [
  'students',
  'contacts',
  'employers',
  'jobs',
  'staff',
  'addresses',
  'faculty',
  'careerfairs',
  'counsel',
  'pronet',
  'career-outcomes',
  'ocr-schedules',
  'info-sessions',
  'workshops',
  'experiential-learning',
  'experiential-learning-work-term',
  'employer-registrations',
  'network-employer-registrations',
  'calendar-events',
] as const;
export type ObjectType = (typeof objectTypes)[number];
