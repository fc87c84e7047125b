import { decidedLabelsPage, labelsPage } from '../../../../src/faces/console/schools/labels.page.ts';
import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

export function labelPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const [school, label] = [say('Northfield State University'), say('Graduate Trainee')];
  const title = say('Graduate Trainee, Logistics');
  const error = (id: string) => [{ id, message: say('Select an entry for at least one label') }];
  const decided = [
    {
      target: school,
      field: 'job_type',
      label,
      entry: say('Trainee Program'),
      by: say('d@x.example'),
      at: at('13:55'),
    },
    {
      target: null,
      field: 'job_type',
      label: say('seasonal'),
      entry: '',
      by: say('d@x.example'),
      at: at('13:55'),
    },
  ];
  return {
    labels: labelsPage(frame, {
      targets: [school],
      paused: [school],
      total: 14,
      blockingLabels: 2,
      blockedJobs: 63,
      rows: [41, 41, 0].map((blocked, index) => ({
        target: school,
        targetId: 1,
        field: 'job_type',
        label: `${label} ${index}`,
        jobs: 41,
        blocked,
        example: title,
        suggestions: [
          { key: '1', label: say('Trainee Program'), score: index === 1 ? 0.41 : 0.71 },
          { key: '2', label: say('Full-time'), score: 0.38 },
        ],
        entries: [
          { key: '1', label: say('Trainee Program') },
          { key: '2', label: say('Full-time') },
          { key: '3', label: say('Internship') },
        ],
      })),
      isOne: false,
      errors: error('target'),
      done: [],
    }),
    'labels-done': labelsPage(frame, {
      targets: [school],
      paused: [],
      total: 0,
      blockingLabels: 0,
      blockedJobs: 0,
      rows: [],
      isOne: false,
      errors: [],
      done: decided,
    }),
    'labels-decided': decidedLabelsPage(frame, decided),
  };
}
