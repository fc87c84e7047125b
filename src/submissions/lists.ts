import questions from '../data/form/en/questions.json' with { type: 'json' };
import type { FormTerms } from './terms.ts';

const { lists } = questions;

/** What the form offers where the schools' own lists say nothing: words that picklists everywhere know. */
export const commonLists: FormTerms['lists'] = {
  industry: Object.keys(lists.industry),
  job_type: Object.keys(lists.job_type),
  job_function: Object.keys(lists.job_function),
  work_authorization: Object.keys(lists.work_authorization),
  degree_level: Object.keys(lists.degree_level),
  class_level: Object.keys(lists.class_level),
};
