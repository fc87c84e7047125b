import texts from './seed-texts.json' with { type: 'json' };

/** Words that made-up people, employers and places are put together from. */
const words = (text: string) => text.split(' ');

export const firstNames = words(texts.firstNames);
export const lastNames = words(texts.lastNames);
export const employerFirsts = words(texts.employerFirsts);
export const employerSeconds = words(texts.employerSeconds);
export const streets = words(texts.streets);
export const { employerEnds, positionTitles } = texts;

/** `state` is coded, `label` its name, `zip` the first digits of its codes. */
export type Place = (typeof texts.places)[number];
export const places: readonly Place[] = texts.places;
