/** A stated total, when it is a number. */
export function totalOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** An address with a query parameter set. */
export function withParameter(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/** A link as an absolute address, where a base is known. */
export function resolved(
  link: string | undefined,
  ...bases: readonly (string | undefined)[]
): string | undefined {
  if (link === undefined || /^[a-z][a-z\d+.-]*:/i.test(link)) return link;
  for (const base of bases) {
    const address = base === undefined ? null : URL.parse(link, base);
    if (address !== null) return address.href;
  }
  return link;
}
