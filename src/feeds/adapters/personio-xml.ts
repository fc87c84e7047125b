import { textsAt } from './find.ts';
import { xmlAdapter } from './mapped.ts';
import { xmlSigns } from './signs.ts';

/** Personio: `https://{account}.jobs.personio.de/xml`, the whole board. */
export const personioXml = xmlAdapter({
  name: 'personio-xml',
  about: 'Personio: workzag-jobs/position',
  detect: (head) => xmlSigns(head, { roots: ['workzagjobs'] }, 0.98),
  rows: ['position'],
  mapping: {
    identifier: 'id',
    title: 'name',
    sections: [{ each: 'jobDescriptions/jobDescription', headingAt: 'name', body: 'value' }],
    datePosted: 'createdAt',
    employmentType: ['employmentType', 'schedule'],
    company: { name: 'subcompany' },
    salary: 'salaryInformation',
    classLevel: 'seniority',
    qualifications: 'yearsOfExperience',
    occupationalCategory: ['department', 'recruitingCategory', 'occupation', 'occupationCategory'],
  },
  alsoReads: { jobLocation: 'office, additionalOffices/office', url: 'made of the account and id' },
  also: (row, { url }, raw) => {
    const offices = textsAt(row, 'office', 'additionalOffices/office') ?? [];
    const account = /^https?:\/\/[\w-]+\.jobs\.personio\.(?:de|com)(?=\/)/.exec(url ?? '')?.[0];
    return {
      ...(offices.length === 0 ? {} : { jobLocation: offices.map((text) => ({ text })) }),
      ...(account === undefined || raw.identifier === undefined
        ? {}
        : { url: `${account}/job/${raw.identifier}` }),
    };
  },
});
