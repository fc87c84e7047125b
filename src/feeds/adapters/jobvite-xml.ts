import { wordsAdapter } from './mapped.ts';
import { xmlSigns } from './signs.ts';

/** Jobvite's XML export; dates are month/day/year. */
export const jobviteXml = wordsAdapter({
  name: 'jobvite-xml',
  about: 'Jobvite: result/job with detail-url, apply-url, requisitionid',
  detect: (head) =>
    xmlSigns(
      head,
      {
        roots: ['result', 'results', 'jobs'],
        names: ['job', 'detailurl', 'applyurl|requisitionid|briefdescription'],
      },
      0.85,
    ),
  rows: ['job'],
  dialect: { identifier: 'id', description: 'description briefdescription', ignored: 'region' },
});
