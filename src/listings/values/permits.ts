import { clausesWith, denial, labelsIn, type LabelTable } from './text-clauses.ts';

const limits =
  /\b(?:may (?:be|not|require|offer|provide|consider)|might|some|certain|most|prefer\w*|if|unless|depends?|guarantee\w*|case[- ]by[- ]case|whether)\b|\?/i;
const limitsOfRefusal =
  /\b(?:may not|might|not (?:only|all|every|required|needed|necessary)|some|certain|most|unless|except|depends?|guarantee\w*|case[- ]by[- ]case|matter|worry|problem|issue|rule out|if you do)\b|\?/i;
const others = /resident|green card|\bnationals?\b(?! security)|refugee|asyl|work (?:authori|permit)|visa/i;
const visa = String.raw`\bvisas?\b|immigra|work (?:permit|authori)|authori[sz]ed to work|\bh-?1b?\b|green card`;
const noVisa = new RegExp(`^(?!.*(?:${visa}))`, 'i');
const otherSponsorship = new RegExp(
  `${noVisa.source}.*(?:licen[cs]|certif|\\bexam|tuition|charit|\\bteam|event|league|child|degree|conference|sports?\\b)`,
  'i',
);
const sponsored = String.raw`[^.]{0,60}?(?:\bsponsorship(?= ?(?:[^\w ]|$|(?:at|now|is|will|can|are|to|or|and|in|on|by|from|required|needed|available|offered|provided|(?:for|of) (?:this|the|any|an?|employment|work|(?:\w+ )?visas?|applicants|candidates|individuals|international|immigra|h-?1))\b))|(?<!\b(?:our|the|an?|your|title|main|each|every|any) )\bsponsor(?:ed|ing)?(?= (?:\w+ ){0,2}(?:visas?|permits?|immigra\w*|h-?1b?|work|employment|applicants?|candidates?|individuals?|employees?|workers?|people|anyone|students?|you|foreign|international)\b)|(?<!\b(?:our|the|an?|your|title|main|each|every|any) )\bsponsor(?= ?(?:[^\w ]|$|(?:at|for) this|now|or)))`;

const permits: LabelTable = [
  [
    'U.S. citizenship required',
    /\b(?:u\.?s\.?|united states) citizen(?:ship)?(?:s)?\b(?:(?! or | not ).){0,40}\b(?:required|only|necessary)\b|\bmust be (?:a |an )?(?:u\.?s\.?|united states) citizens?\b(?! or)|\brequires? (?:u\.?s\.?|united states) citizenship\b/i,
    denial,
    limits,
    others,
  ],
  [
    'U.S. citizen or permanent resident',
    /\b(?:u\.?s\.?|united states) (?:citizens?|nationals?)(?:,? (?:or|and) |, ?| ?\/ ?)(?:an? )?(?:(?:u\.?s\.?|lawful|legal) )*(?:permanent residents?|green card)/i,
    denial,
    limits,
  ],
  [
    'Visa sponsorship is not available',
    new RegExp(
      String.raw`(?:\b(?:no|not|unable|cannot|never|without|ineligible)\b|n['’]t\b)${sponsored}|\bsponsorship\W+\w*(?: ?\bnot\b|n['’]t)|\bsponsorship (?:is )?unavailable`,
      'i',
    ),
    limitsOfRefusal,
    otherSponsorship,
  ],
  [
    'Visa sponsorship is available',
    /\bvisa sponsorship(?: is)?(?::| possible| offered)? ?available\b|\b(?:will|can|able to) (?:provide |offer )?(?:visa )?sponsor/i,
    denial,
    limits,
    noVisa,
  ],
  [
    'F-1 students on CPT or OPT',
    /\b(?:cpt|opt|f-?1)\b[^.]{0,40}\b(?:accepted|eligible|welcome|ok)\b/i,
    denial,
    limits,
    // `opt in`, and the codes of medicine.
    /\bopt\b/,
    /\bopt (?:in|out|for|to)\b|\bcod(?:es?|ing)\b/i,
    /^(?!.*(?:\bf-?1\b|\bopt\b|student|candidate|applicant|visa|intern))/i,
  ],
  [
    'Must be authorized to work in the United States',
    /(?<!(?:\b(?:no|not|never|without|unable|cannot)\b|n['’]t\b)(?:(?!must)[^.,]){0,40})\b(?:authori[sz]ed|eligible|authori[sz]ation|eligibility|right) to work in the (?:u\.?s\.?a?\b|united states)/i,
  ],
];

/** What a text says of who may take the job, and nothing where it denies or limits that, or says two things that exclude each other. */
export function permitsIn(text: string): readonly string[] {
  const clauses = clausesWith(
    text,
    /citizen|sponsor|authori[sz]|\bCPT\b|\bOPT\b|\bF-?1\b|eligib|right to work/i,
  );
  const found = labelsIn(
    permits,
    clauses.filter(
      (clause) => !/without regard|regardless|discriminat|equal opportunit|protected|status/i.test(clause),
    ),
  );
  const isTorn = found.filter((label) => label.startsWith('Visa')).length > 1;
  const isEither = found.includes('U.S. citizen or permanent resident');
  return found.filter(
    (label) => !(isTorn && label.startsWith('Visa')) && !(isEither && label === 'U.S. citizenship required'),
  );
}
