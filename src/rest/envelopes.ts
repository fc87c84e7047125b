import * as z from 'zod';

/** The list envelope (spec/rest-api.md, "List envelope"). */
export function listOf<T extends z.ZodType>(record: T) {
  return z.looseObject({
    page: z.number(),
    perPage: z.number(),
    total: z.number(),
    className: z.string(),
    models: z.array(record),
  });
}

/** The first answer to a batch write. */
export const batchAccepted = z.looseObject({
  id: z.string(),
  status: z.enum(['pending', 'processing', 'error']),
  total: z.number(),
  className: z.string(),
  results_url: z.string(),
});
export type BatchAccepted = z.infer<typeof batchAccepted>;

/** What a failed record of a batch has in its place, and the body of a refused write. */
export const fieldErrors = z.looseObject({
  errors: z.looseObject({ field_errors: z.record(z.string(), z.string()) }),
});
export type FieldErrors = z.infer<typeof fieldErrors>;

/** The result of `GET /v1/batch/{id}`; `responses`, in payload order, once it is completed. */
export const batchResult = z.looseObject({
  id: z.string(),
  status: z.enum(['pending', 'processing', 'completed', 'error']),
  total: z.number(),
  className: z.string(),
  responses: z.array(z.unknown()).optional(),
});
export type BatchResult = z.infer<typeof batchResult>;

/** The answer to the deprecated bulk write: a failed record's element has `errors` or `messages`. */
export const bulkResult = z.looseObject({ responses: z.array(z.unknown()) });
export type BulkResult = z.infer<typeof bulkResult>;

/** One entry of a picklist; its id is a number in some lists. */
export const picklistEntry = z.looseObject({ id: z.union([z.string(), z.number()]), value: z.string() });
export type PicklistEntry = z.infer<typeof picklistEntry>;

/** What `GET /v1/fields/{objectType}` says of a field. */
export const fieldDescriptor = z.looseObject({
  apiField: z.string(),
  objectType: z.string(),
  fieldName: z.string(),
  fieldLabel: z.string(),
  fieldType: z.string(),
  fieldCustom: z.boolean(),
});
export type FieldDescriptor = z.infer<typeof fieldDescriptor>;

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
