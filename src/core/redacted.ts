/** An address without user, password, and the values of its query that may be a key. */
export function redacted(address: string): string {
  if (!/^https?:/i.test(address)) return address;
  if (!URL.canParse(address)) return 'an address that cannot be read';
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const name of new Set(url.searchParams.keys()))
    if (/key|token|secret|auth|pass|pwd|sig|code/i.test(name)) url.searchParams.set(name, '…');
  url.hash = '';
  return url.href.replaceAll('%E2%80%A6', '…');
}
