/** The same value with every text such as Postgres can keep: no U+0000, no half of a surrogate pair. */
export function storable<T>(value: T): T {
  return cleaned(value) as T;
}

/** Whether a text can be kept as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string')
    return isStorable(value) ? value : value.toWellFormed().replaceAll('\u0000', '');
  if (Array.isArray(value)) return value.map(cleaned);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [cleaned(key), cleaned(member)]));
  return value;
}
