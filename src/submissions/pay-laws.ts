import laws from '../data/pay-laws.json' with { type: 'json' };

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
  readonly benefits?: boolean;
  /** It says itself that it reaches remote jobs that may be done there. */
  readonly remote?: boolean;
  /** The widest range, in the currency's unit a year. */
  readonly widest?: number;
  /** It wants said whether the vacancy exists, and whether software helps to choose. */
  readonly statements?: boolean;
  /** Anyone who posts for another employer shows the range too. */
  readonly thirdParty?: boolean;
  /** What the law is called. */
  readonly law: string;
  /** Where the law is published, so that a reader can check the row. */
  readonly source: string;
  /** When the row was last held against something, and against what. */
  readonly checked: string;
};

/** The laws that we know of, by day and size. Not legal advice: messages say "may". Rows are added to `src/data/pay-laws.json` and nowhere else. Cities of New York whose laws count from 4 people are within the state's. */
const payLaws: readonly PayLaw[] = laws;

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
