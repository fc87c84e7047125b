import type { Step } from './walk-drivers.ts';

/** A feed that nobody has added yet. */
export const tealFeed = 'https://careers.teal.example/jobs.xml';

export type Walk = {
  readonly task: string;
  readonly from: string;
  /** Acts of the person, and pages that are seen after the first. */
  readonly acts: number;
  readonly pages: number;
  readonly steps: readonly Step[];
  readonly ends: string;
};

/** Each task of the console, in the order in which they are done, and what it costs. */
export const walks: readonly Walk[] = [
  {
    task: 'send a plan as it is shown',
    from: '/',
    acts: 2,
    pages: 2,
    steps: [{ press: 'See the plan' }, { press: 'Send' }],
    ends: '3 changes are on the way',
  },
  {
    task: 'decide a label that blocks jobs, and take it back',
    from: '/',
    acts: 4,
    pages: 3,
    steps: [
      { press: '1 unmapped label blocks' },
      { choose: 'Entry for hourly by moonlight at northfield', entry: 'Part-time' },
      { press: 'Save the decisions as shown' },
      { press: 'Undo' },
    ],
    ends: 'Decided before',
  },
  {
    task: 'see that the label blocks its jobs again',
    from: '/',
    acts: 1,
    pages: 1,
    steps: [{ press: '1 unmapped label blocks 2 jobs' }],
    ends: '1 unmapped label blocks 2 jobs',
  },
  {
    task: 'approve one job of a first plan',
    from: '/holds',
    acts: 4,
    pages: 3,
    steps: [
      { press: 'First plan of harbor' },
      { press: 'Pick none' },
      { tick: 'Job A-902 A-902' },
      { press: 'Send the picked jobs' },
    ],
    ends: 'Hold approved: 1 job. Nothing of it is sent before',
  },
  {
    task: 'go from a job to the hold that stops it, and approve the rest',
    from: '/jobs?q=A-903',
    acts: 3,
    pages: 3,
    steps: [{ press: 'Job A-903' }, { press: 'Open the hold' }, { press: 'Send all 4' }],
    ends: 'Approved',
  },
  {
    task: 'pause a school',
    from: '/targets',
    acts: 2,
    pages: 2,
    steps: [{ press: 'calloway' }, { press: 'Pause' }],
    ends: 'Paused',
  },
  {
    task: 'block an employer, at the paused school too',
    from: '/employers',
    acts: 4,
    pages: 2,
    steps: [
      { press: 'Block Acme Tools' },
      { write: 'Why', text: 'Fraud' },
      { write: 'Type Acme Tools', text: 'Acme Tools 123' },
      { press: 'Block and take down' },
    ],
    ends: 'Acme Tools',
  },
  {
    task: 'resume a school',
    from: '/targets/calloway',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Resume' }],
    ends: 'resumed. Nothing of it is sent before',
  },
  {
    task: 'restore a batch of removals',
    from: '/batches',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Restore' }],
    ends: 'is restored',
  },
  {
    task: 'see what changed yesterday',
    from: '/',
    acts: 2,
    pages: 2,
    steps: [{ press: 'All activity' }, { press: '‹' }],
    ends: 'Everything that people and Quadwire did',
  },
  {
    task: 'see the days before, and what else Quadwire did',
    from: '/activity',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Other acts of Quadwire' }],
    ends: 'Quadwire',
  },
  {
    task: 'find a job by its id',
    from: '/',
    acts: 2,
    pages: 1,
    steps: [{ write: 'Search', text: 'A-5' }, { send: 'Search' }],
    ends: 'A-5',
  },
  {
    task: 'decide two holds of removals together',
    from: '/holds',
    acts: 4,
    pages: 2,
    steps: [
      { tick: 'jobs of acme would be taken down' },
      { tick: 'jobs of gulf would be taken down' },
      { press: 'Decide the picked ones together' },
      { press: 'Refuse 2 holds' },
    ],
    ends: '2 holds are decided',
  },
  {
    task: 'change a limit',
    from: '/settings',
    acts: 2,
    pages: 1,
    steps: [{ write: 'A run that lists less than this share', text: '60' }, { press: 'Save safety limits' }],
    ends: 'Changed from 70 %',
  },
  {
    task: 'return a limit to its default',
    from: '/settings?show=changed',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Back to 70 %' }],
    ends: 'Saved: delist.dropShare',
  },
  {
    task: 'pause a feed',
    from: '/feeds',
    acts: 2,
    pages: 2,
    steps: [{ press: 'acme' }, { press: 'Pause' }],
    ends: 'Paused',
  },
  {
    task: 'add a list of feeds',
    from: '/feeds',
    acts: 3,
    pages: 2,
    steps: [
      { press: 'Add a list' },
      {
        write: 'Addresses',
        text: 'https://careers.teal.example/jobs.xml\nhttps://careers.gull.example/jobs.xml',
      },
      { press: 'Add the feeds' },
    ],
    ends: 'gull Not read yet',
  },
  {
    task: 'add a school after a check of it',
    from: '/targets',
    acts: 5,
    pages: 3,
    steps: [
      { press: 'Add a' },
      { write: 'Name', text: 'elmhurst' },
      { write: 'SOAP address', text: 'https://elmhurst.example/ws/jobs.php' },
      { press: 'Check the connection' },
      { press: 'Add' },
    ],
    ends: 'elmhurst Paused',
  },
];

