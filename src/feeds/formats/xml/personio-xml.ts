import { atLeastOne, textAt, textsAt } from '../find.ts';
import { xmlAdapter } from '../mapped.ts';
import { xmlMarkers } from '../format-markers.ts';

/** Personio: `https://{account}.jobs.personio.de/xml`, the whole board. */
export const personioXml = xmlAdapter({
  name: 'personio-xml',
  about: 'Personio: workzag-jobs/position',
  detect: (head) => xmlMarkers(head, { roots: ['workzagjobs'] }, 0.98),
  rows: ['position'],
  mapping: {
    identifier: 'id',
    title: 'name',
    sections: [{ each: 'jobDescriptions/jobDescription', headingAt: 'name', body: 'value' }],
    datePosted: 'createdAt',
    employmentType: ['employmentType', 'schedule'],
    company: { name: 'subcompany' },
    salary: 'salaryInformation',
    occupationalCategory: ['department', 'recruitingCategory', 'occupation', 'occupationCategory'],
  },
  alsoReads: {
    experienceRequirements: 'yearsOfExperience, in words',
    jobLocation: 'office, additionalOffices/office',
    url: 'made of the account and id',
  },
  also: (row, { url }, raw) => {
    const offices = textsAt(row, 'office', 'additionalOffices/office') ?? [];
    const years = yearsIn(textAt(row, 'yearsOfExperience'));
    const account = /^https?:\/\/[\w-]+\.jobs\.personio\.(?:de|com)(?=\/)/.exec(url ?? '')?.[0];
    return {
      experienceRequirements: years,
      jobLocation: atLeastOne(offices.map((text) => ({ text }))),
      url: account && raw.identifier && `${account}/job/${raw.identifier}`,
    };
  },
});

/** `lt-1`, `2-5`, `gt-15` as people say it; anything else unchanged. */
function yearsIn(code: string | undefined): string | undefined {
  const [, sign = '', years] = /^(lt|gt|less-than|more-than)?-?(\d+(?:-\d+)?)\+?$/.exec(code ?? '') ?? [];
  if (years === undefined) return code;
  const words = `${years} ${years === '1' ? 'year' : 'years'}`;
  return /^(lt|less)/.test(sign) ? `less than ${words}` : sign === '' ? words : `more than ${words}`;
}
