import type * as z from 'zod';
import { read, tolerant, write } from './rest-fields.ts';

/** A degree of a student, where the instance keeps several (REST 2.10). */
export const degreeFields = {
  id: read.id(),
  primary: read.boolean(),
  visualId: read.text(),
  type: read.text(),
  award: read.pick('award'),
  mode: read.pick('study_mode'),
  level: read.pick('degree_level'),
  classLevel: read.pick('class_level'),
  graduationDate: read.date(),
  schools: read.picks('school'),
  majors: read.picks('major'),
  minors: read.picks('minor'),
  campus: read.picks('campus'),
};
export const degree = tolerant(degreeFields);
export type Degree = z.infer<typeof degree>;

/** An entry with `id` or `visualId` updates that degree, one without creates a degree. */
export const degreeWriteFields = {
  id: write.text(),
  primary: write.boolean(),
  visualId: write.text(),
  type: write.text(),
  award: write.pick('award'),
  mode: write.pick('study_mode'),
  level: write.pick('degree_level'),
  classLevel: write.pick('class_level'),
  graduationDate: write.date(),
  schools: write.picks('school'),
  majors: write.picks('major'),
  minors: write.picks('minor'),
  campus: write.picks('campus'),
};
export type DegreeWrite = z.infer<z.ZodObject<typeof degreeWriteFields>>;
