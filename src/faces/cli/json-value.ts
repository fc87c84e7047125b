/** A value as typed at the command line: a list or record where it is written as JSON, else the text. */
export function jsonValue(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
