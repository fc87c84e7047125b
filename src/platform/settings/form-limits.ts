const ofForm = { scopes: ['global'], min: 1, whole: true } as const;

/** How often something may be done in the hosted form. */
export const formLimits = {
  'limits.draftsPerNetwork': {
    meaning: 'Jobs that one network begins in the form in a day',
    default: 40,
    ...ofForm,
  },
  'limits.advertsPerNetwork': {
    meaning: 'Adverts that the form reads for one network in a day',
    default: 30,
    ...ofForm,
  },
  'limits.jobsPerNetwork': { meaning: 'Jobs that one network sends in a day', default: 20, ...ofForm },
  'limits.jobsPerMail': { meaning: 'Jobs that one e-mail address sends in a day', default: 10, ...ofForm },
  'limits.jobsPerDomain': {
    meaning: 'Jobs that the addresses of one mail domain send in a day',
    default: 50,
    ...ofForm,
  },
  'limits.confirmationsPerJob': {
    meaning: 'Messages that ask to confirm one job, in a day',
    default: 5,
    ...ofForm,
  },
  'limits.codesPerNetwork': { meaning: 'Codes that one network enters in an hour', default: 60, ...ofForm },
  'limits.linksPerNetwork': {
    meaning: 'Searches for one’s jobs from one network in an hour',
    default: 20,
    ...ofForm,
  },
  'limits.linksPerMail': {
    meaning: 'Messages with the links to one’s jobs, in a day',
    default: 5,
    ...ofForm,
  },
  'limits.draftMailsPerMail': {
    meaning: 'Messages with the link to a kept draft, in a day',
    default: 10,
    ...ofForm,
  },
  'limits.reportsPerNetwork': {
    meaning: 'Reports of jobs from one network in a day',
    default: 10,
    ...ofForm,
  },
} as const;

/** How decisions of people are carried out. */
export const decidingLimits = {
  'decide.undoSeconds': {
    meaning:
      'Seconds in which a decision on a page can be taken back before anything of it is sent; 0: at once',
    default: 30,
    scopes: ['global'],
    min: 0,
    max: 300,
    whole: true,
  },
} as const;
