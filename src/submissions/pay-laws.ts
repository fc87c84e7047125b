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
  /** It reaches remote jobs that may be done there. */
  readonly remote?: true;
  /** The widest range, in the currency's unit a year. */
  readonly widest?: number;
  /** What the law is called; who checks the row finds it by this. */
  readonly law: string;
  readonly checked: string;
};

const checked = '2026-11';

/** The laws that we know of, by day and size. Not legal advice: messages say "may". Rows are added here and nowhere else. */
const payLaws: readonly PayLaw[] = [
  {
    place: 'US-CO',
    name: 'Colorado',
    from: '2021-01-01',
    employees: 1,
    benefits: true,
    remote: true,
    law: 'Equal Pay for Equal Work Act',
    checked,
  },
  {
    place: 'US-CA',
    name: 'California',
    from: '2023-01-01',
    employees: 15,
    remote: true,
    law: 'SB 1162',
    checked,
  },
  {
    place: 'US-WA',
    name: 'Washington',
    from: '2023-01-01',
    employees: 15,
    benefits: true,
    remote: true,
    law: 'Equal Pay and Opportunities Act',
    checked,
  },
  {
    place: 'US-NY',
    name: 'New York',
    from: '2023-09-17',
    employees: 4,
    remote: true,
    law: 'Labor Law 194-b',
    checked,
  },
  {
    place: 'US-MD',
    name: 'Maryland',
    from: '2024-10-01',
    employees: 1,
    benefits: true,
    remote: true,
    law: 'Equal Pay for Equal Work, Wage Range Transparency',
    checked,
  },
  {
    place: 'US-DC',
    name: 'District of Columbia',
    from: '2024-06-30',
    employees: 1,
    law: 'Wage Transparency Omnibus Amendment Act',
    checked,
  },
  {
    place: 'US-IL',
    name: 'Illinois',
    from: '2025-01-01',
    employees: 15,
    benefits: true,
    remote: true,
    law: 'Equal Pay Act, HB 3129',
    checked,
  },
  {
    place: 'US-MN',
    name: 'Minnesota',
    from: '2025-01-01',
    employees: 30,
    benefits: true,
    law: 'Statutes 181.173',
    checked,
  },
  {
    place: 'US-NJ',
    name: 'New Jersey',
    from: '2025-06-01',
    employees: 10,
    benefits: true,
    law: 'Pay and Benefit Transparency Act',
    checked,
  },
  {
    place: 'US-VT',
    name: 'Vermont',
    from: '2025-07-01',
    employees: 5,
    remote: true,
    law: 'Act 155',
    checked,
  },
  {
    place: 'US-MA',
    name: 'Massachusetts',
    from: '2025-10-29',
    employees: 25,
    law: 'Frances Perkins Workplace Equity Act',
    checked,
  },
  {
    place: 'US-NJ',
    city: 'Jersey City',
    name: 'Jersey City, New Jersey',
    from: '2022-04-13',
    employees: 5,
    benefits: true,
    law: 'Ordinance 22-026',
    checked,
  },
  {
    place: 'US-OH',
    city: 'Cleveland',
    name: 'Cleveland, Ohio',
    from: '2025-10-27',
    employees: 15,
    law: 'Ordinance 104-2025',
    checked,
  },
  {
    place: 'US-OH',
    city: 'Columbus',
    name: 'Columbus, Ohio',
    from: '2027-01-01',
    employees: 15,
    law: 'Columbus City Code',
    checked,
  },
  { place: 'US-DE', name: 'Delaware', from: '2027-09-26', employees: 26, law: 'HB 105', checked },
  {
    place: 'CA-ON',
    name: 'Ontario',
    from: '2026-01-01',
    employees: 25,
    widest: 50_000,
    law: 'Working for Workers Four Act',
    checked,
  },
];

export type WorkPlace = { readonly state: string; readonly city: string };

/** The laws that may reach a job at these places on a day; a remote American job counts as covered wherever a law reaches it. */
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
        (law.remote === true && remoteIn !== undefined && law.place.startsWith(`${remoteIn}-`))),
  );
}
