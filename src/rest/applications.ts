import * as z from 'zod';
import { pickValue, read, tolerant } from './rest-fields.ts';

const location = tolerant({
  city: z.string().nullable(),
  state: pickValue.nullable(),
  country: pickValue.nullable(),
});

/** A job application of a student made inside the system (REST 2.13). Read only. */
export const application = tolerant({
  id: read.id(),
  label: read.text(),
  category: read.text(),
  position: read.relation('jobs'),
  employer: read.relation('employers'),
  jobLocations: z.array(location).nullish(),
  submittedOn: read.datetime(),
});
export type Application = z.infer<typeof application>;
