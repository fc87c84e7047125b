import { knownCity } from './cities.ts';
import { countryName } from './countries.ts';
import { cellsOf } from '../listing-tables.ts';

/** The first digit of the ZIP codes of the American states whose letters are a country's code too. */
const firstDigits = new Map(cellsOf('zipDigits').map(([state = '', digit = '']) => [state, digit]));

/**
 * Letters that are a state's and a country's, where the postcode behind them cannot be of the state: `St. Leon-Rot, DE, 68789` is in
 * Germany, `Wilmington, DE, 19801` in Delaware. The country's name then stands for them.
 */
export function byPostcode(tokens: readonly string[]): readonly string[] {
  const written = tokens.map((token) => /(?:^|\s)(\d{5})$/.exec(token)?.[1]);
  const postcode = written.findLast((one) => one !== undefined);
  if (postcode === undefined || /^(\d)\1*$/.test(postcode)) return tokens;
  return tokens.map((token, at) => {
    const [, letters = '', behind = ''] = /^([A-Z]{2})(\s+\d{5})?$/.exec(token) ?? [];
    const digit = firstDigits.get(letters);
    if (digit === undefined || postcode.startsWith(digit)) return token;
    if (knownCity(tokens[at - 1] ?? '')?.subdivision === `US-${letters}`) return token;
    return `${countryName(letters)}${behind}`;
  });
}
