import { plainTextAdapter } from '../mapped.ts';
import { payIn, payOf } from '../format-pay.ts';
import { textAt, treeAt } from '../find.ts';
import { xmlMarkers } from '../format-markers.ts';

/** HelloWork: French; `department` is a piece of the country and `qualification` a level of education. */
export const helloworkXml = plainTextAdapter({
  name: 'hellowork-xml',
  about: 'HelloWork: job_id, company_title, job_time, French dates and contracts',
  detect: (head) =>
    xmlMarkers(head, { names: ['job', 'jobid', 'companytitle|jobtime|nafcode|coderome'] }, 0.9),
  rows: ['job'],
  dialect: {
    identifier: 'jobid',
    requisition: 'reference',
    company: 'companytitle company',
    employmentType: 'contract jobtime',
    education: 'education qualification',
    qualifications: 'profile',
    industry: 'sector companysector',
    category: 'function',
    jobStartDate: 'contractstartdate',
    validThrough: 'expirationdate enddate',
    email: 'applymail email',
    ignored: 'department geoloc cpc siret logo agence contractenddate',
  },
  alsoReads: { baseSalary: 'salary_details', duration: 'contract_period_value, contract_period_unit' },
  also: (row, _document, raw) => {
    const details = treeAt(row, 'salary_details');
    const pay = details && payIn(details);
    const baseSalary =
      pay &&
      payOf({
        ...pay,
        text: typeof raw.baseSalary === 'string' ? raw.baseSalary : pay.text,
        currency: pay.currency ?? textAt(row, 'salary_details/salary_min/currencyCode'),
      });
    const [value, unit] = [textAt(row, 'contract_period_value'), textAt(row, 'contract_period_unit')];
    return {
      baseSalary,
      duration: value === undefined ? undefined : unit === undefined ? value : `${value} ${unit}`,
    };
  },
});