/** What the first person does after `up`, from the link of the terminal on. */
export const firstWalks = (link: string): readonly Walk[] => [
  {
    task: 'sign in for the first time, by the link',
    from: link,
    acts: 4,
    pages: 1,
    steps: [
      { write: 'Your name', text: 'Dana Whitfield' },
      { write: 'E-mail address', text: 'dana@northfield.example' },
      { write: 'Password', text: 'three quiet brown owls' },
      { press: 'Save and sign in' },
    ],
    ends: 'need you',
  },
  {
    task: 'add one feed from its address',
    from: '/feeds',
    acts: 4,
    pages: 4,
    steps: [
      { press: 'Add a feed' },
      { write: 'Address', text: tealFeed },
      { press: 'Preview' },
      { await: 'What was found', link: 'Look again' },
      { press: 'Add' },
    ],
    ends: 'teal Not read yet',
  },
  {
    task: 'decide about a job under review',
    from: '/',
    acts: 5,
    pages: 3,
    steps: [
      { press: '1 job waits for review' },
      { press: 'Package handler from home' },
      { tick: 'Reject' },
      { write: 'Reason', text: 'A check is to be cashed' },
      { press: 'Save decision' },
    ],
    ends: 'Nothing to review',
  },
  {
    task: 'approve removals whose phrase is typed',
    from: '/',
    acts: 4,
    pages: 2,
    steps: [
      { press: '105 jobs of pier would be taken down' },
      { tick: 'Remove these 105, this run only' },
      { write: 'To remove, enter', text: 'pier 105' },
      { press: 'Save decision' },
    ],
    ends: 'Approved',
  },
  {
    task: 'send a job again',
    from: '/',
    acts: 3,
    pages: 2,
    steps: [{ write: 'Search', text: 'A-1' }, { send: 'Search' }, { press: 'Send again' }],
    ends: 'At northfield: it is sent again next',
  },
  {
    task: 'read the exact bytes of the last call',
    from: '/',
    acts: 3,
    pages: 1,
    steps: [{ write: 'Search', text: 'A-1' }, { send: 'Search' }, { open: 'Request of processJob' }],
    ends: 'POST /soap HTTP/1.1',
  },
  {
    task: 'part a job from its copies',
    from: '/',
    acts: 3,
    pages: 2,
    steps: [{ write: 'Search', text: 'B-1' }, { send: 'Search' }, { press: 'Not a copy of these' }],
    ends: 'Not at northfield yet: it was not compared yet',
  },
  {
    task: 'say that two jobs are the same',
    from: '/',
    acts: 3,
    pages: 2,
    steps: [{ write: 'Search', text: 'C-1' }, { send: 'Search' }, { press: 'The same job' }],
    ends: 'the same job, live at northfield',
  },
];
