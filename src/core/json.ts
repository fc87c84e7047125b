/** The value of a JSON text; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value is an object with members, as JSON means it: no list and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same JSON with every text such as PostgreSQL can keep: no U+0000, no half of a surrogate pair. */
export function storable<T>(value: T): T {
  return cleaned(value) as T;
}

/** Whether a text can be kept as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Whether an identifier is one that indexes of PostgreSQL take; a longer one is some other text of the row. */
export function isStorableId(identifier: string): boolean {
  return identifier.length <= 600 || new TextEncoder().encode(identifier).length <= 2_000;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string')
    return isStorable(value) ? value : value.toWellFormed().replaceAll('\u0000', '');
  if (Array.isArray(value)) return value.map(cleaned);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [cleaned(key), cleaned(member)]));
  return value;
}
