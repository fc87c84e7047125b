import { noAliases } from '../src/picklists/picklist-aliases.ts';
import { preparePicklist } from '../src/picklists/picklist.ts';
import { resolve } from '../src/picklists/resolve.ts';

/** Labels of all steps, from an exact one to one that nothing fits, against lists of the usual sizes: resolutions a second on one core. */
export async function run({ full }: { readonly full: boolean }) {
  const questions = Object.entries(lists).flatMap(([field, { entries, labels }]) => {
    const picklist = preparePicklist(
      field,
      entries.map((ivalue, index) => ({ ikey: `k${index}`, ivalue })),
    );
    return labels.map((label) => ({ question: { field, labels: [label] }, picklist }));
  });
  const round = () => {
    for (const { question, picklist } of questions) resolve(question, picklist, noAliases);
  };
  round();
  const rounds = full ? 500 : 100;
  const before = process.cpuUsage();
  for (let done = 0; done < rounds; done += 1) round();
  const { user, system } = process.cpuUsage(before);
  const value = (rounds * questions.length * 1_000_000) / (user + system);
  const what = 'resolutions a second and core';
  return {
    measurements: [{ bench: 'picklists', what, value, unit: '1/s' }],
    ratios: [{ what, value, goal: 10_000, is: 'at least' as const }],
  };
}

const functions =
  'Accounting; Auditing; Administration; Advertising; Agriculture; Architecture; Banking; Business Development; Civil Engineering; Communications; Consulting; Construction; Counseling; Customer Service; Data Analytics; Design; Education; Electrical Engineering; Event Planning; Finance; Fundraising; Government; Health Care; Hospitality; Human Resources; Information Technology; Insurance; Journalism; Law; Library Science; Logistics; Management; Manufacturing; Marketing; Mechanical Engineering; Media; Nonprofit; Operations; Product Management; Project Management; Public Relations; Purchasing; Quality; Real Estate; Research; Retail; Sales; Science; Security; Social Work; Software Development; Sports; Teaching; Tourism; Training; Transportation; Writing; Other';

const lists: Readonly<
  Record<string, { readonly entries: readonly string[]; readonly labels: readonly string[] }>
> = {
  job_function: {
    entries: functions.split('; '),
    labels: [
      'Marketing',
      'Softwareentwicklung',
      'Sales and Marketing',
      'IT - Hardware / Network',
      'Registered Nurse – Boston, MA',
      'Department of the Navy',
      '15-1252.00 Software Developers',
      'Senior-HR-Business-Partner',
      'Enginering',
      'Something that no list of any school has ever had',
    ],
  },
  job_type: {
    entries: ['Full-Time', 'Part-Time', 'Internship - Paid', 'Internship - Unpaid', 'Seasonal', 'Other'],
    labels: ['FULL_TIME', 'Teilzeit', 'Praktikum', "CDD - Alternance - Contrat d'apprentissage", 'Permanent'],
  },
  degree_level: {
    entries: ['High School', "Associate's", "Bachelor's (BA/BS)", "Master's (MA/MS)", 'MBA', 'PhD'],
    labels: ["Bachelor's Degree in Computer Science or related fields", 'Bac+5', 'B.S.', 'N/A'],
  },
  country: {
    entries: ['United States', 'United Kingdom', 'Germany', 'Korea, Republic of', 'Netherlands', 'France'],
    labels: ['USA', 'Deutschland', 'South Korea', 'Europe', 'Scotland'],
  },
  work_authorization: {
    entries: ['U.S. Citizen', 'Permanent Resident', 'Authorized to work in the U.S.', 'Will sponsor a visa'],
    labels: [
      'Must be authorized to work in the US',
      'No visa sponsorship available',
      'US citizenship required',
    ],
  },
};
