import { plainTextAdapter } from '../mapped.ts';
import { xmlMarkers } from '../format-markers.ts';

/** Jobvite's XML export; dates are month/day/year. */
export const jobviteXml = plainTextAdapter({
  name: 'jobvite-xml',
  about: 'Jobvite: result/job with detail-url, apply-url, requisitionid',
  detect: (head) =>
    xmlMarkers(
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
