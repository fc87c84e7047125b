import { Resolver } from 'node:dns/promises';

/** Whether mail to a domain is taken, as DNS says (RFC 5321, 7505): by MX, else by an address; undefined when DNS does not answer. */
export function mailDomains(): (domain: string) => Promise<boolean | undefined> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (domain) => {
    const exchanges = await answerOf(resolver.resolveMx(domain));
    if (exchanges === 'unknown') return undefined;
    if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
    const addresses = await answerOf(resolver.resolve4(domain));
    return addresses === 'unknown' ? undefined : addresses.length > 0;
  };
}

/** What DNS has; nothing when it says that there is nothing. */
async function answerOf<T>(asked: Promise<T[]>): Promise<T[] | 'unknown'> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? [] : 'unknown';
  }
}
