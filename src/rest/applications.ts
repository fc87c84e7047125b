import * as z from 'zod';
import { pickValue, read } from './fields.ts';

const location = z.looseObject({
  city: z.string().nullable(),
  state: pickValue.nullable(),
  country: pickValue.nullable(),
});

/** A job application of a student made inside the system (spec/rest-api.md, "Student job application item"). Read only. */
export const application = z.looseObject({
  id: read.id(),
  label: read.text(),
  category: read.text(),
  position: read.relation('jobs'),
  employer: read.relation('employers'),
  jobLocations: z.array(location).nullish(),
  submittedOn: read.datetime(),
});
export type Application = z.infer<typeof application>;
