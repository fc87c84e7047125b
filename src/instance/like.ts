/** A LIKE pattern that finds the text anywhere, its `%` and `_` as plain characters. */
export function likeAny(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
