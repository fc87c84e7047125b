/** A law that may want a pay range in a job's notice. */
export type PayLaw = {
  /** ISO 3166-2 of the state, or of the state with a city. */
  readonly place: string;
  readonly city?: string;
  /** In words: `Massachusetts`, `Cleveland, Ohio`. */
  readonly name: string;
  /** In force from this day. */
  readonly from: string;
  /** For employers of so many people or more. */
  readonly employees: number;
  /** It wants benefits described too. */
  readonly benefits?: true;
  /** It says itself that it reaches remote jobs that may be done there. */
  readonly remote?: true;
  /** The widest range, in the currency's unit a year. */
  readonly widest?: number;
  /** It wants said whether the vacancy exists, and whether software helps to choose. */
  readonly statements?: true;
  /** Anyone who posts for another employer shows the range too. */
  readonly thirdParty?: true;
  /** What the law is called. */
  readonly law: string;
  /** Where the law is published, so that a reader can check the row. */
  readonly source: string;
  /** When the row was last held against something, and against what. */
  readonly checked: string;
};

const againstText = '2026-11, against a text of the law';
const againstList = '2026-11, against a list of such laws; counsel has yet to read the text';

/** The laws that we know of, by day and size. Not legal advice: messages say "may". Rows are added here and nowhere else. Cities of New York whose laws count from 4 people are within the state's. */
const payLaws: readonly PayLaw[] = [
  {
    place: 'US-CO',
    name: 'Colorado',
    from: '2021-01-01',
    employees: 1,
    benefits: true,
    remote: true,
    law: 'Equal Pay for Equal Work Act',
    source: 'C.R.S. 8-5-201',
    checked: againstList,
  },
  {
    place: 'US-CA',
    name: 'California',
    from: '2023-01-01',
    employees: 15,
    remote: true,
    thirdParty: true,
    law: 'SB 1162',
    source: 'Labor Code 432.3',
    checked: againstList,
  },
  {
    place: 'US-WA',
    name: 'Washington',
    from: '2023-01-01',
    employees: 15,
    benefits: true,
    remote: true,
    law: 'Equal Pay and Opportunities Act',
    source: 'RCW 49.58.110',
    checked: againstList,
  },
  {
    place: 'US-NY',
    name: 'New York',
    from: '2023-09-17',
    employees: 4,
    remote: true,
    law: 'Labor Law 194-b',
    source: 'Labor Law 194-b',
    checked: againstList,
  },
  {
    place: 'US-HI',
    name: 'Hawaii',
    from: '2024-01-01',
    employees: 50,
    law: 'SB 1057',
    source: 'Act 203 of 2023',
    checked: againstText,
  },
  {
    place: 'US-DC',
    name: 'District of Columbia',
    from: '2024-06-30',
    employees: 1,
    law: 'Wage Transparency Omnibus Amendment Act',
    source: 'D.C. Code 32-1451 and following',
    checked: againstList,
  },
  {
    place: 'US-MD',
    name: 'Maryland',
    from: '2024-10-01',
    employees: 1,
    benefits: true,
    remote: true,
    law: 'Equal Pay for Equal Work, Wage Range Transparency',
    source: 'Labor and Employment 3-304.2',
    checked: againstList,
  },
  {
    place: 'US-IL',
    name: 'Illinois',
    from: '2025-01-01',
    employees: 15,
    benefits: true,
    remote: true,
    law: 'Equal Pay Act, HB 3129',
    source: '820 ILCS 112/10',
    checked: againstList,
  },
  {
    place: 'US-MN',
    name: 'Minnesota',
    from: '2025-01-01',
    employees: 30,
    benefits: true,
    law: 'Statutes 181.173',
    source: 'Minn. Stat. 181.173',
    checked: againstList,
  },
  {
    place: 'US-NJ',
    name: 'New Jersey',
    from: '2025-06-01',
    employees: 10,
    benefits: true,
    law: 'Pay and Benefit Transparency Act',
    source: 'P.L. 2024, c. 91',
    checked: againstList,
  },
  {
    place: 'US-VT',
    name: 'Vermont',
    from: '2025-07-01',
    employees: 5,
    remote: true,
    law: 'Act 155',
    source: '21 V.S.A. 495t',
    checked: againstList,
  },
  {
    place: 'US-MA',
    name: 'Massachusetts',
    from: '2025-10-29',
    employees: 25,
    law: 'Frances Perkins Workplace Equity Act',
    source: 'M.G.L. c. 149, 105F',
    checked: againstList,
  },
  {
    place: 'US-ME',
    name: 'Maine',
    from: '2026-07-15',
    employees: 10,
    law: 'LD 54',
    source: 'LD 54 of 2026; its day is 90 days after the session and is to be confirmed by counsel',
    checked: againstText,
  },
  {
    place: 'US-NJ',
    city: 'Jersey City',
    name: 'Jersey City, New Jersey',
    from: '2022-04-13',
    employees: 5,
    benefits: true,
    law: 'Ordinance 22-026',
    source: 'Ordinance 22-026',
    checked: againstList,
  },
  {
    place: 'US-OH',
    city: 'Cleveland',
    name: 'Cleveland, Ohio',
    from: '2025-10-27',
    employees: 15,
    law: 'Ordinance 104-2025',
    source: 'Ordinance 104-2025',
    checked: againstList,
  },
  {
    place: 'US-OH',
    city: 'Columbus',
    name: 'Columbus, Ohio',
    from: '2027-01-01',
    employees: 15,
    law: 'Columbus City Code',
    source: 'city ordinance; its number is to be confirmed by counsel',
    checked: againstList,
  },
  {
    place: 'US-DE',
    name: 'Delaware',
    from: '2027-09-26',
    employees: 26,
    law: 'HB 105',
    source: 'HB 105, 153rd General Assembly',
    checked: againstList,
  },
  {
    place: 'CA-ON',
    name: 'Ontario',
    from: '2026-01-01',
    employees: 25,
    widest: 50_000,
    statements: true,
    law: 'Working for Workers Four Act',
    source: 'Employment Standards Act, 2000; O. Reg. 476/24',
    checked: againstList,
  },
];

export type WorkPlace = { readonly state: string; readonly city: string };

/** The laws that may reach a job at these places on a day. A remote American job is treated as covered everywhere; elsewhere a law says itself that it reaches remote work. */
export function payLawsFor(
  places: readonly WorkPlace[],
  { day, remoteIn }: { readonly day: string; readonly remoteIn?: string },
): readonly PayLaw[] {
  return payLaws.filter(
    (law) =>
      law.from <= day &&
      (places.some(
        ({ state, city }) =>
          state === law.place && (law.city === undefined || law.city.toLowerCase() === city.toLowerCase()),
      ) ||
        (remoteIn !== undefined &&
          law.city === undefined &&
          law.place.startsWith(`${remoteIn}-`) &&
          (remoteIn === 'US' || law.remote === true))),
  );
}
